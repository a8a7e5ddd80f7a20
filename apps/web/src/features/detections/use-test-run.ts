import { useRun } from '../../editor/unit-tests/use-run.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { requestTests } from './queries.ts';
import { inputOf, logicOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';

/** Id the server names in tracebacks of a rule that has none yet. */
export const unnamedRuleId = 'draft';

/** Runs tests of a rule's draft, saved or not. */
export function useTestRun() {
  const graphql = useGraphql();
  const { start, ...state } = useRun();
  return {
    ...state,
    start: (draft: RuleDraft, keys: readonly string[]) =>
      start(
        draft.tests.filter((test) => keys.includes(test.key)),
        logicOf(draft),
        (tests, signal) =>
          requestTests(
            graphql,
            inputOf({ ...draft, id: draft.id.trim() || unnamedRuleId, tests }, { isNew: false }),
            signal,
          ),
      ),
  };
}
