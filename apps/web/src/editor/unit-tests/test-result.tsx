import { CodeBlock } from '../../ui/text/code-block.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconMinus } from '../../ui/icons.ts';
import styles from './test-pane.module.css';
import { failureReason, functionLabel, readableOutput, stateOf } from './test-outcome.ts';
import type { TestOutcome, TestState } from './test-outcome.ts';
import type { TestWords } from './unit-test.ts';

const looks = {
  pass: { icon: IconCircleCheck, word: 'Passed', className: 'good' },
  fail: { icon: IconCircleX, word: 'Failed', className: 'bad' },
  error: { icon: IconAlertTriangle, word: 'Error', className: 'bad' },
  none: { icon: IconMinus, word: 'Not run', className: 'idle' },
} as const;

/** How a test went, as a glyph with its word as name. */
export function TestGlyph({ state }: { state: TestState }) {
  const { icon: StateIcon, word, className } = looks[state];
  return (
    <span className={styles[className]}>
      <StateIcon size={16} stroke={1.5} role="img" aria-label={word} />
    </span>
  );
}

/** Every function's answer or error, what the body printed, and why the test failed. */
export function TestResult(props: {
  outcome: TestOutcome;
  isOutdated: boolean;
  /** It is being run again: what is shown is of the run before. */
  isRunning?: boolean;
  noun?: TestWords['noun'];
}) {
  const { outcome, isOutdated, isRunning = false, noun = 'rule' } = props;
  const { record } = outcome;
  const reason = failureReason(record, noun);
  const state = stateOf(outcome);
  return (
    <div className={styles.result} data-outdated={isOutdated || isRunning || undefined} aria-busy={isRunning}>
      <p className={styles.reason}>
        <b className={state === 'pass' ? styles.goodText : styles.badText}>{looks[state].word}</b>
        {reason}
        {isRunning ? (
          <span className={styles.quiet}>running again</span>
        ) : (
          isOutdated && <span className={styles.quiet}>changed since this run</span>
        )}
      </p>
      {record.functions.length > 0 && (
        <dl className={styles.functions}>
          {record.functions.map((entry) => [
            <dt key={`${entry.name} name`}>{functionLabel(entry.name, noun)}</dt>,
            <dd key={entry.name}>
              {entry.error === null ? (
                <span className={styles.output}>{readableOutput(entry.name, entry.output)}</span>
              ) : (
                <>
                  <span className={styles.raised}>{entry.error}</span>
                  {entry.traceback && <pre className={styles.traceback}>{entry.traceback}</pre>}
                </>
              )}
            </dd>,
          ])}
        </dl>
      )}
      {record.output !== '' && <CodeBlock label="Printed output" code={record.output.trimEnd()} wrap />}
    </div>
  );
}
