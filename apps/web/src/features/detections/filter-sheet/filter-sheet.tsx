import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { FilterRequest } from '../../../lib/filter-request.ts';
import { countOf } from '../../../lib/format-number.ts';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../../lib/session/session-context.tsx';
import type { SidePanelProps } from '../../../lib/side-panels.ts';
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx';
import { Checkbox, SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { useConfirm } from '../../../ui/overlays/confirm.tsx';
import { Note } from '../../../ui/layout/note.tsx';
import { SideSheet } from '../../../ui/overlays/side-sheet.tsx';
import { Spinner } from '../../../ui/marks/spinner.tsx';
import { FailedState } from '../../../ui/layout/states.tsx';
import { useRule, useUpdateFilters, type Rule, type UnitTest } from '../queries.ts';
import { draftOf } from '../rule-draft.ts';
import { filtersViewOf, readFiltersText, textOfFilters } from '../rule-builder/filters-text.ts';
import { FiltersEditor, filterLanguage } from '../rule-builder/filters-editor.tsx';
import type { NodePath } from '../rule-builder/tree.ts';
import { summaryText } from '../../../editor/unit-tests/test-outcome.ts';
import { TestResult } from '../../../editor/unit-tests/test-result.tsx';
import { useTestRun } from '../use-test-run.ts';
import styles from './filter-sheet.module.css';
import { alertTest, filterFor, filterTexts, savedText, withFilter } from './new-filter.ts';
import { RuleCard } from './rule-card.tsx';
import { RuleChoice } from './rule-choice.tsx';

/** Adds a filter to the detection behind an event, and the event as a test that the filter works. */
export default function FilterSheet({ input: request, isOpen, onClose }: SidePanelProps<'rule-filter'>) {
  const [ruleId, setRuleId] = useState(request.ruleId);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const [changes, setChanges] = useState(0);
  const confirm = useConfirm();
  async function close() {
    const isSure =
      changes === 0 ||
      (await confirm({
        title: 'Discard Changes',
        message: 'Would you like to discard the current changes to this Detection?',
        cancelLabel: 'Back to Edit',
        confirmLabel: 'Discard Changes',
        danger: true,
      }));
    if (isSure) onClose();
  }
  const inside = { request, foot, onChanges: setChanges, onClose: () => void close() };
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={() => void close()}
      title="Add Filter"
      subtitle={
        request.ruleId === undefined
          ? "To a detection of this event's log type"
          : 'To the detection behind this event'
      }
      actions={<span ref={setFoot} className={styles.foot} />}
    >
      {ruleId === undefined ? (
        <>
          <RuleChoice logType={request.logType} onChoose={setRuleId} />
          <Foot at={foot}>
            <Button onClick={inside.onClose}>Close</Button>
          </Foot>
        </>
      ) : (
        <RuleFilters ruleId={ruleId} {...inside} />
      )}
    </SideSheet>
  );
}

function Foot({ at, children }: { at: HTMLElement | null; children: ReactNode }) {
  return at && createPortal(children, at);
}

interface InsideProps {
  request: FilterRequest;
  /** Where the buttons are drawn. */
  foot: HTMLElement | null;
  /** Says how much there is to lose. */
  onChanges: (count: number) => void;
  onClose: () => void;
}

function RuleFilters({ ruleId, ...inside }: InsideProps & { ruleId: string }) {
  const query = useRule(ruleId);
  if (query.data) return <Loaded key={query.data.id} rule={query.data} {...inside} />;
  return (
    <>
      {query.error ? (
        <FailedState
          title="The detection could not be loaded"
          message={failureText(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className={styles.loading}>
          <Spinner label="Loading the detection" />
        </div>
      )}
      <Foot at={inside.foot}>
        <Button onClick={inside.onClose}>Close</Button>
      </Foot>
    </>
  );
}

interface Start {
  text: string;
  newPath: NodePath | undefined;
  /** Why the filter could not be put in by itself. */
  hint: string | undefined;
}

/** The rule's filters with the one that was asked for. */
function startOf(rule: Rule, request: FilterRequest): Start {
  const text = rule.inlineFilters ?? '';
  const filter = filterFor(request);
  if (!filter)
    return { text, newPath: undefined, hint: 'The name of this field has signs that filters do not know.' };
  const { model, reason } = filtersViewOf(text);
  if (!model) return { text, newPath: undefined, hint: `${reason.message} Add the filter in its YAML.` };
  const { root, path } = withFilter(model, filter);
  const next = textOfFilters(root);
  filterLanguage.written.set(next, root);
  return { text: next, newPath: path, hint: undefined };
}

type Outcome =
  | { kind: 'saved'; testName: string | undefined }
  | { kind: 'invalid' }
  | { kind: 'failed'; reason: string };

function Loaded({ rule, request, foot, onChanges, onClose }: InsideProps & { rule: Rule }) {
  const [stored, setStored] = useState(rule);
  const [start, setStart] = useState(() => startOf(rule, request));
  const [text, setText] = useState(start.text);
  const [test, setTest] = useState<UnitTest>();
  const [isChecked, setChecked] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const update = useUpdateFilters();
  const testRun = useTestRun();
  const noModify = useMissingPermission('RuleModify');
  const savedFilters = stored.inlineFilters ?? '';
  const changes = (text === savedFilters ? 0 : 1) + (test ? 1 : 0);
  const isBusy = update.isPending || testRun.running.length > 0;
  const { filters, problems } = readFiltersText(text);

  function reset() {
    setText(savedFilters);
    setStart({ text: savedFilters, newPath: undefined, hint: undefined });
    setTest(undefined);
    setChecked(false);
    setOutcome(undefined);
  }
  useEffect(() => {
    onChanges(changes);
  }, [changes, onChanges]);
  async function save() {
    if (isBusy) return;
    setOutcome(undefined);
    if (problems.length > 0 || filters === undefined) {
      setChecked(true);
      setOutcome({ kind: 'invalid' });
      return;
    }
    try {
      const { id, versionId, enabled, severity, tests } = stored;
      const next = await update.mutateAsync({
        id,
        versionId,
        enabled,
        severity,
        inlineFilters: text.trim() === '' ? null : text,
        ...(test ? { tests: [...tests, test] } : {}),
      });
      setStored(next);
      setText(next.inlineFilters ?? '');
      setStart({ text, newPath: undefined, hint: undefined });
      setOutcome({ kind: 'saved', testName: test?.name });
      setTest(undefined);
      const draft = draftOf(next);
      const keys = test ? draft.tests.slice(-1).map(({ key }) => key) : draft.tests.map(({ key }) => key);
      await testRun.start(draft, keys);
    } catch (error) {
      setOutcome({ kind: 'failed', reason: failureText(error) });
    }
  }
  return (
    <>
      <Foot at={foot}>
        <span className={styles.changes}>{changes > 0 && countOf(changes, 'change')}</span>
        <Button onClick={onClose}>Close</Button>
        <Button disabled={changes === 0 || isBusy} onClick={reset}>
          Discard Changes
        </Button>
        <Button
          variant="primary"
          loading={isBusy}
          disabled={changes === 0}
          disabledReason={noModify}
          onClick={() => void save()}
        >
          {'Save & Run Test'}
        </Button>
      </Foot>
      <div className={styles.body}>
        <OutcomeNote outcome={outcome} ruleId={rule.id} />
        <RuleCard rule={stored} />
        {start.hint && <Note>{start.hint}</Note>}
        <FiltersEditor
          key={stored.versionId}
          text={text}
          onText={(next) => {
            setText(next);
            setOutcome(undefined);
          }}
          logTypes={stored.logTypes}
          isChecked={isChecked}
          newPath={text === start.text ? start.newPath : undefined}
          eventText={undefined}
          builderOnly={!stored.isSimpleDetection}
          readOnly={noModify !== undefined}
        />
        <section className={styles.part} aria-label="Unit Test">
          <h3>Unit Test</h3>
          <Checkbox
            label={filterTexts.addTest}
            help={stored.managed ? filterTexts.managedTests : undefined}
            checked={test !== undefined}
            disabled={stored.managed || noModify !== undefined}
            onChange={(isAdded) =>
              setTest(isAdded ? alertTest(request.event, new Date(), stored.tests) : undefined)
            }
          />
          {test && <NewTest test={test} onTest={setTest} />}
          <Results run={testRun.run} />
          {testRun.failure !== undefined && (
            <Note tone="danger" title="The test could not be run">
              {testRun.failure}
            </Note>
          )}
        </section>
      </div>
    </>
  );
}

function OutcomeNote({ outcome, ruleId }: { outcome: Outcome | undefined; ruleId: string }) {
  if (!outcome) return null;
  const view = (
    <ButtonLink size="sm" to="/build/detections/rules/$ruleId/" params={{ ruleId }}>
      View Detection
    </ButtonLink>
  );
  if (outcome.kind === 'saved')
    return (
      <div role="status">
        <Note tone="success" action={view}>
          {savedText(outcome.testName)}
        </Note>
      </div>
    );
  return (
    <div role="alert">
      {outcome.kind === 'invalid' ? (
        <Note tone="danger">{filterTexts.invalid}</Note>
      ) : (
        <Note tone="danger" title={filterTexts.failed} action={view}>
          {outcome.reason}
        </Note>
      )}
    </div>
  );
}

function NewTest({ test, onTest }: { test: UnitTest; onTest: (test: UnitTest) => void }) {
  return (
    <div className={styles.test}>
      <div className={styles.trigger}>
        <span>{filterTexts.trigger}</span>
        <SegmentedControl
          label={filterTexts.trigger}
          size="sm"
          options={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={test.expectedResult ? 'yes' : 'no'}
          onChange={(answer) => onTest({ ...test, expectedResult: answer === 'yes' })}
        />
      </div>
      <span className={styles.hint}>
        Name <span className={styles.name}>{test.name}</span>
      </span>
      <div className={styles.event}>
        <CodeBlock code={test.resource} />
      </div>
    </div>
  );
}

function Results({ run }: { run: ReturnType<typeof useTestRun>['run'] }) {
  if (!run) return null;
  const outcomes = run.keys.flatMap((key) => run.outcomes.get(key) ?? []);
  const failed = outcomes.filter(({ record }) => !record.passed);
  const shown = failed.length > 0 ? failed : outcomes.slice(-1);
  return (
    <div className={styles.part}>
      <Note tone={failed.length > 0 ? 'danger' : 'success'}>
        {summaryText(outcomes.map(({ record }) => record))}
      </Note>
      {shown.map((outcome) => (
        <TestResult key={outcome.record.name} outcome={outcome} isOutdated={false} />
      ))}
    </div>
  );
}
