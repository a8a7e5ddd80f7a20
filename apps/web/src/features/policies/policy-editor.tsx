import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { EditorProblem } from '../../editor/code-editor.tsx';
import { PythonEditor } from '../../editor/python/python-editor.tsx';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Badge, KindBadge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { IconArrowLeft, IconCircleCheck, IconCircleX, IconPlayerPlay } from '../../ui/icons.ts';
import { Note } from '../../ui/note.tsx';
import { PageHeader, Pane } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { UnsavedChangesPrompt } from '../../ui/unsaved-changes.tsx';
import styles from './policies.module.css';
import { faultsOf, inputOf, isSameDraft } from './policy-draft.ts';
import type { PolicyDraft } from './policy-draft.ts';
import { PolicySettings } from './policy-settings.tsx';
import { PolicyTests } from './policy-tests.tsx';
import type { Outcome } from './policy-tests.tsx';
import { useBodyCheck, usePutPolicy, useTestPolicy } from './queries.ts';
import type { Diagnostic, Policy } from './queries.ts';

/** Syntax is checked this long after the last key. */
const checkDelayMs = 300;
/** Below these widths the panes become tabs, and the code is for reading. */
const panesFromPx = 1100;
const editFromPx = 768;

type PaneId = 'settings' | 'code' | 'tests';

export interface PolicyEditorProps {
  /** The saved policy; absent for a new one. */
  policy?: Policy;
  start: PolicyDraft;
  /** Leaves without saving. */
  onCancel: () => void;
}

/** The workplace for one policy: settings, code and unit tests side by side. */
export function PolicyEditor({ policy, start, onCancel }: PolicyEditorProps) {
  const [saved, setSaved] = useState(policy);
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const [openKey, setOpenKey] = useState(start.tests[0]?.key);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [pane, setPane] = useState<PaneId>('code');
  const [leavingTo, setLeavingTo] = useState<string>();
  const navigate = useNavigate();
  const put = usePutPolicy();
  const test = useTestPolicy();
  const width = useWindowWidth();
  const noModify = useMissingPermission('PolicyModify');
  const isNew = saved === undefined;
  const isManaged = saved?.managed === true;
  const readOnly = isManaged || noModify !== undefined || width < editFromPx;
  const body = useDebounced(draft.body, checkDelayMs);
  const check = useBodyCheck(body);
  const faults = faultsOf(draft);
  const faultCount = Object.keys(faults).length;
  const isDirty = useMemo(() => !isSameDraft(draft, base), [draft, base]);

  // Only once the draft counts as saved, so that leaving asks nothing.
  const leave = useEffectEvent((id: string) => {
    void navigate({
      to: '/build/detections/policies/$policyId/edit/',
      params: { policyId: id },
      replace: true,
    });
  });
  useEffect(() => {
    if (leavingTo !== undefined) leave(leavingTo);
  }, [leavingTo]);

  function runTests(keys: readonly string[]) {
    const chosen = draft.tests.filter(({ key }) => keys.includes(key));
    if (chosen.length === 0 || test.isPending) return;
    // The server wants names; they come back in the order they were sent.
    const tests = chosen.map((one, index) => ({ ...one, name: one.name.trim() || `Test ${index + 1}` }));
    test.mutate(inputOf({ ...draft, tests }, { isNew: false }), {
      onSuccess(records) {
        const next = new Map(outcomes);
        chosen.forEach((one, index) => {
          const record = records[index];
          if (record) next.set(one.key, { record, body: draft.body, test: one });
        });
        setOutcomes(next);
        const failed = chosen.find((one) => next.get(one.key)?.record.passed === false);
        if (chosen.length > 1 && failed) setOpenKey(failed.key);
      },
      onError: (error) => toast.error({ title: 'The tests could not be run', message: failureText(error) }),
    });
  }
  const runAll = () => runTests(draft.tests.map(({ key }) => key));
  function save() {
    if (readOnly || put.isPending) return;
    setChecked(true);
    if (faultCount > 0) {
      setPane(faults['id'] === undefined ? 'tests' : 'settings');
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
      return;
    }
    if (!isNew && !isDirty) return;
    put.mutate(inputOf(draft, { isNew, ...(saved ? { versionId: saved.versionId } : {}) }), {
      onSuccess(stored) {
        setSaved(stored);
        setBase(draft);
        setChecked(false);
        toast.success(`${stored.displayName} saved`);
        if (isNew) setLeavingTo(stored.id);
      },
    });
  }
  useShortcut({ keys: 'mod+s', description: 'Save', group: 'This page', whileTyping: true, run: save });
  useShortcut({
    keys: 'mod+enter',
    description: 'Run all tests',
    group: 'This page',
    whileTyping: true,
    run: runAll,
  });

  const shownFaults = isChecked ? faults : {};
  const panes: Record<PaneId, React.ReactNode> = {
    settings: (
      <Pane>
        <PolicySettings {...{ draft, isNew, readOnly }} onDraft={setDraft} faults={shownFaults} />
      </Pane>
    ),
    code: (
      <CodePane
        body={draft.body}
        onBody={(text) => setDraft((before) => (before.body === text ? before : { ...before, body: text }))}
        diagnostics={check.data}
        loadError={saved?.loadError ?? null}
        readOnly={readOnly}
      />
    ),
    tests: (
      <PolicyTests
        tests={draft.tests}
        onTests={(tests) => setDraft((before) => ({ ...before, tests }))}
        body={draft.body}
        resourceTypes={draft.resourceTypes}
        outcomes={outcomes}
        isRunning={test.isPending}
        onRun={runTests}
        openKey={openKey}
        onOpen={setOpenKey}
        readOnly={readOnly}
        faults={shownFaults}
      />
    ),
  };
  const narrowReason = width < editFromPx ? 'Editing needs a wider window.' : undefined;
  return (
    <div className={styles.editor}>
      <UnsavedChangesPrompt when={isDirty && leavingTo === undefined} what="this policy" />
      <PageHeader
        work
        icon={
          <ButtonLink
            to="/build/detections/policies/"
            variant="quiet"
            size="sm"
            aria-label="Back to policies"
            icon={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
          />
        }
        title={draft.displayName || saved?.displayName || draft.id || 'New Policy'}
        badges={
          <span className={styles.badges}>
            <KindBadge kind="POLICY" />
            {isManaged && <Badge>Managed</Badge>}
          </span>
        }
        subtitle={<span className={styles.mono}>{draft.id || 'no ID yet'}</span>}
        actions={
          <div className={styles.actions}>
            <span className={styles.unsaved} role="status">
              {isDirty && !isNew && 'Unsaved changes'}
              {isChecked && faultCount > 0 && ` ${countOf(faultCount, 'field')} to mend`}
            </span>
            <Switch
              label="Enabled"
              checked={draft.enabled}
              disabled={readOnly}
              onChange={(enabled) => setDraft({ ...draft, enabled })}
            />
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
            <Button
              keys="mod+Enter"
              icon={<IconPlayerPlay size={14} stroke={1.5} aria-hidden />}
              loading={test.isPending}
              disabled={draft.tests.length === 0}
              onClick={runAll}
            >
              Run tests
            </Button>
            <Button
              variant="primary"
              keys="mod+S"
              loading={put.isPending}
              disabledReason={
                noModify ?? (isManaged ? 'A managed policy cannot be changed. Clone it.' : narrowReason)
              }
              disabled={!isNew && !isDirty}
              onClick={save}
            >
              Save
            </Button>
          </div>
        }
      />
      {put.error && (
        <div className={styles.note}>
          <Note tone="danger" title="The policy is not saved">
            {failureText(put.error)}
          </Note>
        </div>
      )}
      {width < editFromPx && (
        <div className={styles.note}>
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
            label="Parts of the policy"
            items={[
              { id: 'settings', label: 'Settings' },
              { id: 'code', label: 'Detect' },
              { id: 'tests', label: 'Test', count: draft.tests.length },
            ]}
            value={pane}
            onChange={setPane}
          />
          <div className={styles.onePane}>{panes[pane]}</div>
        </>
      )}
    </div>
  );
}

function CodePane(props: {
  body: string;
  onBody: (body: string) => void;
  diagnostics: readonly Diagnostic[] | undefined;
  loadError: string | null;
  readOnly: boolean;
}) {
  const { diagnostics } = props;
  const problems = useMemo<EditorProblem[]>(
    () =>
      (diagnostics ?? []).map((entry) => ({
        ...entry,
        severity: entry.severity === 'warning' ? 'warning' : 'error',
      })),
    [diagnostics],
  );
  const [first] = diagnostics ?? [];
  return (
    <Pane
      title="Detect"
      footer={
        diagnostics === undefined ? (
          <span>Checking syntax</span>
        ) : first === undefined ? (
          <span className={styles.good} role="status">
            <IconCircleCheck size={14} stroke={1.5} aria-hidden /> Syntax
          </span>
        ) : (
          <span className={styles.bad} role="status">
            <IconCircleX size={14} stroke={1.5} aria-hidden />
            {` Line ${first.line}, column ${first.column}: ${first.message}`}
          </span>
        )
      }
    >
      <div className={styles.codePane}>
        {props.loadError !== null && (
          <Note tone="danger" title="The saved version does not run">
            {props.loadError}
          </Note>
        )}
        <PythonEditor
          label="Code of the policy"
          value={props.body}
          onChange={props.onBody}
          readOnly={props.readOnly}
          problems={problems}
        />
      </div>
    </Pane>
  );
}
