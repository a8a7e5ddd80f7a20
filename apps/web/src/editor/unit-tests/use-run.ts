import { useRef, useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { forgetRunFailure, showRunFailure } from './failure-toast.ts';
import type { TestOutcome, TestRun } from './test-outcome.ts';
import type { DraftTest, TestRecord } from './unit-test.ts';

/** Runs tests of a draft, saved or not. A newer run replaces one that is on its way. */
export function useRun() {
  const [run, setRun] = useState<TestRun>();
  const [running, setRunning] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();
  const control = useRef<AbortController>(undefined);

  /** `logic` is what the tests judge with; `request` gives the records in the order of the tests. */
  async function start(
    tests: readonly DraftTest[],
    logic: string,
    request: (named: DraftTest[], signal: AbortSignal) => Promise<TestRecord[]>,
  ): Promise<TestRun | undefined> {
    control.current?.abort();
    const abort = new AbortController();
    control.current = abort;
    if (tests.length === 0) return undefined;
    setRunning(tests.map((test) => test.key));
    setFailure(undefined);
    forgetRunFailure();
    const startedAt = performance.now();
    try {
      // The server wants names; they come back in the order they were sent.
      const named = tests.map((test, index) => ({ ...test, name: test.name.trim() || `Test ${index + 1}` }));
      const records = await request(named, abort.signal);
      const outcomes = new Map<string, TestOutcome>(run?.outcomes);
      tests.forEach((test, index) => {
        const record = records[index];
        if (record) outcomes.set(test.key, { record, body: logic, test });
      });
      const done: TestRun = {
        keys: tests.map((test) => test.key),
        outcomes,
        milliseconds: Math.round(performance.now() - startedAt),
      };
      setRun(done);
      return done;
    } catch (error) {
      if (!abort.signal.aborted) {
        setFailure(failureText(error));
        showRunFailure(error);
      }
      return undefined;
    } finally {
      if (control.current === abort) setRunning([]);
    }
  }
  return { run, running, failure, start };
}
