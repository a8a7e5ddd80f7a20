import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { RestoreVersion } from '../../editor/history/restore-version.tsx';
import { SaveConflict } from '../../editor/history/save-conflict.tsx';
import { useVersions } from '../../editor/history/use-versions.ts';
import { VersionHistory } from '../../editor/history/version-history.tsx';
import { PythonPane } from '../../editor/python/python-pane.tsx';
import { usePythonKnowledge } from '../../editor/python/use-python-knowledge.ts';
import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { IconArrowLeft, IconCopy, IconDots } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { PageHeader, Pane } from '../../ui/page.tsx';
import { TagInput } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { UnsavedChangesPrompt } from '../../ui/unsaved-changes.tsx';
import { draftOf, faultsOf, helperShape, inputOf, isSameDraft } from './helper-draft.ts';
import type { HelperDraft } from './helper-draft.ts';
import { HelperUsers } from './helper-users.tsx';
import styles from './helpers.module.css';
import { requestHelper, usePutHelper } from './queries.ts';
import type { Helper } from './queries.ts';
import { useHelperActions } from './use-helper-actions.tsx';

export const helperSections = ['code', 'history'] as const;

/** Where one looks; a new helper has its code only. */
export interface HelperEditorSearch {
  section?: (typeof helperSections)[number] | undefined;
  version?: number | undefined;
  against?: number | undefined;
}

export interface HelperEditorProps {
  /** The helper as it stands on the server; absent for a new one. */
  helper?: Helper;
  start: HelperDraft;
  search?: HelperEditorSearch;
  onSearch?: (change: HelperEditorSearch) => void;
  onLeave: () => void;
}

const noLogTypes: string[] = [];
/** Below this width the editor is for reading. */
const editFromPx = 768;

/** One helper: its Python, what imports it, its versions. */
export function HelperEditor({ helper, start, search = {}, onSearch, onLeave }: HelperEditorProps) {
  const [saved, setSaved] = useState(helper);
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const [theirs, setTheirs] = useState<Helper>();
  const [leavingTo, setLeavingTo] = useState<string>();
  const graphql = useGraphql();
  const navigate = useNavigate();
  const put = usePutHelper();
  const isNew = saved === undefined;
  const versions = useVersions(saved?.id ?? '', !isNew);
  const knowledge = usePythonKnowledge(noLogTypes);
  // Once it is gone the prompt must not hold anybody back.
  const [isGone, setGone] = useState(false);
  const actions = useHelperActions({ onDeleted: () => setGone(true) });
  const { noModify } = actions;
  const isManaged = saved?.managed === true;
  const isNarrow = useWindowWidth() < editFromPx;
  const readOnly = isManaged || noModify !== undefined || isNarrow;
  const faults = faultsOf(draft);
  const count = Object.keys(faults).length;
  const shown = isChecked ? faults : {};
  const isDirty = useMemo(() => !isSameDraft(draft, base), [draft, base]);
  const change = (part: Partial<HelperDraft>) => setDraft((before) => ({ ...before, ...part }));
  const section = isNew ? 'code' : (search.section ?? 'code');

  const leave = useEffectEvent((id: string) => {
    void navigate({ to: '/build/helpers/$helperId/edit/', params: { helperId: id }, replace: true });
  });
  useEffect(() => {
    if (leavingTo !== undefined) leave(leavingTo);
  }, [leavingTo]);
  const away = useEffectEvent(() => onLeave());
  useEffect(() => {
    if (isGone) away();
  }, [isGone]);

  function store(versionId: string | undefined) {
    put.mutate(inputOf(draft, { isNew, ...(versionId === undefined ? {} : { versionId }) }), {
      onSuccess(stored) {
        setSaved(stored);
        setBase(draft);
        setTheirs(undefined);
        setChecked(false);
        toast.success(`${stored.id} saved`);
        if (isNew) setLeavingTo(stored.id);
      },
      onError(error) {
        if (isConflict(error) && saved)
          void requestHelper(graphql, saved.id).then(setTheirs, () => undefined);
      },
    });
  }
  function save() {
    if (readOnly || put.isPending) return;
    setChecked(true);
    if (count > 0) {
      onSearch?.({ section: undefined });
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
      return;
    }
    if (isNew || isDirty) store(saved?.versionId);
  }
  function load(newer: Helper) {
    const fresh = draftOf(newer);
    setSaved(newer);
    setBase(fresh);
    setDraft(fresh);
    setTheirs(undefined);
    put.reset();
  }
  useShortcut({ keys: 'mod+s', description: 'Save', group: 'This page', whileTyping: true, run: save });

  return (
    <div className={styles.editor}>
      <UnsavedChangesPrompt when={isDirty && leavingTo === undefined && !isGone} what="this helper" />
      <PageHeader
        work
        icon={
          <ButtonLink
            to="/build/helpers/"
            variant="quiet"
            size="sm"
            aria-label="Back to helpers"
            icon={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
          />
        }
        title={<span className={styles.mono}>{draft.id || 'New Global Helper'}</span>}
        badges={isManaged && <Badge>Managed</Badge>}
        actions={
          <div className={styles.headActions}>
            <span className={styles.unsaved} role="status">
              {isChecked && count > 0
                ? `${countOf(count, 'field')} to mend`
                : isDirty && !isNew && 'Unsaved changes'}
            </span>
            <Button variant="quiet" onClick={onLeave}>
              Cancel
            </Button>
            {saved && (
              <Menu label="More actions" position="bottom-end" entries={actions.commonMenu(saved)}>
                <IconButton label="More actions">
                  <IconDots size={16} stroke={1.5} aria-hidden />
                </IconButton>
              </Menu>
            )}
            {isManaged && saved ? (
              <ButtonLink
                variant="primary"
                to="/build/helpers/new/"
                search={{ clone: saved.id }}
                icon={<IconCopy size={16} stroke={1.5} aria-hidden />}
              >
                Clone & edit
              </ButtonLink>
            ) : (
              <SaveButton
                isSaving={put.isPending}
                missing={noModify}
                isNarrow={isNarrow}
                disabled={!isNew && !isDirty}
                onSave={save}
              />
            )}
          </div>
        }
      />
      {put.error && !isConflict(put.error) && (
        <div className={styles.notice}>
          <Note tone="danger" title="The helper is not saved">
            {failureText(put.error)}
          </Note>
        </div>
      )}
      {isManaged && (
        <div className={styles.notice}>
          <Note>This helper is managed: it changes with its pack. To change it, make a clone.</Note>
        </div>
      )}
      {isNarrow && !isManaged && (
        <div className={styles.notice}>
          <Note>A helper is for reading in a window this narrow. Editing needs 768 pixels.</Note>
        </div>
      )}
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
                void requestHelper(graphql, saved.id).then(load, () => undefined);
              }}
            />
          )}
        />
      ) : (
        <div className={styles.panes}>
          <Pane>
            <fieldset className={styles.settings} disabled={readOnly} aria-label="Settings">
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
            </fieldset>
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
        </div>
      )}
      <SaveConflict
        shape={helperShape}
        theirs={theirs && { ...theirs, displayName: theirs.id }}
        before={theirs}
        mine={draft}
        isSaving={put.isPending}
        onReload={load}
        onOverwrite={(newer) => store(newer.versionId)}
        onClose={() => setTheirs(undefined)}
      />
    </div>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'RevisionConflict';
}
