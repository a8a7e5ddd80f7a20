import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { forgetRunFailure, showRunFailure } from '../../editor/unit-tests/failure-toast.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { requestRule, requestTests } from './queries.ts';
import { draftOf, inputOf } from './rule-draft.ts';

/** What the last run of all unit tests of one version came to. */
export interface RunResult {
  failed: number;
  total: number;
}

const key = ['detections', 'test-runs'];

/** Results by version, as far as somebody ran them in this window. */
export function useTestRuns(): ReadonlyMap<string, RunResult> {
  const { data } = useQuery<ReadonlyMap<string, RunResult>>({
    queryKey: key,
    queryFn: () => new Map(),
    initialData: new Map(),
    staleTime: Infinity,
  });
  return data;
}

export function useRememberRun() {
  const cache = useQueryClient();
  return (versionId: string, result: RunResult) =>
    cache.setQueryData<ReadonlyMap<string, RunResult>>(key, (before) =>
      new Map(before).set(versionId, result),
    );
}

export interface BulkRun {
  done: number;
  total: number;
  failed: number;
}

/** Runs the unit tests of many rules one after the other; `stop` ends it after the rule at hand. */
export function useRunManyTests() {
  const graphql = useGraphql();
  const remember = useRememberRun();
  const [run, setRun] = useState<BulkRun>();
  const control = useRef<AbortController>(undefined);

  async function start(ids: readonly string[]) {
    control.current?.abort();
    const abort = new AbortController();
    control.current = abort;
    let failed = 0;
    forgetRunFailure();
    try {
      for (const [index, id] of ids.entries()) {
        setRun({ done: index, total: ids.length, failed });
        const rule = await requestRule(graphql, id, abort.signal);
        if (rule.tests.length === 0) continue;
        const input = inputOf(draftOf(rule), { isNew: false });
        const records = await requestTests(graphql, input, abort.signal);
        const failedHere = records.filter((record) => !record.passed).length;
        remember(rule.versionId, { failed: failedHere, total: records.length });
        if (failedHere > 0) failed += 1;
      }
      const text = ids.length === 1 ? 'the detection' : `${ids.length} detections`;
      if (failed === 0) toast.success(`All tests of ${text} passed`);
      else toast.error(`${failed} of ${ids.length} detections have failing tests`);
    } catch (error) {
      if (!abort.signal.aborted) showRunFailure(error);
    } finally {
      if (control.current === abort) setRun(undefined);
    }
  }
  function stop() {
    control.current?.abort();
    setRun(undefined);
  }
  return { run, start, stop };
}
