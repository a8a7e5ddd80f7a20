import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { PythonPane } from '../../editor/python/python-pane.tsx';
import { SaveConflict } from '../../editor/history/save-conflict.tsx';
import { useLogTypes } from '../../editor/python/use-log-types.ts';
import { usePythonKnowledge } from '../../editor/python/use-python-knowledge.ts';
import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { IconArrowLeft, IconCopy } from '../../ui/icons.ts';
import { Note } from '../../ui/note.tsx';
import { PageHeader, Pane } from '../../ui/page.tsx';
import { MultiSelect } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { UnsavedChangesPrompt } from '../../ui/unsaved-changes.tsx';
import styles from './data-models.module.css';
import { MappingsEditor } from './mappings-editor.tsx';
import { draftOf, faultCount, faultsOf, inputOf, isSameDraft, modelShape } from './model-draft.ts';
import type { ModelDraft } from './model-draft.ts';
import { PreviewPane } from './preview-pane.tsx';
import { requestModel, useEnabledModels, useFieldPaths, usePutModel } from './queries.ts';
import type { DataModel, PutDataModelInput } from './queries.ts';

/** Below this width the panes become tabs. */
const panesFromPx = 1200;
/** Below this one the editor is for reading. */
const editFromPx = 768;

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
  const [saved, setSaved] = useState(model);
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const [pane, setPane] = useState<PaneId>('mappings');
  const [theirs, setTheirs] = useState<DataModel>();
  const [leavingTo, setLeavingTo] = useState<string>();
  const graphql = useGraphql();
  const navigate = useNavigate();
  const put = usePutModel();
  const width = useWindowWidth();
  const noModify = useMissingPermission('RuleModify');
  const { data: logTypes = [] } = useLogTypes();
  const { data: paths = [] } = useFieldPaths(draft.logTypes);
  const { data: rivals = [] } = useEnabledModels(draft.logTypes);
  const knowledge = usePythonKnowledge(draft.logTypes);

  const isNew = saved === undefined;
  const isManaged = saved?.managed === true;
  const readOnly = isManaged || noModify !== undefined || width < editFromPx;
  const faults = faultsOf(draft);
  const count = faultCount(faults);
  const shown = isChecked ? faults : { mappings: {} };
  const isDirty = useMemo(() => !isSameDraft(draft, base), [draft, base]);
  const others = draft.enabled
    ? rivals.filter(
        ({ id, logTypes: taken }) => id !== saved?.id && taken.some((name) => draft.logTypes.includes(name)),
      )
    : [];
  const change = (part: Partial<ModelDraft>) => setDraft((before) => ({ ...before, ...part }));

  const leave = useEffectEvent((id: string) => {
    void navigate({ to: '/build/data-models/$modelId/edit/', params: { modelId: id }, replace: true });
  });
  useEffect(() => {
    if (leavingTo !== undefined) leave(leavingTo);
  }, [leavingTo]);

  function store(versionId: string | undefined) {
    put.mutate(inputOf(draft, { isNew, ...(versionId === undefined ? {} : { versionId }) }), {
      onSuccess(stored) {
        setSaved(stored);
        setBase(draft);
        setTheirs(undefined);
        setChecked(false);
        toast.success(`${stored.displayName} saved`);
        if (isNew) setLeavingTo(stored.id);
      },
      onError(error) {
        if (isConflict(error) && saved) void requestModel(graphql, saved.id).then(setTheirs, () => undefined);
      },
    });
  }
  function save() {
    if (readOnly || put.isPending) return;
    setChecked(true);
    if (count > 0) {
      setPane(count === 1 && faults.body !== undefined ? 'code' : 'mappings');
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
      return;
    }
    if (isNew || isDirty) store(saved?.versionId);
  }
  function loadTheirs(newer: DataModel) {
    const fresh = draftOf(newer);
    setSaved(newer);
    setBase(fresh);
    setDraft(fresh);
    setTheirs(undefined);
    put.reset();
  }
  useShortcut({ keys: 'mod+s', description: 'Save', group: 'This page', whileTyping: true, run: save });

  const panes: Record<PaneId, React.ReactNode> = {
    mappings: (
      <Pane>
        <fieldset className={styles.settings} disabled={readOnly} aria-label="Settings">
          <TextInput
            label="Display name"
            placeholder={draft.id || 'Okta System Log'}
            value={draft.displayName}
            onChange={(displayName) => change({ displayName })}
          />
          <TextInput
            label="ID"
            required
            mono
            readOnly={!isNew}
            placeholder="Custom.Okta.SystemLog"
            help={isNew ? 'Cannot be changed after the first save' : undefined}
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
            options={[...new Set([...draft.logTypes, ...logTypes])].map((value) => ({ value, label: value }))}
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
        </fieldset>
      </Pane>
    ),
    code: (
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
    preview: <PreviewPane draft={draft} />,
  };
  return (
    <div className={styles.editor}>
      <UnsavedChangesPrompt when={isDirty && leavingTo === undefined} what="this data model" />
      <PageHeader
        work
        icon={
          <ButtonLink
            to="/build/data-models/"
            variant="quiet"
            size="sm"
            aria-label="Back to data models"
            icon={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
          />
        }
        title={draft.displayName || draft.id || 'New Data Model'}
        badges={isManaged && <Badge>Managed</Badge>}
        subtitle={<span className={styles.mono}>{draft.id || 'no ID yet'}</span>}
        actions={
          <div className={styles.headActions}>
            <span className={styles.unsaved} role="status">
              {isChecked && count > 0
                ? `${countOf(count, 'field')} to mend`
                : isDirty && !isNew && 'Unsaved changes'}
            </span>
            <Switch
              label="Enabled"
              checked={draft.enabled}
              disabled={readOnly}
              onChange={(enabled) => change({ enabled })}
            />
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
            {isManaged && saved ? (
              <ButtonLink
                variant="primary"
                to="/build/data-models/new/"
                search={{ clone: saved.id }}
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
        <div className={styles.notice}>
          <Note tone="danger" title="The data model is not saved">
            {failureText(put.error)}
          </Note>
        </div>
      )}
      {isManaged && saved && (
        <div className={styles.notice}>
          <Note>
            This data model is managed: it can be switched on and off on{' '}
            <Link className={styles.link} to="/build/data-models/$modelId/" params={{ modelId: saved.id }}>
              its page
            </Link>
            . To change it, make a clone.
          </Note>
        </div>
      )}
      {width < editFromPx && !isManaged && (
        <div className={styles.notice}>
          <Note>A data model is for reading in a window this narrow. Editing needs 768 pixels.</Note>
        </div>
      )}
      {width >= panesFromPx ? (
        <div className={styles.panes}>
          {panes.mappings}
          {panes.code}
          {panes.preview}
        </div>
      ) : (
        <>
          <Tabs
            label="Parts of the data model"
            items={[
              { id: 'mappings', label: 'Mappings', count: draft.mappings.length },
              { id: 'code', label: 'Python' },
              { id: 'preview', label: 'Preview' },
            ]}
            value={pane}
            onChange={setPane}
          />
          <div className={styles.onePane}>{panes[pane]}</div>
        </>
      )}
      <SaveConflict
        shape={modelShape}
        theirs={theirs}
        before={theirs && versionOf(inputOf(draftOf(theirs), { isNew: false }))}
        mine={versionOf(inputOf(draft, { isNew: false }))}
        isSaving={put.isPending}
        onReload={loadTheirs}
        onOverwrite={(newer) => store(newer.versionId)}
        onClose={() => setTheirs(undefined)}
      />
    </div>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'RevisionConflict';
}
