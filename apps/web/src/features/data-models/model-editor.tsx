import { Link, useNavigate } from '@tanstack/react-router';
import { IdInput } from '../../editor/frame/id-input.tsx';
import { useState } from 'react';
import { EditorFrame } from '../../editor/frame/editor-frame.tsx';
import { BackLink, CloneLink } from '../../editor/frame/editor-links.tsx';
import { EditorFields, EditorPanes } from '../../editor/frame/editor-panes.tsx';
import type { EditorPane } from '../../editor/frame/editor-panes.tsx';
import { useDraft } from '../../editor/frame/use-draft.ts';
import { useSaving } from '../../editor/frame/use-saving.ts';
import { PythonPane } from '../../editor/python/python-pane.tsx';
import { SaveConflict } from '../../editor/history/save-conflict.tsx';
import { useLogTypes } from '../../editor/python/use-log-types.ts';
import { usePythonKnowledge } from '../../editor/python/use-python-knowledge.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Pane } from '../../ui/layout/page.tsx';
import { MultiSelect } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './data-models.module.css';
import { MappingsEditor } from './mappings-editor.tsx';
import { draftOf, faultCount, faultsOf, inputOf, isSameDraft, modelShape } from './model-draft.ts';
import type { ModelDraft } from './model-draft.ts';
import { PreviewPane } from './preview-pane.tsx';
import { requestModel, useEnabledModels, useFieldPaths, usePutModel } from './queries.ts';
import type { DataModel, PutDataModelInput } from './queries.ts';

type PaneId = 'mappings' | 'code' | 'preview';

export interface ModelEditorProps {
  /** The saved model; absent for a new one. */
  model?: DataModel;
  start: ModelDraft;
  onCancel: () => void;
}

const versionOf = ({ displayName, logTypes, mappings, body }: PutDataModelInput) => ({
  displayName,
  logTypes,
  mappings,
  ...(body === undefined ? {} : { body }),
});

/** One data model: what it maps, the Python of its methods, and what both give for an event. */
export function ModelEditor({ model, start, onCancel }: ModelEditorProps) {
  const [pane, setPane] = useState<PaneId>('mappings');
  const graphql = useGraphql();
  const navigate = useNavigate();
  const put = usePutModel();
  const noModify = useMissingPermission('RuleModify');
  const editing = useDraft({
    saved: model,
    start,
    missing: noModify,
    isSameDraft,
    keptAs: 'data-model',
  });
  const { saved, base, draft, setDraft, change, isNew, readOnly } = editing;
  const { data: logTypes = [] } = useLogTypes();
  const { data: paths = [] } = useFieldPaths(draft.logTypes);
  const { data: rivals = [] } = useEnabledModels(draft.logTypes);
  const knowledge = usePythonKnowledge(draft.logTypes);

  const faults = faultsOf(draft);
  const saving = useSaving(editing, {
    draftOf,
    faultCount: faultCount(faults),
    inputOf,
    put,
    request: (id) => requestModel(graphql, id),
    nameOf: ({ displayName }) => displayName,
    showFault: () => setPane(faultCount(faults) === 1 && faults.body !== undefined ? 'code' : 'mappings'),
    onCreated: (id) =>
      void navigate({ to: '/build/data-models/$modelId/edit/', params: { modelId: id }, replace: true }),
  });
  const { theirs } = saving;
  const shown = saving.isChecked ? faults : { mappings: {} };
  const others = draft.enabled
    ? rivals.filter(
        ({ id, logTypes: taken }) => id !== saved?.id && taken.some((name) => draft.logTypes.includes(name)),
      )
    : [];
  const panes: EditorPane<PaneId>[] = [
    {
      id: 'mappings',
      label: 'Mappings',
      count: draft.mappings.length,
      content: (
        <Pane>
          <EditorFields readOnly={readOnly}>
            <TextInput
              label="Display name"
              placeholder={draft.id || 'Okta System Log'}
              value={draft.displayName}
              onChange={(displayName) => change({ displayName })}
            />
            <IdInput
              isNew={isNew}
              placeholder="Custom.Okta.SystemLog"
              value={draft.id}
              onChange={(id) => change({ id })}
              error={shown.id}
            />
            <MultiSelect
              label="Log types"
              required
              disabled={readOnly}
              selectAllLabel={null}
              placeholder="Choose"
              options={[...new Set([...draft.logTypes, ...logTypes])].map((value) => ({
                value,
                label: value,
              }))}
              value={draft.logTypes}
              onChange={(chosen) => change({ logTypes: chosen })}
              error={shown.logTypes}
            />
            {others.length > 0 && (
              <Note tone="warning" title="Only one data model of a log type can be enabled">
                {others.map((other) => (
                  <span key={other.id} className={styles.rival}>
                    {`${other.logTypes.filter((name) => draft.logTypes.includes(name)).join(', ')} has `}
                    <Link
                      className={styles.link}
                      to="/build/data-models/$modelId/"
                      params={{ modelId: other.id }}
                    >
                      {other.displayName}
                    </Link>
                    . Disable it, or save this one disabled.
                  </span>
                ))}
              </Note>
            )}
            <div>
              <h2 className={styles.head}>Mappings</h2>
              <p className={styles.quiet}>
                Rules ask for the name with <code>event.udm()</code> and get what the path or method finds.
              </p>
            </div>
            <MappingsEditor
              mappings={draft.mappings}
              onMappings={(mappings) => change({ mappings })}
              paths={paths}
              body={draft.body}
              faults={shown.mappings}
              readOnly={readOnly}
            />
          </EditorFields>
        </Pane>
      ),
    },
    {
      id: 'code',
      label: 'Python',
      content: (
        <PythonPane
          title="Python"
          label="Python of the data model"
          kind="DATA_MODEL"
          body={draft.body}
          onBody={(body) => setDraft((before) => (before.body === body ? before : { ...before, body }))}
          savedBody={saved && base.body}
          knowledge={knowledge}
          loadError={saved?.enabled === true ? saved.loadError : null}
          readOnly={readOnly}
          actions={
            shown.body ? (
              <span className={styles.bad}>{shown.body}</span>
            ) : (
              draft.body.trim() === '' && <span className={styles.quiet}>Needed for methods only</span>
            )
          }
        />
      ),
    },
    { id: 'preview', label: 'Preview', content: <PreviewPane draft={draft} /> },
  ];
  return (
    <EditorFrame
      editing={editing}
      saving={saving}
      noun="data model"
      title={draft.displayName || draft.id || 'New Data Model'}
      subtitle={draft.id || 'no ID yet'}
      back={<BackLink to="/build/data-models/" list="data models" />}
      enabled={{ checked: draft.enabled, disabled: readOnly, onChange: (enabled) => change({ enabled }) }}
      onCancel={onCancel}
      clone={saved && <CloneLink to="/build/data-models/new/" search={{ clone: saved.id }} />}
      managedNote={
        saved && (
          <>
            This data model is managed: it can be switched on and off on{' '}
            <Link className={styles.link} to="/build/data-models/$modelId/" params={{ modelId: saved.id }}>
              its page
            </Link>
            . To change it, make a clone.
          </>
        )
      }
    >
      <EditorPanes layout="form" noun="data model" panes={panes} shown={pane} onShow={setPane} />
      <SaveConflict
        shape={modelShape}
        theirs={theirs}
        before={theirs && versionOf(inputOf(draftOf(theirs), { isNew: false }))}
        mine={versionOf(inputOf(draft, { isNew: false }))}
        isSaving={saving.isSaving}
        onReload={saving.load}
        onOverwrite={(newer) => saving.store(newer.versionId)}
        onClose={saving.forgetTheirs}
      />
    </EditorFrame>
  );
}
