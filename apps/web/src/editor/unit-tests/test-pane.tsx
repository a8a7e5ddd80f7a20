import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { JsonEditor } from '../json/json-editor.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Badge, ReadOnlyTag } from '../../ui/marks/badge.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { IconBraces, IconChevronRight, IconCopy, IconPlayerPlay, IconTrash } from '../../ui/icons.ts';
import { KeyValueInput } from '../../ui/inputs/key-value-input.tsx';
import { Pane } from '../../ui/layout/page.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './test-pane.module.css';
import { eventFault, formatJsonText } from './json-text.ts';
import { draftTest, keyAfterDeletion } from './unit-test.ts';
import type { DraftTest, TestWords, UnitTest } from './unit-test.ts';
import { failedFirst, isOutdated, stateOf, summaryText } from './test-outcome.ts';
import type { TestRun } from './test-outcome.ts';
import { TestGlyph, TestResult } from './test-result.tsx';

export interface TestPaneProps {
  title?: ReactNode;
  words: TestWords;
  /** An empty test to start from. */
  newTest: (existing: readonly UnitTest[]) => UnitTest;
  /** The control that adds tests. */
  adding: (onAdd: (tests: UnitTest[]) => void) => ReactNode;
  /** While there is no test: another way to the first, in the sentence that offers one. */
  offer?: (onAdd: (tests: UnitTest[]) => void) => ReactNode;
  tests: readonly DraftTest[];
  onTests: (tests: DraftTest[]) => void;
  body: string;
  run: TestRun | undefined;
  /** Keys of the tests that run at this moment. */
  running: readonly string[];
  onRun: (keys: readonly string[]) => void;
  openKey: string | undefined;
  onOpen: (key: string | undefined) => void;
  readOnly: boolean;
  /** Why tests cannot run now. */
  blockedReason?: string | undefined;
  /** By key; only those that are to be shown. */
  nameFaults: Record<string, string>;
  /** Above the fields of an open test, between its expected result and its input, and below all tests. */
  aboveTest?: (test: DraftTest) => ReactNode;
  aboveInput?: (test: DraftTest, change: (part: Partial<DraftTest>) => void) => ReactNode;
  below?: ReactNode;
}

/** After a test is deleted, those that stay are judged again this late, once the draft has settled. */
const revalidateMs = 200;

/** The unit tests of a rule or policy: each opens to its result, what it judges and its mocks. */
export function TestPane(props: TestPaneProps) {
  const { tests, onTests, body, run, running, onRun, openKey, onOpen, readOnly, nameFaults } = props;
  const { words } = props;
  const confirm = useConfirm();
  const [deletions, setDeletions] = useState(0);

  function addAll(added: DraftTest[]) {
    onTests([...tests, ...added]);
    onOpen(added[0]?.key);
  }
  const add = (test: DraftTest) => addAll([test]);
  async function remove(test: DraftTest) {
    const isSure = await confirm({
      title: 'Delete Test',
      message: `Are you sure you want to delete ${test.name}?`,
      confirmLabel: 'Confirm',
      danger: true,
    });
    if (!isSure) return;
    if (openKey === test.key) onOpen(keyAfterDeletion(tests, test.key));
    const left = tests.filter((other) => other.key !== test.key);
    onTests(left);
    if (run && left.length > 0 && props.blockedReason === undefined) setDeletions(deletions + 1);
  }
  const revalidate = useEffectEvent(() => onRun(tests.map((test) => test.key)));
  useEffect(() => {
    if (deletions === 0) return undefined;
    const timer = setTimeout(revalidate, revalidateMs);
    return () => clearTimeout(timer);
  }, [deletions]);
  const replace = (test: DraftTest) => onTests(tests.map((other) => (other.key === test.key ? test : other)));

  return (
    <Pane
      title={props.title ?? 'Test'}
      actions={
        <>
          {!readOnly && props.adding((added) => addAll(added.map(draftTest)))}
          {tests.length > 0 && (
            <Button
              size="sm"
              icon={<IconPlayerPlay size={14} stroke={1.5} aria-hidden />}
              loading={running.length > 0}
              disabledReason={props.blockedReason}
              onClick={() => onRun(tests.map((test) => test.key))}
            >
              Run all
            </Button>
          )}
        </>
      }
      footer={<Summary {...props} />}
    >
      {tests.length === 0 && (
        <p className={styles.emptyNote}>
          There are no Unit Tests
          {!readOnly && (
            <span>
              <button
                type="button"
                className={styles.link}
                onClick={() => add(draftTest(props.newTest(tests)))}
              >
                Add a new unit test
              </button>{' '}
              {`to start testing your ${words.noun}`}
              {props.offer?.((added) => addAll(added.map(draftTest)))}
            </span>
          )}
        </p>
      )}
      <ul>
        {tests.map((test) => {
          const outcome = run?.outcomes.get(test.key);
          const isOpen = openKey === test.key;
          return (
            <li key={test.key} className={styles.test} data-open={isOpen || undefined}>
              <div className={styles.testHead}>
                <button
                  type="button"
                  className={styles.testToggle}
                  aria-expanded={isOpen}
                  onClick={() => onOpen(isOpen ? undefined : test.key)}
                >
                  <IconChevronRight size={14} stroke={1.5} aria-hidden className={styles.turn} />
                  <TestGlyph state={stateOf(outcome)} />
                  <span className={styles.ellipsis}>{test.name || 'Unnamed test'}</span>
                  {nameFaults[test.key] && <Badge tone="danger">{nameFaults[test.key]}</Badge>}
                  <span className={styles.expects}>{words.expects(test.expectedResult)}</span>
                </button>
                {isOpen && (
                  <Button
                    size="xs"
                    icon={<IconPlayerPlay size={12} stroke={1.5} aria-hidden />}
                    loading={running.includes(test.key)}
                    disabledReason={props.blockedReason}
                    onClick={() => onRun([test.key])}
                  >
                    Run
                  </Button>
                )}
              </div>
              {isOpen && (
                <div className={styles.testBody}>
                  {outcome && (
                    <TestResult
                      outcome={outcome}
                      isOutdated={isOutdated(outcome, body, test)}
                      isRunning={running.includes(test.key)}
                      noun={words.noun}
                    />
                  )}
                  {props.aboveTest?.(test)}
                  <TestForm
                    words={words}
                    aboveInput={props.aboveInput}
                    test={test}
                    onTest={replace}
                    onCopy={() => add(draftTest({ ...test, name: `${test.name} (copy)` }))}
                    onDelete={() => void remove(test)}
                    readOnly={readOnly}
                    nameFault={nameFaults[test.key]}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {props.below}
    </Pane>
  );
}

function TestForm(props: {
  words: TestWords;
  aboveInput: TestPaneProps['aboveInput'];
  test: DraftTest;
  onTest: (test: DraftTest) => void;
  onCopy: () => void;
  onDelete: () => void;
  readOnly: boolean;
  nameFault: string | undefined;
}) {
  const { words, test, onTest, readOnly } = props;
  const change = (part: Partial<DraftTest>) => onTest({ ...test, ...part });
  const fault = eventFault(test.resource, words.input.toLowerCase());
  const formatted = formatJsonText(test.resource);
  return (
    <>
      {!readOnly && (
        <TextInput
          label="Test name"
          size="sm"
          value={test.name}
          onChange={(name) => change({ name })}
          error={props.nameFault}
        />
      )}
      <Switch
        label={words.should}
        checked={test.expectedResult}
        disabled={readOnly}
        onChange={(expectedResult) => change({ expectedResult })}
      />
      {!readOnly && props.aboveInput?.(test, change)}
      <div className={styles.eventHead}>
        <h3>{words.input}</h3>
        {readOnly ? (
          <ReadOnlyTag />
        ) : (
          <Button
            size="xs"
            variant="quiet"
            icon={<IconBraces size={14} stroke={1.5} aria-hidden />}
            disabled={formatted === undefined || formatted === test.resource}
            onClick={() => formatted !== undefined && change({ resource: formatted })}
          >
            Format
          </Button>
        )}
      </div>
      <div className={styles.eventEditor}>
        <JsonEditor
          key={test.key}
          label={`${words.input} of ${test.name}`}
          value={test.resource}
          readOnly={readOnly}
          onChange={(resource) => change({ resource })}
        />
      </div>
      {fault && (
        <p className={styles.eventFault} role="status">
          {fault}
        </p>
      )}
      {(!readOnly || test.mocks.length > 0) && (
        <fieldset className={styles.bare} disabled={readOnly} aria-label="Mocks">
          <KeyValueInput
            label="Mocks"
            help="Names of the body, and what calling them returns"
            keyLabel="Object name"
            valueLabel="Return value"
            value={test.mocks.map((mock) => ({ key: mock.objectName, value: mock.returnValue }))}
            onChange={(pairs) =>
              change({ mocks: pairs.map(({ key, value }) => ({ objectName: key, returnValue: value })) })
            }
          />
        </fieldset>
      )}
      {!readOnly && (
        <div className={styles.testActions}>
          <Button
            size="xs"
            variant="quiet"
            icon={<IconCopy size={14} stroke={1.5} aria-hidden />}
            onClick={props.onCopy}
          >
            Copy test
          </Button>
          <Button
            size="xs"
            variant="quiet"
            icon={<IconTrash size={14} stroke={1.5} aria-hidden />}
            onClick={props.onDelete}
          >
            Delete test
          </Button>
        </div>
      )}
    </>
  );
}

/** What the last run came to, and on request its results with the failed ones first. */
function Summary({ tests, body, run, running, onOpen }: TestPaneProps) {
  const [isShown, setShown] = useState(false);
  if (running.length > 0)
    return (
      <span role="status">{`Running ${running.length === 1 ? '1 test' : `${running.length} tests`}`}</span>
    );
  const results = (run?.keys ?? []).flatMap((key) => {
    const test = tests.find((entry) => entry.key === key);
    const outcome = run?.outcomes.get(key);
    return test && outcome ? [{ test, outcome, record: outcome.record }] : [];
  });
  if (!run || results.length === 0) return <span>{tests.length > 0 ? 'Not run yet' : ''}</span>;
  const isAllPassed = results.every(({ record }) => record.passed);
  const isOld = results.some(({ test, outcome }) => isOutdated(outcome, body, test));
  return (
    <div className={styles.summary}>
      <div className={styles.summaryLine}>
        <span role="status" className={isAllPassed ? styles.goodText : styles.badText}>
          {summaryText(results.map(({ record }) => record))}
        </span>
        <span className={styles.quiet}>{isOld ? 'changed since this run' : `in ${run.milliseconds} ms`}</span>
        {results.length > 1 && (
          <button
            type="button"
            className={styles.link}
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide results' : 'View results'}
          </button>
        )}
      </div>
      {isShown && results.length > 1 && (
        <ul className={styles.results} aria-label="Test results">
          {failedFirst(results).map(({ test, outcome }) => (
            <li key={test.key}>
              <button type="button" className={styles.resultLine} onClick={() => onOpen(test.key)}>
                <TestGlyph state={stateOf(outcome)} />
                <span className={styles.ellipsis}>{test.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
