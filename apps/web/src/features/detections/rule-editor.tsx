import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { EditorFrame } from '../../editor/frame/editor-frame.tsx';
import { BackLink, CloneLink } from '../../editor/frame/editor-links.tsx';
import { EditorPanes } from '../../editor/frame/editor-panes.tsx';
import type { EditorPane } from '../../editor/frame/editor-panes.tsx';
import { RunTestsButton } from '../../editor/frame/run-tests-button.tsx';
import { useDraft } from '../../editor/frame/use-draft.ts';
import { useSaving } from '../../editor/frame/use-saving.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { Badge, KindBadge } from '../../ui/badge.tsx';
import { Pane } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { ConflictModal } from './conflict-modal.tsx';
import { ChangedHere, DerivedNote } from './derived-note.tsx';
import { DetectSection } from './detect-section.tsx';
import shared from './detections.module.css';
import { followsBase, judgesRows, runsAs, usualKind } from './kinds/index.ts';
import styles from './rule-editor.module.css';
import { requestRule, useBodyCheck, usePutRule, useSetEnabled } from './queries.ts';
import type { Diagnostic, Rule } from './queries.ts';
import { draftOf, faultCount, faultsOf, inputOf, isSameDraft, logicOf, storedInputOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';
import { ReplaySlot } from './replay-slot.ts';
import { testNotes } from './test-notes.ts';
import { usePythonKnowledge } from './use-python-knowledge.ts';
import { SettingsPane } from './settings-pane.tsx';
import { RuleTests } from './rule-tests.tsx';
import { useStudy } from './explain/use-study.ts';
import { isOutdated, raisedLines } from '../../editor/unit-tests/test-outcome.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { unnamedRuleId, useTestRun } from './use-test-run.ts';
import { useRememberRun } from './test-runs.ts';

/** Syntax is checked this long after the last key. */
const checkDelayMs = 300;

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
  const [openKey, setOpenKey] = useState(start.tests[0]?.key);
  const [pane, setPane] = useState<PaneId>('code');
  const graphql = useGraphql();
  const navigate = useNavigate();
  const put = usePutRule();
  const setEnabled = useSetEnabled();
  const testRun = useTestRun();
  const remember = useRememberRun();
  const noModify = useMissingPermission('RuleModify');
  const editing = useDraft({
    saved: rule,
    start,
    missing: noModify,
    isSameDraft,
  });
  const { saved, base, draft, setDraft, isNew, isManaged, isDirty, readOnly } = editing;

  const logic = logicOf(draft);
  const body = useDebounced(draft.body, checkDelayMs);
  const check = useBodyCheck(body, runsAs(draft.kind));
  const knowledge = usePythonKnowledge(draft.logTypes);
  const faults = faultsOf(draft);

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

  function showFault() {
    const firstTest = Object.keys(faults.testNames)[0];
    const { testNames: _names, logic: logicFault, inlineFilters: filterFault, ...fields } = faults;
    const isInLogic = logicFault !== undefined || filterFault !== undefined;
    const isInSettings = Object.keys(fields).length > 0;
    if (firstTest !== undefined) setOpenKey(firstTest);
    setPane(isInSettings ? 'settings' : isInLogic ? 'code' : 'tests');
  }
  const saving = useSaving(editing, {
    draftOf,
    faultCount: faultCount(faults),
    inputOf: storedInputOf,
    put,
    request: (id) => requestRule(graphql, id),
    nameOf: ({ displayName }) => displayName,
    showFault,
    onStored(stored) {
      if (draft.tests.length > 0) runAll(stored.versionId);
    },
    onLoaded: (fresh) => setOpenKey(fresh.tests[0]?.key),
    // The tests of a new rule run at its own address.
    onCreated: (id) =>
      void navigate({
        to: '/build/detections/rules/$ruleId/edit/',
        params: { ruleId: id },
        replace: true,
        state: { runTests: true },
      }),
  });
  const { isChecked } = saving;
  const shownFaults = isChecked ? faults : { testNames: faults.testNames };
  function switchEnabled(enabled: boolean) {
    // Managed content has one thing a person may change, and it needs no new version.
    if (!saved || !isManaged) return setDraft({ ...draft, enabled });
    setEnabled.mutate(
      { ids: [saved.id], enabled },
      {
        onSuccess: () => editing.settle({ enabled }),
        onError: (error) =>
          toast.error({ title: `${saved.displayName} is unchanged`, message: failureText(error) }),
      },
    );
  }

  useShortcut({
    keys: 'mod+enter',
    description: 'Run all tests',
    group: 'This page',
    whileTyping: true,
    run: () => runAll(),
  });

  const panes: EditorPane<PaneId>[] = [
    {
      id: 'settings',
      label: 'Settings',
      content: (
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
    },
    {
      id: 'code',
      label: 'Detect',
      content: (
        <DetectSection
          draft={draft}
          onDraft={setDraft}
          onTemplate={isNew && !isClone && draft.kind === usualKind ? applyTemplate : undefined}
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
    },
    {
      id: 'tests',
      label: 'Test',
      count: draft.tests.length,
      content: (
        <RuleTests
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
    },
  ];

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
      <EditorFrame
        editing={editing}
        saving={saving}
        noun="detection"
        title={draft.displayName || saved?.displayName || draft.id || 'New Detection'}
        subtitle={draft.id || 'no ID yet'}
        badges={
          <>
            <KindBadge kind={runsAs(draft.kind)} />
            {draft.simple !== undefined && <Badge>Simple</Badge>}
            {followsBase(draft.kind) && <Badge>Derived</Badge>}
          </>
        }
        back={<BackLink to="/build/detections/" list="detections" />}
        enabled={{
          checked: draft.enabled,
          disabled: noModify !== undefined || setEnabled.isPending,
          onChange: switchEnabled,
        }}
        onCancel={onCancel}
        actions={
          <RunTestsButton
            isRunning={testRun.running.length > 0}
            disabled={draft.tests.length === 0}
            onRun={() => runAll()}
          />
        }
        clone={
          saved && (
            <CloneLink
              to="/build/detections/new/"
              search={{ relatedDetectionId: saved.id, relationOperation: 'clone' }}
            />
          )
        }
        managedNote={
          saved && (
            <>
              This detection is managed: it can be switched on and off, and take filters from an event of its
              alerts. To change its text, make a clone.{' '}
              <Link
                className={shared.link}
                to="/build/detections/rules/$ruleId/"
                params={{ ruleId: saved.id }}
              >
                Its page
              </Link>{' '}
              has its history.
              <ChangedHere rule={saved} />
            </>
          )
        }
        note={draft.baseDetection !== undefined && <DerivedNote baseId={draft.baseDetection} rule={saved} />}
      >
        <EditorPanes layout="rail" noun="detection" panes={panes} shown={pane} onShow={setPane} />
        {/* The rows of a query are no stored events. */}
        {!judgesRows(draft.kind) && (
          <ReplaySlot.Place
            rule={sentRule}
            savedVersionId={saved?.versionId}
            isChecking={check.isPending || check.isPlaceholderData || body !== draft.body}
            blockedReason={syntaxFault(check.data)}
          />
        )}
      </EditorFrame>
      <ConflictModal
        theirs={saving.theirs}
        draft={draft}
        isSaving={saving.isSaving}
        onReload={saving.load}
        onOverwrite={(newer) => saving.store(newer.versionId)}
        onClose={saving.forgetTheirs}
      />
    </div>
  );
}

function syntaxFault(diagnostics: readonly Diagnostic[] = []): string | undefined {
  const first = diagnostics.find(({ severity }) => severity !== 'warning');
  return first && `Line ${first.line}: ${first.message}`;
}
