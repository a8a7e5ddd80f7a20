import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isOutdated, raisedLines } from '../../editor/unit-tests/test-outcome.ts';
import type { TestRun } from '../../editor/unit-tests/test-outcome.ts';
import { inputOf, logicOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';
import { testNotes } from './test-notes.ts';
import { useRememberRun } from './test-runs.ts';
import { unnamedRuleId, useTestRun } from './use-test-run.ts';

export interface EditedTests {
  draft: RuleDraft;
  /** The saved version that the draft is, without changes; undefined where it has some. */
  savedVersionId: string | undefined;
  /** Runs all tests at once. */
  runsAtFirst: boolean;
}

/** The unit tests of a rule while it is edited: which one is open, their runs, and what the open one says of the code. */
export function useEditedTests({ draft, savedVersionId, runsAtFirst }: EditedTests) {
  const [openKey, setOpenKey] = useState(draft.tests[0]?.key);
  const testRun = useTestRun();
  const remember = useRememberRun();
  const logic = logicOf(draft);
  const ruleId = draft.id.trim() || unnamedRuleId;
  const openTest = draft.tests.find((test) => test.key === openKey);
  const outcome = openKey === undefined ? undefined : testRun.run?.outcomes.get(openKey);
  // Lines are marked while code and test are what ran.
  const record = outcome && openTest && !isOutdated(outcome, logic, openTest) ? outcome.record : undefined;
  const raised = useMemo(() => (record ? raisedLines(record, ruleId) : []), [record, ruleId]);
  const notes = useMemo(
    () => (record ? testNotes(record, draft.body, ruleId) : []),
    [record, draft.body, ruleId],
  );

  function runTests(keys: readonly string[]): Promise<TestRun | undefined> {
    if (keys.length === 0) return Promise.resolve(undefined);
    return testRun.start(draft, keys).then((run) => {
      if (!run) return undefined;
      const failed = failedOf(run);
      if (keys.length > 1 && failed[0] !== undefined) setOpenKey(failed[0]);
      if (savedVersionId !== undefined) rememberRun(run, savedVersionId);
      return run;
    });
  }
  /** A run of all tests is what the list says of this version. */
  function rememberRun(run: TestRun, versionId: string) {
    if (run.keys.length === draft.tests.length)
      remember(versionId, { failed: failedOf(run).length, total: run.keys.length });
  }
  const runAll = () => runTests(draft.tests.map((test) => test.key));
  const runOnArrival = useEffectEvent(() => void runAll());
  useEffect(() => {
    if (runsAtFirst) runOnArrival();
  }, [runsAtFirst]);

  return {
    openKey,
    setOpenKey,
    openTest,
    raised,
    notes,
    logic,
    run: testRun.run,
    running: testRun.running,
    runTests: (keys: readonly string[]) => void runTests(keys),
    runAll,
    rememberRun,
  };
}

const failedOf = (run: TestRun) => run.keys.filter((key) => run.outcomes.get(key)?.record.passed === false);

/** The draft as the server takes it for a run, a study or a replay: saved or not, with an id. */
export const runnableInput = (draft: RuleDraft) =>
  inputOf({ ...draft, id: draft.id.trim() || unnamedRuleId }, { isNew: false });
