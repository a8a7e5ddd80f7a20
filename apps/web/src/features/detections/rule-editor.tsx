import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { EditorFrame } from '../../editor/frame/editor-frame.tsx';
import { BackLink, CloneLink } from '../../editor/frame/editor-links.tsx';
import { EditorPanes } from '../../editor/frame/editor-panes.tsx';
import type { EditorPane } from '../../editor/frame/editor-panes.tsx';
import { RunTestsButton } from '../../editor/frame/run-tests-button.tsx';
import { useDraft } from '../../editor/frame/use-draft.ts';
import { useSaving } from '../../editor/frame/use-saving.ts';
import type { TestRun } from '../../editor/unit-tests/test-outcome.ts';
import { useAskAboutFailing } from '../../editor/unit-tests/use-ask-about-failing.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useDestinations } from '../../lib/destination-overrides/queries.ts';
import { useDetectionIds } from '../../lib/detection-ids.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { Badge, KindBadge } from '../../ui/marks/badge.tsx';
import { Pane } from '../../ui/layout/page.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { ConflictModal } from './conflict-modal.tsx';
import { ChangedHere, DerivedNote } from './derived-note.tsx';
import { DetectSection } from './detect-section.tsx';
import shared from './detections.module.css';
import { followsBase, judgesRows, listedKindOf, runsAs, usualKind } from './kinds/index.ts';
import styles from './rule-editor.module.css';
import { requestRule, useBodyCheck, usePutRule, useSetEnabled } from './queries.ts';
import type { Diagnostic, Rule } from './queries.ts';
import { draftOf, faultCount, faultsOf, isSameDraft, storedInputOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';
import { ReplaySlot } from './replay-slot.ts';
import { usePythonKnowledge } from './use-python-knowledge.ts';
import { SettingsPane } from './settings-pane.tsx';
import { RuleTests } from './rule-tests.tsx';
import { useStudy } from './explain/use-study.ts';
import { runnableInput, useEditedTests } from './use-edited-tests.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

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
  const [pane, setPane] = useState<PaneId>('code');
  const graphql = useGraphql();
  const navigate = useNavigate();
  const put = usePutRule();
  const setEnabled = useSetEnabled();
  const noModify = useMissingPermission('RuleModify');
  const editing = useDraft({
    saved: rule,
    start,
    missing: noModify,
    isSameDraft,
    keptAs: 'rule',
  });
  const { saved, base, draft, setDraft, isNew, isManaged, isDirty, readOnly } = editing;

  const tests = useEditedTests({
    draft,
    savedVersionId: isDirty ? undefined : saved?.versionId,
    runsAtFirst: runsTests,
  });
  const { setOpenKey, runAll } = tests;
  const body = useDebounced(draft.body, checkDelayMs);
  const check = useBodyCheck(body, listedKindOf(draft.kind).bodyKind);
  const isChecking = check.isPlaceholderData || body !== draft.body;
  const knowledge = usePythonKnowledge(draft.logTypes);
  const ids = useDetectionIds(isNew);
  // Once it is sent, the rule that has the ID is this one.
  const taken = put.isPending || put.isSuccess ? undefined : ids;
  const { data: destinations } = useDestinations();
  const faults = faultsOf(draft, { taken, destinations });
  const sentRule = useMemo(() => runnableInput(draft), [draft]);
  const study = useStudy(sentRule);
  const ask = useAskAboutFailing('detection');
  /** Of what is being saved. */
  const askedRun = useRef<TestRun>(undefined);

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
    async mayStore() {
      const run = await runAll();
      askedRun.current = run;
      return ask(run);
    },
    onStored(stored) {
      if (askedRun.current) tests.rememberRun(askedRun.current, stored.versionId);
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
  const isTaken = taken?.has(draft.id.trim()) === true;
  const shownFaults = isChecked
    ? faults
    : { testNames: faults.testNames, ...(isTaken ? { id: faults.id } : {}) };
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
    run: () => void runAll(),
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
          openTest={tests.openTest}
          savedBody={saved && base.body}
          diagnostics={check.data}
          isChecking={isChecking}
          raised={tests.raised}
          knowledge={knowledge}
          settledBody={body}
          notes={study.notes ?? tests.notes}
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
          onTests={(changed) => setDraft((before) => ({ ...before, tests: changed }))}
          body={tests.logic}
          run={tests.run}
          running={tests.running}
          onRun={tests.runTests}
          openKey={tests.openKey}
          onOpen={setOpenKey}
          readOnly={readOnly}
          ruleId={saved?.id}
          logTypes={judgesRows(draft.kind) ? undefined : draft.logTypes}
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
        void runAll();
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
            isRunning={tests.running.length > 0}
            disabled={draft.tests.length === 0}
            onRun={() => void runAll()}
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
        managedNote={saved && <ManagedNote rule={saved} />}
        note={draft.baseDetection !== undefined && <DerivedNote baseId={draft.baseDetection} rule={saved} />}
      >
        <EditorPanes layout="rail" noun="detection" panes={panes} shown={pane} onShow={setPane} />
        {/* The rows of a query are no stored events. */}
        {!judgesRows(draft.kind) && (
          <ReplaySlot.Place
            rule={sentRule}
            savedVersionId={saved?.versionId}
            isChecking={check.isPending || isChecking}
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

/** Why most of a managed rule is not changed here. */
function ManagedNote({ rule }: { rule: Rule }) {
  return (
    <>
      This detection is managed: it can be switched on and off, and take filters from an event of its alerts.
      To change its text, make a clone.{' '}
      <Link className={shared.link} to="/build/detections/rules/$ruleId/" params={{ ruleId: rule.id }}>
        Its page
      </Link>{' '}
      has its history.
      <ChangedHere rule={rule} />
    </>
  );
}

function syntaxFault(diagnostics: readonly Diagnostic[] = []): string | undefined {
  const first = diagnostics.find(({ severity }) => severity !== 'warning');
  return first && `Line ${first.line}: ${first.message}`;
}
