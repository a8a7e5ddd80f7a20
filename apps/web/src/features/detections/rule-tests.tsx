import { TestPane } from '../../editor/unit-tests/test-pane.tsx';
import type { TestPaneProps } from '../../editor/unit-tests/test-pane.tsx';
import type { TestWords } from '../../editor/unit-tests/unit-test.ts';
import { AddTest, OrStoredEvent } from './add-test.tsx';
import shared from './detections.module.css';
import { ExplainedTest, StudyPanel } from './explain/study-panel.tsx';
import type { Study } from './explain/use-study.ts';
import { newTest } from './rule-draft.ts';
import { StepNumber } from './section.tsx';

const words: TestWords = {
  noun: 'rule',
  should: 'The rule should match this event',
  expects: (expected) => `expects ${String(expected)}`,
  input: 'Event',
};

export interface RuleTestsProps extends Omit<
  TestPaneProps,
  'words' | 'newTest' | 'adding' | 'title' | 'offer' | 'aboveTest' | 'aboveInput' | 'below'
> {
  /** Its place among the steps of the editor; absent on the page of a rule. */
  step?: number;
  /** Of the saved rule: its alerts have events to test with. */
  ruleId?: string | undefined;
  /** Of the rule; undefined where it judges no stored events. */
  logTypes?: readonly string[] | undefined;
  /** A closer look at the text and its tests, in the editor. */
  study?: Study | undefined;
}

/** The unit tests of a rule: events, and whether it matches them. */
export function RuleTests({ step, ruleId, logTypes, study, ...rest }: RuleTestsProps) {
  return (
    <TestPane
      {...rest}
      words={words}
      newTest={newTest}
      title={
        step !== undefined && (
          <span className={shared.paneTitle}>
            <StepNumber number={step} />
            Test
          </span>
        )
      }
      adding={(onAdd) => <AddTest tests={rest.tests} ruleId={ruleId} logTypes={logTypes} onAdd={onAdd} />}
      offer={(onAdd) => <OrStoredEvent tests={rest.tests} logTypes={logTypes} onAdd={onAdd} />}
      {...(study && {
        aboveTest: (test) => <ExplainedTest study={study} test={test} />,
        below: <StudyPanel study={study} testCount={rest.tests.length} />,
      })}
    />
  );
}
