import { useRef, useState } from 'react';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/toast.ts';
import { requestTests } from './queries.ts';
import { inputOf, logicOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';
import type { TestOutcome, TestRun } from './test-outcome.ts';

/** Id the server names in tracebacks of a rule that has none yet. */
export const unnamedRuleId = 'draft';

/** Runs tests of a draft, saved or not. A newer run replaces one that is on its way. */
export function useTestRun() {
  const graphql = useGraphql();
  const [run, setRun] = useState<TestRun>();
  const [running, setRunning] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();
  const control = useRef<AbortController>(undefined);

  async function start(draft: RuleDraft, keys: readonly string[]): Promise<TestRun | undefined> {
    control.current?.abort();
    const abort = new AbortController();
    control.current = abort;
    const tests = draft.tests.filter((test) => keys.includes(test.key));
    if (tests.length === 0) return undefined;
    setRunning(tests.map((test) => test.key));
    setFailure(undefined);
    const startedAt = performance.now();
    try {
      // The server wants names; they come back in the order they were sent.
      const named = tests.map((test, index) => ({ ...test, name: test.name.trim() || `Test ${index + 1}` }));
      const input = inputOf(
        { ...draft, id: draft.id.trim() || unnamedRuleId, tests: named },
        { isNew: false },
      );
      const records = await requestTests(graphql, input, abort.signal);
      const outcomes = new Map<string, TestOutcome>(run?.outcomes);
      tests.forEach((test, index) => {
        const record = records[index];
        if (record) outcomes.set(test.key, { record, body: logicOf(draft), test });
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
        toast.error({ title: 'The tests could not be run', message: failureText(error) });
      }
      return undefined;
    } finally {
      if (control.current === abort) setRunning([]);
    }
  }
  return { run, running, failure, start };
}
