import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { EditorFrame } from '../../editor/frame/editor-frame.tsx';
import { BackLink, CloneLink } from '../../editor/frame/editor-links.tsx';
import { EditorFields, PaneGrid } from '../../editor/frame/editor-panes.tsx';
import { useDraft } from '../../editor/frame/use-draft.ts';
import { useSaving } from '../../editor/frame/use-saving.ts';
import { RestoreVersion } from '../../editor/history/restore-version.tsx';
import { SaveConflict } from '../../editor/history/save-conflict.tsx';
import { useVersions } from '../../editor/history/use-versions.ts';
import { VersionHistory } from '../../editor/history/version-history.tsx';
import { PythonPane } from '../../editor/python/python-pane.tsx';
import { usePythonKnowledge } from '../../editor/python/use-python-knowledge.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { IconButton } from '../../ui/inputs/button.tsx';
import { IconDots } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Pane } from '../../ui/layout/page.tsx';
import { TagInput } from '../../ui/inputs/select.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { draftOf, faultsOf, helperShape, inputOf, isSameDraft } from './helper-draft.ts';
import type { HelperDraft } from './helper-draft.ts';
import { HelperUsers } from './helper-users.tsx';
import type { HelperEditorSearch } from './helper-editor-search.ts';
import styles from './helpers.module.css';
import { requestHelper, usePutHelper } from './queries.ts';
import type { Helper } from './queries.ts';
import { useHelperActions } from './use-helper-actions.tsx';

export interface HelperEditorProps {
  /** The helper as it stands on the server; absent for a new one. */
  helper?: Helper;
  start: HelperDraft;
  search?: HelperEditorSearch;
  onSearch?: (change: HelperEditorSearch) => void;
  onLeave: () => void;
}

const noLogTypes: string[] = [];

/** One helper: its Python, what imports it, its versions. */
export function HelperEditor({ helper, start, search = {}, onSearch, onLeave }: HelperEditorProps) {
  const graphql = useGraphql();
  const navigate = useNavigate();
  const put = usePutHelper();
  const knowledge = usePythonKnowledge(noLogTypes);
  // Once it is gone the prompt must not hold anybody back.
  const [isGone, setGone] = useState(false);
  const actions = useHelperActions({ onDeleted: () => setGone(true) });
  const editing = useDraft({
    saved: helper,
    start,
    missing: actions.noModify,
    isSameDraft,
    keptAs: 'helper',
  });
  const { saved, base, draft, setDraft, change, isNew, isManaged, isDirty, readOnly } = editing;
  const versions = useVersions(saved?.id ?? '', !isNew);
  const faults = faultsOf(draft);
  const saving = useSaving(editing, {
    draftOf,
    faultCount: Object.keys(faults).length,
    inputOf,
    put,
    request: (id) => requestHelper(graphql, id),
    nameOf: ({ id }) => id,
    showFault: () => onSearch?.({ section: undefined }),
    onCreated: (id) =>
      void navigate({ to: '/build/helpers/$helperId/edit/', params: { helperId: id }, replace: true }),
  });
  const { theirs } = saving;
  const shown = saving.isChecked ? faults : {};
  const section = isNew ? 'code' : (search.section ?? 'code');

  const away = useEffectEvent(() => onLeave());
  useEffect(() => {
    if (isGone) away();
  }, [isGone]);

  return (
    <EditorFrame
      editing={editing}
      saving={saving}
      noun="helper"
      title={draft.id ? <span className={styles.mono}>{draft.id}</span> : 'New Global Helper'}
      back={<BackLink to="/build/helpers/" list="helpers" />}
      onCancel={onLeave}
      actions={
        saved && (
          <Menu label="More actions" position="bottom-end" entries={actions.commonMenu(saved)}>
            <IconButton label="More actions">
              <IconDots size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </Menu>
        )
      }
      clone={saved && <CloneLink to="/build/helpers/new/" search={{ clone: saved.id }} />}
      managedNote="This helper is managed: it changes with its pack. To change it, make a clone."
      isGone={isGone}
    >
      {!isNew && (
        <Tabs
          label="Parts of the helper"
          items={[
            { id: 'code', label: 'Code' },
            { id: 'history', label: 'History', count: versions.data?.length },
          ]}
          value={section}
          onChange={(next) => onSearch?.({ section: next, version: undefined, against: undefined })}
        />
      )}
      {section === 'history' && saved ? (
        <VersionHistory
          shape={helperShape}
          liveVersionId={saved.versionId}
          readOnlyReason={
            isManaged
              ? 'A managed helper changes with its pack.'
              : isDirty
                ? 'Save or undo your changes first.'
                : undefined
          }
          versions={versions}
          chosen={search.version}
          against={search.against}
          onChoose={(version, against) => onSearch?.({ version, against })}
          restore={({ definition: _shown, onRestored, ...request }) => (
            <RestoreVersion
              key={request.versionId}
              {...request}
              id={saved.id}
              name={saved.id}
              onRestored={() => {
                onRestored();
                void requestHelper(graphql, saved.id).then(saving.load, () => undefined);
              }}
            />
          )}
        />
      ) : (
        <PaneGrid layout="pair">
          <Pane>
            <EditorFields readOnly={readOnly}>
              <TextInput
                label="Module name"
                required
                mono
                readOnly={!isNew}
                placeholder="acme_network"
                help={isNew ? 'Detections import it by this name' : undefined}
                value={draft.id}
                onChange={(id) => change({ id })}
                error={shown.id}
              />
              <TextArea
                label="Description"
                value={draft.description}
                onChange={(description) => change({ description })}
              />
              <TagInput
                label="Tags"
                disabled={readOnly}
                value={draft.tags}
                onChange={(tags) => change({ tags })}
              />
            </EditorFields>
            {saved && (
              <section className={styles.usedBy}>
                <h2 className={styles.head}>
                  Used by <span className={styles.quiet}>{saved.usedBy.length}</span>
                </h2>
                <HelperUsers users={saved.usedBy} />
              </section>
            )}
          </Pane>
          <PythonPane
            title="Python"
            label="Code of the helper"
            kind="GLOBAL"
            body={draft.body}
            onBody={(body) => setDraft((before) => (before.body === body ? before : { ...before, body }))}
            savedBody={saved && base.body}
            knowledge={knowledge}
            loadError={saved?.loadError ?? null}
            readOnly={readOnly}
            actions={shown.body && <span className={styles.bad}>{shown.body}</span>}
          />
        </PaneGrid>
      )}
      <SaveConflict
        shape={helperShape}
        theirs={theirs && { ...theirs, displayName: theirs.id }}
        before={theirs}
        mine={draft}
        isSaving={saving.isSaving}
        onReload={saving.load}
        onOverwrite={(newer) => saving.store(newer.versionId)}
        onClose={saving.forgetTheirs}
      />
    </EditorFrame>
  );
}
