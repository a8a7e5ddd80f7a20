import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EditorFrame } from '../../editor/frame/editor-frame.tsx';
import { BackLink, CloneLink } from '../../editor/frame/editor-links.tsx';
import { EditorPanes } from '../../editor/frame/editor-panes.tsx';
import type { EditorPane } from '../../editor/frame/editor-panes.tsx';
import { RunTestsButton } from '../../editor/frame/run-tests-button.tsx';
import { useDraft } from '../../editor/frame/use-draft.ts';
import { useSaving } from '../../editor/frame/use-saving.ts';
import { useAskAboutFailing } from '../../editor/unit-tests/use-ask-about-failing.ts';
import { SaveConflict } from '../../editor/history/save-conflict.tsx';
import { PythonPane } from '../../editor/python/python-pane.tsx';
import { usePythonKnowledge } from '../../editor/python/use-python-knowledge.ts';
import { useRun } from '../../editor/unit-tests/use-run.ts';
import { useDestinations } from '../../lib/destination-overrides/queries.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { KindBadge } from '../../ui/marks/badge.tsx';
import { Pane } from '../../ui/layout/page.tsx';
import styles from './policies.module.css';
import { draftOf, faultsOf, inputOf, isSameDraft } from './policy-draft.ts';
import type { PolicyDraft } from './policy-draft.ts';
import { PolicySettings } from './policy-settings.tsx';
import { PolicyTests } from './policy-tests.tsx';
import { policyShape } from './policy-shape.ts';
import { requestPolicy, requestTests, usePutPolicy } from './queries.ts';
import type { Policy } from './queries.ts';

const noLogTypes: string[] = [];

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
  const [openKey, setOpenKey] = useState(start.tests[0]?.key);
  const [pane, setPane] = useState<PaneId>('code');
  const graphql = useGraphql();
  const navigate = useNavigate();
  const put = usePutPolicy();
  const testRun = useRun();
  const ask = useAskAboutFailing('policy');
  const knowledge = usePythonKnowledge(noLogTypes);
  const noModify = useMissingPermission('PolicyModify');
  const editing = useDraft({
    saved: policy,
    start,
    missing: noModify,
    isSameDraft,
    keptAs: 'policy',
  });
  const { saved, base, draft, setDraft, isNew, readOnly } = editing;
  const { data: destinations } = useDestinations();
  const faults = faultsOf(draft, destinations);
  const saving = useSaving(editing, {
    draftOf,
    faultCount: Object.keys(faults).length,
    inputOf,
    put,
    request: (id) => requestPolicy(graphql, id),
    nameOf: ({ displayName }) => displayName,
    showFault: () => setPane((faults['id'] ?? faults['outputIds']) ? 'settings' : 'tests'),
    mayStore: async () => ask(await runAll()),
    onLoaded: (fresh) => setOpenKey(fresh.tests[0]?.key),
    onCreated: (id) =>
      void navigate({
        to: '/build/detections/policies/$policyId/edit/',
        params: { policyId: id },
        replace: true,
      }),
  });

  async function runTests(keys: readonly string[]) {
    const chosen = draft.tests.filter(({ key }) => keys.includes(key));
    const run = await testRun.start(chosen, draft.body, (tests, signal) =>
      requestTests(graphql, inputOf({ ...draft, tests }, { isNew: false }), signal),
    );
    const failed = run?.keys.find((key) => run.outcomes.get(key)?.record.passed === false);
    if (chosen.length > 1 && failed !== undefined) setOpenKey(failed);
    return run;
  }
  const runAll = () => runTests(draft.tests.map(({ key }) => key));
  useShortcut({
    keys: 'mod+enter',
    description: 'Run all tests',
    group: 'This page',
    whileTyping: true,
    run: () => void runAll(),
  });

  const shownFaults = saving.isChecked ? faults : {};
  const panes: EditorPane<PaneId>[] = [
    {
      id: 'settings',
      label: 'Settings',
      content: (
        <Pane>
          <PolicySettings {...{ draft, isNew, readOnly }} onDraft={setDraft} faults={shownFaults} />
        </Pane>
      ),
    },
    {
      id: 'code',
      label: 'Detect',
      content: (
        <PythonPane
          title="Detect"
          label="Code of the policy"
          kind="POLICY"
          body={draft.body}
          onBody={(body) => setDraft((before) => (before.body === body ? before : { ...before, body }))}
          savedBody={saved && base.body}
          knowledge={knowledge}
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
        <PolicyTests
          tests={draft.tests}
          onTests={(tests) => setDraft((before) => ({ ...before, tests }))}
          body={draft.body}
          resourceTypes={draft.resourceTypes}
          run={testRun.run}
          running={testRun.running}
          onRun={(keys) => void runTests(keys)}
          openKey={openKey}
          onOpen={setOpenKey}
          readOnly={readOnly}
          nameFaults={shownFaults}
        />
      ),
    },
  ];
  return (
    <EditorFrame
      editing={editing}
      saving={saving}
      noun="policy"
      title={draft.displayName || saved?.displayName || draft.id || 'New Policy'}
      subtitle={draft.id || 'no ID yet'}
      badges={<KindBadge kind="POLICY" />}
      back={<BackLink to="/build/detections/policies/" list="policies" />}
      enabled={{
        checked: draft.enabled,
        disabled: readOnly,
        onChange: (enabled) => editing.change({ enabled }),
      }}
      onCancel={onCancel}
      actions={
        <RunTestsButton
          isRunning={testRun.running.length > 0}
          disabled={draft.tests.length === 0}
          onRun={() => void runAll()}
        />
      }
      clone={
        saved && (
          <CloneLink
            to="/build/detections/new/"
            search={{ type: 'POLICY', relatedDetectionId: saved.id, relationOperation: 'clone' }}
          />
        )
      }
      managedNote={
        saved && (
          <>
            This policy is managed: it can be switched on and off on{' '}
            <Link
              className={styles.link}
              to="/build/detections/policies/$policyId/"
              params={{ policyId: saved.id }}
            >
              its page
            </Link>
            . To change it, make a clone.
          </>
        )
      }
    >
      <EditorPanes layout="rail" noun="policy" panes={panes} shown={pane} onShow={setPane} />
      <SaveConflict
        shape={policyShape}
        theirs={saving.theirs}
        before={saving.theirs && inputOf(draftOf(saving.theirs), { isNew: false })}
        mine={inputOf(draft, { isNew: false })}
        isSaving={saving.isSaving}
        onReload={saving.load}
        onOverwrite={(newer) => saving.store(newer.versionId)}
        onClose={saving.forgetTheirs}
      />
    </EditorFrame>
  );
}
