import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { runLiveReplay } from './live-queries.ts';
import type { ReplayedRule } from './live-queries.ts';
import type { LiveReplay, LiveReplayResult } from './replay-types.ts';

/** A replay starts this long after the last change. */
const startDelayMs = 900;
const dayMs = 86_400_000;

/** The rule as the editor would save it, and whether it can run now. */
export interface LiveSource {
  rule: ReplayedRule & { body: string; logTypes: readonly string[] };
  /** The saved version to compare with; undefined for a new rule. */
  savedVersionId: string | undefined;
  /** The parser has not answered for this text yet. */
  isChecking: boolean;
  /** Why the text cannot run, for instance a syntax error. */
  blockedReason: string | undefined;
}

/** What came out, of which text, over which window. */
export interface ShownResult {
  key: string;
  result: LiveReplayResult;
  startsAt: Date;
  endsAt: Date;
}

export interface LiveRun {
  key: string;
  status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  live: LiveReplay | undefined;
  /** Why it failed. */
  failure?: string;
}

/** Replays the text whenever it rests, while `isOn`. What is shown says itself which text it is of. */
export function useLiveReplay(source: LiveSource, days: number, isOn: boolean) {
  const graphql = useGraphql();
  const { rule, savedVersionId, isChecking, blockedReason } = source;
  // Tests do not change what a rule does.
  const key = useMemo(
    () => JSON.stringify([{ ...rule, tests: [] }, savedVersionId, days]),
    [rule, savedVersionId, days],
  );
  const settled = useDebounced(key, startDelayMs);
  const [run, setRun] = useState<LiveRun>();
  const [shown, setShown] = useState<ShownResult>();
  const [attempt, setAttempt] = useState(0);
  const ended = useRef('');
  const control = useRef<AbortController>(undefined);
  const isReady = isOn && !isChecking && blockedReason === undefined && settled === key;

  const start = useEffectEvent(async (signal: AbortSignal) => {
    const endsAt = new Date();
    const startsAt = new Date(endsAt.getTime() - days * dayMs);
    const tell = (next: Omit<LiveRun, 'key'>) => {
      if (!signal.aborted) setRun({ key, ...next });
    };
    tell({ status: 'running', live: undefined });
    try {
      const live = await runLiveReplay(
        graphql,
        {
          rule: { ...rule, tests: [] },
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
        },
        signal,
        (state) => tell({ status: 'running', live: state }),
      );
      if (signal.aborted) return;
      ended.current = `${key} ${attempt}`;
      if (live.status === 'succeeded' && live.result)
        setShown({ key, result: live.result, startsAt, endsAt });
      tell({ status: live.status, live, ...(live.error === null ? {} : { failure: live.error }) });
    } catch (error) {
      if (signal.aborted) return;
      ended.current = `${key} ${attempt}`;
      tell({ status: 'failed', live: undefined, failure: failureText(error) });
    }
  });

  useEffect(() => {
    if (!isReady || ended.current === `${key} ${attempt}`) return undefined;
    const abort = new AbortController();
    control.current = abort;
    void start(abort.signal);
    return () => abort.abort();
  }, [isReady, key, attempt]);

  function cancel() {
    ended.current = `${key} ${attempt}`;
    control.current?.abort();
    setRun({ key, status: 'cancelled', live: undefined });
  }
  const current = run?.key === key ? run : undefined;
  return {
    /** The replay of the text as it is now; undefined while it has none. */
    run: current?.status === 'running' && !isReady ? undefined : current,
    /** The last result there is. */
    shown,
    /** The result is of the text as it is now. */
    isCurrent: shown?.key === key,
    isWaiting: isOn && blockedReason === undefined && (isChecking || settled !== key),
    cancel,
    again: () => setAttempt((before) => before + 1),
  };
}
