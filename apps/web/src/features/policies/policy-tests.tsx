import { useState } from 'react';
import { JsonEditor } from '../../editor/json/json-editor.tsx';
import { resourceName } from '../../lib/compliance/resource-name.ts';
import { cx } from '../../lib/class-names.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconCircleX,
  IconMinus,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '../../ui/icons.ts';
import { KeyValueInput } from '../../ui/key-value-input.tsx';
import { Pane } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './policies.module.css';
import { draftTest, newTest } from './policy-draft.ts';
import type { DraftTest } from './policy-draft.ts';
import { useSamples } from './queries.ts';
import type { TestRecord } from './queries.ts';

/** How a test went, and for which code and test. */
export interface Outcome {
  record: TestRecord;
  body: string;
  test: DraftTest;
}

export interface PolicyTestsProps {
  tests: readonly DraftTest[];
  onTests: (tests: DraftTest[]) => void;
  body: string;
  resourceTypes: readonly string[];
  outcomes: ReadonlyMap<string, Outcome>;
  isRunning: boolean;
  onRun: (keys: readonly string[]) => void;
  openKey: string | undefined;
  onOpen: (key: string | undefined) => void;
  readOnly: boolean;
  faults: Record<string, string>;
}

/** The unit tests of a policy: each opens to its result, its resource and its mocks. */
export function PolicyTests(props: PolicyTestsProps) {
  const { tests, onTests, outcomes, isRunning, onRun, openKey, onOpen, readOnly } = props;
  function add(test: DraftTest) {
    onTests([...tests, test]);
    onOpen(test.key);
  }
  const results = tests.flatMap((test) => outcomes.get(test.key) ?? []);
  const failed = results.filter(({ record }) => !record.passed).length;
  return (
    <Pane
      title="Test"
      actions={
        <>
          {!readOnly && (
            <IconButton label="Add test" size="sm" onClick={() => add(draftTest(newTest(tests)))}>
              <IconPlus size={16} stroke={1.5} aria-hidden />
            </IconButton>
          )}
          {tests.length > 0 && (
            <Button
              size="sm"
              icon={<IconPlayerPlay size={14} stroke={1.5} aria-hidden />}
              loading={isRunning}
              onClick={() => onRun(tests.map((test) => test.key))}
            >
              Run all
            </Button>
          )}
        </>
      }
      footer={
        <span role="status" className={cx(results.length > 0 && (failed > 0 ? styles.bad : styles.good))}>
          {results.length === 0
            ? tests.length > 0 && 'Not run yet'
            : failed === 0
              ? `${results.length} passed`
              : `${failed} of ${results.length} failed`}
        </span>
      }
    >
      {tests.length === 0 && (
        <p className={styles.noTests}>
          There are no Unit Tests
          {!readOnly && (
            <Button size="sm" onClick={() => add(draftTest(newTest(tests)))}>
              Add a new unit test
            </Button>
          )}
        </p>
      )}
      <ul>
        {tests.map((test) => {
          const isOpen = openKey === test.key;
          const outcome = outcomes.get(test.key);
          return (
            <li key={test.key} className={styles.test}>
              <button
                type="button"
                className={styles.testHead}
                aria-expanded={isOpen}
                onClick={() => onOpen(isOpen ? undefined : test.key)}
              >
                <IconChevronRight
                  size={14}
                  stroke={1.5}
                  aria-hidden
                  className={isOpen ? styles.turned : undefined}
                />
                <Glyph outcome={outcome} />
                <span className={styles.ellipsis}>{test.name || 'Unnamed test'}</span>
                {props.faults[test.key] && <Badge tone="danger">{props.faults[test.key]}</Badge>}
                <span className={styles.pushedQuiet}>
                  {test.expectedResult ? 'complies' : 'does not comply'}
                </span>
              </button>
              {isOpen && (
                <OpenTest
                  {...props}
                  test={test}
                  outcome={outcome}
                  onTest={(next) => onTests(tests.map((other) => (other.key === next.key ? next : other)))}
                  onDelete={() => onTests(tests.filter((other) => other.key !== test.key))}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Pane>
  );
}

function Glyph({ outcome }: { outcome: Outcome | undefined }) {
  const look = { size: 16, stroke: 1.5, role: 'img' } as const;
  if (!outcome) return <IconMinus {...look} aria-label="Not run" className={styles.quiet} />;
  if (outcome.record.result === 'ERROR')
    return <IconAlertTriangle {...look} aria-label="Error" className={styles.warn} />;
  return outcome.record.passed ? (
    <IconCircleCheck {...look} aria-label="Passed" className={styles.good} />
  ) : (
    <IconCircleX {...look} aria-label="Failed" className={styles.bad} />
  );
}

function OpenTest(
  props: PolicyTestsProps & {
    test: DraftTest;
    outcome: Outcome | undefined;
    onTest: (test: DraftTest) => void;
    onDelete: () => void;
  },
) {
  const { test, outcome, onTest, readOnly } = props;
  const change = (part: Partial<DraftTest>) => onTest({ ...test, ...part });
  const fault = faultOfResource(test.resource);
  const isOld = outcome && (outcome.body !== props.body || outcome.test !== test);
  return (
    <div className={styles.testBody}>
      {outcome && <Result outcome={outcome} isOld={isOld === true} />}
      {!readOnly && (
        <TextInput
          label="Test name"
          size="sm"
          value={test.name}
          onChange={(name) => change({ name })}
          error={props.faults[test.key]}
        />
      )}
      <Switch
        label="The resource should comply"
        checked={test.expectedResult}
        disabled={readOnly}
        onChange={(expectedResult) => change({ expectedResult })}
      />
      {!readOnly && (
        <FromInventory types={props.resourceTypes} onChoose={(resource) => change({ resource })} />
      )}
      <div className={styles.resourceEditor}>
        <JsonEditor
          key={test.key}
          label={`Resource of ${test.name}`}
          value={test.resource}
          readOnly={readOnly}
          onChange={(resource) => change({ resource })}
        />
      </div>
      {fault && (
        <p className={styles.bad} role="status">
          {fault}
        </p>
      )}
      {(!readOnly || test.mocks.length > 0) && (
        <KeyValueInput
          label="Mocks"
          help="Names of the body, and what calling them returns"
          keyLabel="Object name"
          valueLabel="Return value"
          value={test.mocks.map((mock) => ({ key: mock.objectName, value: mock.returnValue }))}
          onChange={(pairs) =>
            readOnly ||
            change({ mocks: pairs.map(({ key, value }) => ({ objectName: key, returnValue: value })) })
          }
        />
      )}
      <div className={styles.testActions}>
        <Button size="xs" loading={props.isRunning} onClick={() => props.onRun([test.key])}>
          Run
        </Button>
        {!readOnly && (
          <Button
            size="xs"
            variant="quiet"
            icon={<IconTrash size={14} stroke={1.5} aria-hidden />}
            onClick={props.onDelete}
          >
            Delete test
          </Button>
        )}
      </div>
    </div>
  );
}

function faultOfResource(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
    return 'A resource is a JSON object, in braces.';
  } catch (error) {
    return error instanceof Error ? error.message : 'This is no JSON.';
  }
}

/** Fills a test with a resource that is really there. */
function FromInventory(props: { types: readonly string[]; onChoose: (resource: string) => void }) {
  const [isWanted, setWanted] = useState(false);
  const mayRead = usePermission('ResourceRead');
  const samples = useSamples(props.types, isWanted && mayRead);
  if (!mayRead) return null;
  if (!isWanted) {
    return (
      <Button size="xs" variant="quiet" onClick={() => setWanted(true)}>
        Load a resource of the inventory
      </Button>
    );
  }
  return (
    <Select
      label="Resource of the inventory"
      size="sm"
      searchable
      placeholder={samples.data?.length === 0 ? 'There is none of these types' : 'Choose'}
      options={(samples.data ?? []).map(({ id, attributes }) => ({
        value: id,
        label: resourceName(id, attributes),
      }))}
      value={null}
      onChange={(id) => {
        const found = samples.data?.find((sample) => sample.id === id);
        if (found) props.onChoose(JSON.stringify(found.attributes, null, 2));
      }}
    />
  );
}

function Result({ outcome, isOld }: { outcome: Outcome; isOld: boolean }) {
  const { record } = outcome;
  return (
    <div className={styles.result} data-outdated={isOld || undefined}>
      <p>
        <b className={record.passed ? styles.good : styles.bad}>{record.passed ? 'Passed' : 'Failed'}</b>{' '}
        {record.error ??
          (record.actualResult === null
            ? ''
            : `policy() said it ${record.actualResult ? 'complies' : 'does not comply'}`)}
        {isOld && <span className={styles.quiet}> changed since this run</span>}
      </p>
      <dl className={styles.functions}>
        {record.functions.map((entry) => [
          <dt key={`${entry.name} name`}>{entry.name === 'detection' ? 'policy' : entry.name}</dt>,
          <dd key={entry.name} className={entry.error === null ? undefined : styles.bad}>
            {entry.error ?? entry.output ?? 'None'}
          </dd>,
        ])}
      </dl>
      {record.output !== '' && <CodeBlock label="Printed output" code={record.output.trimEnd()} wrap />}
    </div>
  );
}
