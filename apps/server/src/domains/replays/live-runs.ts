import { limitExceeded, MargayError, messageOf, newId, notFound, type Logger } from '@margay/kit';
import {
  type AlertComparison,
  cancelledReplay,
  isCancelledReplay,
  type ReplayCounts,
  type ReplayOutcome,
} from '@margay/replay';

/** The changed text, then the saved one over the same events. */
export type LivePhase = 'CHANGED' | 'SAVED';

export interface LiveProgress {
  phase: LivePhase;
  counts: ReplayCounts;
}

export interface LiveResult {
  changed: ReplayOutcome;
  /** Null where there is no saved rule, or it could not be replayed. */
  saved: ReplayOutcome | null;
  comparison: AlertComparison | null;
  /** Why there is no comparison. */
  note: string | null;
}

export interface LiveReplay {
  id: string;
  status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** Null until an engine is free. */
  progress: LiveProgress | null;
  result: LiveResult | null;
  error: string | null;
}

export type LiveWork = (signal: AbortSignal, tell: (progress: LiveProgress) => void) => Promise<LiveResult>;

/** Replays of unsaved texts, in the memory of this process: they end with the page that asked for them. */
export interface LiveRuns {
  start(actorId: string, work: LiveWork): LiveReplay;
  /** Only who started it sees it. */
  look(actorId: string, id: string): LiveReplay;
  cancel(actorId: string, id: string): LiveReplay;
  close(): void;
}

interface Run {
  replay: LiveReplay;
  actorId: string;
  controller: AbortController;
  endedAt?: number;
}

const mostRunning = 2;
const keptMs = 600_000;
const mostKept = 20;

export function createLiveRuns({ logger }: { logger: Logger }): LiveRuns {
  const runs = new Map<string, Run>();

  function forgetOld(): void {
    const now = performance.now();
    const ended = [...runs].filter(([, run]) => run.endedAt !== undefined);
    for (const [index, [id, run]] of ended.toReversed().entries())
      if (index >= mostKept || now - (run.endedAt ?? now) > keptMs) runs.delete(id);
  }

  function end(run: Run, end: Partial<LiveReplay>): void {
    if (run.endedAt !== undefined) return;
    run.endedAt = performance.now();
    Object.assign(run.replay, end);
  }

  function failed(run: Run, error: unknown): void {
    if (isCancelledReplay(error) || run.controller.signal.aborted) {
      end(run, { status: 'cancelled', error: cancelledReplay().message });
      return;
    }
    const isOurs = error instanceof MargayError && error.kind !== 'internal';
    if (!isOurs) logger.error({ error: messageOf(error) }, 'live replay failed');
    end(run, {
      status: 'failed',
      error: isOurs ? error.message : 'The replay failed on the server. Try it again.',
    });
  }

  function find(actorId: string, id: string): Run {
    const run = runs.get(id);
    if (run === undefined || run.actorId !== actorId)
      throw notFound(`The replay ${id} is not kept any more. Start it again.`);
    return run;
  }

  return {
    start(actorId, work) {
      forgetOld();
      const own = [...runs.values()].filter((run) => run.actorId === actorId && run.endedAt === undefined);
      if (own.length >= mostRunning)
        throw limitExceeded(`You have ${own.length} replays running. Wait for one to end or cancel one.`, {
          retryAfterSeconds: 5,
        });
      const replay: LiveReplay = {
        id: newId(),
        status: 'running',
        progress: null,
        result: null,
        error: null,
      };
      const run: Run = { replay, actorId, controller: new AbortController() };
      runs.set(replay.id, run);
      work(run.controller.signal, (progress) => (replay.progress = progress)).then(
        (result) => end(run, { status: 'succeeded', result }),
        (error: unknown) => failed(run, error),
      );
      return replay;
    },
    look: (actorId, id) => find(actorId, id).replay,
    cancel(actorId, id) {
      const run = find(actorId, id);
      run.controller.abort(cancelledReplay());
      end(run, { status: 'cancelled', error: cancelledReplay().message });
      return run.replay;
    },
    close() {
      for (const { controller } of runs.values()) controller.abort(cancelledReplay());
    },
  };
}
