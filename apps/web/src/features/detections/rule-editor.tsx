import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Badge, KindBadge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { IconArrowLeft, IconCopy, IconPlayerPlay } from '../../ui/icons.ts';
import { Note } from '../../ui/note.tsx';
import { Pane, PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { UnsavedChangesPrompt } from '../../ui/unsaved-changes.tsx';
import { ConflictModal } from './conflict-modal.tsx';
import { DerivedNote } from './derived-note.tsx';
import { DetectSection } from './detect-section.tsx';
import shared from './detections.module.css';
import styles from './rule-editor.module.css';
import { requestRule, useBodyCheck, usePutRule, useSetEnabled } from './queries.ts';
import type { Diagnostic, Rule } from './queries.ts';
import { draftOf, faultCount, faultsOf, inputOf, isSameDraft, logicOf, storedInputOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';
import { ReplaySlot } from './replay-slot.ts';
import { testNotes } from './test-notes.ts';
import { usePythonKnowledge } from './use-python-knowledge.ts';
import { SettingsPane } from './settings-pane.tsx';
import { TestPane } from './test-pane.tsx';
import { useStudy } from './explain/use-study.ts';
import { isOutdated, raisedLines } from './test-outcome.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { unnamedRuleId, useTestRun } from './use-test-run.ts';
import { useRememberRun } from './test-runs.ts';

/** Syntax is checked this long after the last key. */
const checkDelayMs = 300;
/** Below these widths the panes become tabs, and the code is for reading. */
const panesFromPx = 1100;
const editFromPx = 768;

type PaneId = 'settings' | 'code' | 'tests';

export interface RuleEditorProps {
  /** The saved rule; absent for a new one. */
  rule?: Rule;
  start: RuleDraft;
  /** The start is a copy of another rule. */
  isClone?: boolean;
  /** Runs all tests at once: it was just created. */
  runsTests?: boolean;
  /** Leaves without saving. */
  onCancel: () => void;
}

/** The workplace for one rule: settings, code and unit tests side by side. */
export function RuleEditor(props: RuleEditorProps) {
  const { rule, start, isClone = false, runsTests = false, onCancel } = props;
  const [saved, setSaved] = useState(rule);
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const [openKey, setOpenKey] = useState(start.tests[0]?.key);
  const [pane, setPane] = useState<PaneId>('code');
  const [theirs, setTheirs] = useState<Rule>();
  const [leavingTo, setLeavingTo] = useState<string>();
  const graphql = useGraphql();
  const navigate = useNavigate();
  const put = usePutRule();
  const setEnabled = useSetEnabled();
  const testRun = useTestRun();
  const remember = useRememberRun();
  const width = useWindowWidth();
  const noModify = useMissingPermission('RuleModify');
  const isNew = saved === undefined;
  const isManaged = saved?.managed === true;
  const readOnly = isManaged || noModify !== undefined || width < editFromPx;

  const logic = logicOf(draft);
  const body = useDebounced(draft.body, checkDelayMs);
  const check = useBodyCheck(body);
  const knowledge = usePythonKnowledge(draft.logTypes);
  const faults = faultsOf(draft);
  const count = faultCount(faults);
  const isDirty = useMemo(() => !isSameDraft(draft, base), [draft, base]);
  const shownFaults = isChecked ? faults : { testNames: faults.testNames };

  // A test's line is marked while code and test are what ran.
  const openTest = draft.tests.find((test) => test.key === openKey);
  const openOutcome = openKey === undefined ? undefined : testRun.run?.outcomes.get(openKey);
  const raised = useMemo(
    () =>
      openOutcome && openTest && !isOutdated(openOutcome, logic, openTest)
        ? raisedLines(openOutcome.record, draft.id.trim() || unnamedRuleId)
        : [],
    [openOutcome, openTest, logic, draft.id],
  );

  const notes = useMemo(
    () =>
      openOutcome && openTest && !isOutdated(openOutcome, logic, openTest)
        ? testNotes(openOutcome.record, draft.body, draft.id.trim() || unnamedRuleId)
        : [],
    [openOutcome, openTest, logic, draft.body, draft.id],
  );

  const sentRule = useMemo(
    () => inputOf({ ...draft, id: draft.id.trim() || unnamedRuleId }, { isNew: false }),
    [draft],
  );
  const study = useStudy(sentRule);
  const leave = useEffectEvent((id: string) => {
    void navigate({
      to: '/build/detections/rules/$ruleId/edit/',
      params: { ruleId: id },
      replace: true,
      state: { runTests: true },
    });
  });
  useEffect(() => {
    if (leavingTo !== undefined) leave(leavingTo);
  }, [leavingTo]);

  /** With the version that was just saved, or that of a rule without changes, the result is remembered for the list. */
  function runTests(keys: readonly string[], versionId = isDirty ? undefined : saved?.versionId) {
    if (keys.length === 0) return;
    const isWhole = keys.length === draft.tests.length;
    void testRun.start(draft, keys).then((run) => {
      if (!run) return;
      const failed = run.keys.filter((key) => run.outcomes.get(key)?.record.passed === false);
      if (keys.length > 1 && failed[0] !== undefined) setOpenKey(failed[0]);
      if (isWhole && versionId !== undefined)
        remember(versionId, { failed: failed.length, total: keys.length });
    });
  }
  const runAll = (versionId?: string) =>
    runTests(
      draft.tests.map((test) => test.key),
      versionId,
    );

  const runOnArrival = useEffectEvent(() => runAll());
  useEffect(() => {
    if (runsTests) runOnArrival();
  }, [runsTests]);

  function applyTemplate(next: RuleDraft) {
    setDraft(next);
    setOpenKey(next.tests[0]?.key);
  }

  function store(versionId: string | undefined) {
    put.mutate(storedInputOf(draft, { isNew, ...(versionId === undefined ? {} : { versionId }) }), {
      onSuccess(stored) {
        setSaved(stored);
        setBase(draft);
        setTheirs(undefined);
        setChecked(false);
        toast.success(`${stored.displayName} saved`);
        // A new rule gets an address of its own, where its tests run.
        if (isNew) setLeavingTo(stored.id);
        else if (draft.tests.length > 0) runAll(stored.versionId);
      },
      onError(error) {
        if (isConflict(error) && saved) void requestRule(graphql, saved.id).then(setTheirs, () => undefined);
      },
    });
  }
  function save() {
    if (readOnly || put.isPending) return;
    setChecked(true);
    if (count > 0) {
      const firstTest = Object.keys(faults.testNames)[0];
      const { testNames: _names, logic: logicFault, inlineFilters: filterFault, ...fields } = faults;
      const isInLogic = logicFault !== undefined || filterFault !== undefined;
      const isInSettings = Object.keys(fields).length > 0;
      if (firstTest !== undefined) setOpenKey(firstTest);
      setPane(isInSettings ? 'settings' : isInLogic ? 'code' : 'tests');
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
      return;
    }
    if (isNew || isDirty) store(saved?.versionId);
  }
  function loadTheirs(newer: Rule) {
    const fresh = draftOf(newer);
    setSaved(newer);
    setBase(fresh);
    setDraft(fresh);
    setOpenKey(fresh.tests[0]?.key);
    setTheirs(undefined);
    put.reset();
  }
  function switchEnabled(enabled: boolean) {
    // Managed content has one thing a person may change, and it needs no new version.
    if (!saved || !isManaged) return setDraft({ ...draft, enabled });
    setEnabled.mutate(
      { ids: [saved.id], enabled },
      {
        onSuccess() {
          setDraft({ ...draft, enabled });
          setBase({ ...base, enabled });
        },
        onError: (error) =>
          toast.error({ title: `${saved.displayName} is unchanged`, message: failureText(error) }),
      },
    );
  }

  useShortcut({
    keys: 'mod+s',
    description: 'Save',
    group: 'This page',
    whileTyping: true,
    run: save,
  });
  useShortcut({
    keys: 'mod+enter',
    description: 'Run all tests',
    group: 'This page',
    whileTyping: true,
    run: () => runAll(),
  });

  const panes: Record<PaneId, React.ReactNode> = {
    settings: (
      <Pane className={styles.settingsPane}>
        <SettingsPane
          draft={draft}
          onDraft={setDraft}
          faults={shownFaults}
          isNew={isNew}
          readOnly={readOnly}
        />
      </Pane>
    ),
    code: (
      <DetectSection
        draft={draft}
        onDraft={setDraft}
        onTemplate={isNew && !isClone ? applyTemplate : undefined}
        isExisting={!isNew}
        isChecked={isChecked}
        openTest={openTest}
        savedBody={saved && base.body}
        diagnostics={check.data}
        isChecking={check.isPlaceholderData || body !== draft.body}
        raised={raised}
        knowledge={knowledge}
        settledBody={body}
        notes={study.notes ?? notes}
        loadError={saved?.loadError ?? null}
        readOnly={readOnly}
      />
    ),
    tests: (
      <TestPane
        step={4}
        tests={draft.tests}
        onTests={(tests) => setDraft((before) => ({ ...before, tests }))}
        body={logic}
        run={testRun.run}
        running={testRun.running}
        onRun={runTests}
        openKey={openKey}
        onOpen={setOpenKey}
        readOnly={readOnly}
        ruleId={saved?.id}
        nameFaults={shownFaults.testNames}
        // Conditions of simple detections show the test's values themselves; the studies read Python.
        study={draft.simple === undefined ? study : undefined}
      />
    ),
  };

  return (
    <div
      className={styles.editor}
      onKeyDownCapture={(event) => {
        // The code editors would take it for a new line.
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        if (!(event.target instanceof HTMLElement) || !event.target.closest('.cm-editor')) return;
        event.preventDefault();
        event.stopPropagation();
        runAll();
      }}
    >
      <UnsavedChangesPrompt when={isDirty && leavingTo === undefined} what="this detection" />
      <PageHeader
        work
        icon={
          <ButtonLink
            to="/build/detections/"
            variant="quiet"
            size="sm"
            aria-label="Back to detections"
            icon={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
          />
        }
        title={draft.displayName || saved?.displayName || draft.id || 'New Detection'}
        badges={
          <span className={shared.headBadges}>
            <KindBadge kind={draft.kind === 'SCHEDULED_RULE' ? 'SCHEDULED_RULE' : 'RULE'} />
            {draft.simple !== undefined && <Badge>Simple</Badge>}
            {draft.kind === 'DERIVED_RULE' && <Badge>Derived</Badge>}
            {isManaged && <Badge>Managed</Badge>}
          </span>
        }
        subtitle={<span className={shared.mono}>{draft.id || 'no ID yet'}</span>}
        actions={
          <div className={shared.headActions}>
            <span className={styles.unsaved} role="status">
              {[
                isDirty && !isNew && 'Unsaved changes',
                isChecked && count > 0 && `${countOf(count, 'field')} to mend`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <Switch
              label="Enabled"
              checked={draft.enabled}
              disabled={noModify !== undefined || setEnabled.isPending}
              onChange={switchEnabled}
            />
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
            <Button
              keys="mod+Enter"
              icon={<IconPlayerPlay size={14} stroke={1.5} aria-hidden />}
              loading={testRun.running.length > 0}
              disabled={draft.tests.length === 0}
              onClick={() => runAll()}
            >
              Run tests
            </Button>
            {isManaged && saved ? (
              <ButtonLink
                variant="primary"
                to="/build/detections/new/"
                search={{ relatedDetectionId: saved.id, relationOperation: 'clone' }}
                icon={<IconCopy size={16} stroke={1.5} aria-hidden />}
              >
                Clone & edit
              </ButtonLink>
            ) : (
              <SaveButton
                isSaving={put.isPending}
                missing={noModify}
                isNarrow={width < editFromPx}
                disabled={!isNew && !isDirty}
                onSave={save}
              />
            )}
          </div>
        }
      />
      {put.error && !isConflict(put.error) && (
        <div className={styles.saveFault}>
          <Note tone="danger" title="The detection is not saved">
            {failureText(put.error)}
          </Note>
        </div>
      )}
      {isManaged && (
        <div className={styles.saveFault}>
          <Note>
            This detection is managed: it can be switched on and off, and read. To change it, make a clone.{' '}
            <Link className={shared.link} to="/build/detections/rules/$ruleId/" params={{ ruleId: saved.id }}>
              Its page
            </Link>{' '}
            has its history.
          </Note>
        </div>
      )}
      {draft.baseDetection !== undefined && (
        <div className={styles.saveFault}>
          <DerivedNote baseId={draft.baseDetection} rule={saved} />
        </div>
      )}
      {width < editFromPx && !isManaged && (
        <div className={styles.saveFault}>
          <Note>Code is for reading in a window this narrow. Editing needs 768 pixels.</Note>
        </div>
      )}
      {width >= panesFromPx ? (
        <div className={styles.panes}>
          {panes.settings}
          {panes.code}
          {panes.tests}
        </div>
      ) : (
        <>
          <Tabs
            label="Parts of the detection"
            items={[
              { id: 'settings', label: 'Settings' },
              { id: 'code', label: 'Detect' },
              { id: 'tests', label: 'Test', count: draft.tests.length },
            ]}
            value={pane}
            onChange={setPane}
          />
          <div className={shared.onePane}>{panes[pane]}</div>
        </>
      )}
      <ReplaySlot.Place
        rule={sentRule}
        savedVersionId={saved?.versionId}
        isChecking={check.isPending || check.isPlaceholderData || body !== draft.body}
        blockedReason={syntaxFault(check.data)}
      />
      <ConflictModal
        theirs={theirs}
        draft={draft}
        isSaving={put.isPending}
        onReload={loadTheirs}
        onOverwrite={(newer) => store(newer.versionId)}
        onClose={() => setTheirs(undefined)}
      />
    </div>
  );
}

function syntaxFault(diagnostics: readonly Diagnostic[] = []): string | undefined {
  const first = diagnostics.find(({ severity }) => severity !== 'warning');
  return first && `Line ${first.line}: ${first.message}`;
}

function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'RevisionConflict';
}
