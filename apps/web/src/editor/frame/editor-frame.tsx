import type { ReactNode } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { SaveButton } from '../../ui/inputs/save-button.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import styles from './editor-frame.module.css';
import { KeptDraftNote } from './kept-draft-note.tsx';
import type { Editing, Stored } from './use-draft.ts';
import type { Saving } from './use-saving.ts';

/** What a frame needs to know, whatever is edited. */
type DraftState = Pick<
  Editing<Stored, object>,
  'isNew' | 'isManaged' | 'isNarrow' | 'missing' | 'isDirty' | 'kept'
>;
type SavingState = Pick<
  Saving<Stored, object, unknown>,
  'isChecked' | 'faultCount' | 'isSaving' | 'isLeaving' | 'failure' | 'save'
>;

export interface EditorFrameProps {
  editing: DraftState;
  saving: SavingState;
  /** What is edited, as in "the data model is not saved". */
  noun: string;
  title: ReactNode;
  /** Its id, under the title. */
  subtitle?: string;
  badges?: ReactNode;
  /** A `BackLink` to the list it belongs to. */
  back: ReactNode;
  /** The switch of those that can be off. */
  enabled?: { checked: boolean; disabled: boolean; onChange: (enabled: boolean) => void };
  onCancel: () => void;
  /** Between Cancel and Save. */
  actions?: ReactNode;
  /** A `CloneLink` in place of Save where it is managed. */
  clone: ReactNode;
  /** What a person can do with a managed one besides. */
  managedNote: ReactNode;
  /** What else is to be known before the parts. */
  note?: ReactNode;
  /** It was deleted: nothing is lost by leaving. */
  isGone?: boolean;
  children: ReactNode;
}

/** The frame of a work screen that edits one saved object: head with save and cancel, notices, and its parts below. */
export function EditorFrame(props: EditorFrameProps) {
  const { editing, saving, noun, enabled, note, isGone = false } = props;
  const { isManaged, isNarrow, isDirty, kept } = editing;
  const { failure } = saving;
  return (
    <div className={styles.editor}>
      <UnsavedChangesPrompt when={isDirty && !saving.isLeaving && !isGone} what={`this ${noun}`} />
      <PageHeader
        work
        icon={props.back}
        title={props.title}
        badges={
          <span className={styles.badges}>
            {props.badges}
            {isManaged && <Badge>Managed</Badge>}
          </span>
        }
        subtitle={props.subtitle !== undefined && <span className={styles.id}>{props.subtitle}</span>}
        actions={
          <div className={styles.actions}>
            <span className={styles.unsaved} role="status">
              {stateText(editing, saving)}
            </span>
            {enabled && <Switch label="Enabled" {...enabled} />}
            <Button variant="quiet" onClick={props.onCancel}>
              Cancel
            </Button>
            {props.actions}
            {isManaged ? (
              props.clone
            ) : (
              <SaveButton
                isSaving={saving.isSaving}
                missing={editing.missing}
                isNarrow={isNarrow}
                disabled={!editing.isNew && !isDirty}
                onSave={saving.save}
              />
            )}
          </div>
        }
      />
      {failure !== undefined && (
        <Notice>
          <Note tone="danger" title={`The ${noun} is not saved`}>
            {failure}
          </Note>
        </Notice>
      )}
      {kept && (
        <Notice>
          <KeptDraftNote kept={kept} noun={noun} />
        </Notice>
      )}
      {isManaged && (
        <Notice>
          <Note>{props.managedNote}</Note>
        </Notice>
      )}
      {note && <Notice>{note}</Notice>}
      {isNarrow && !isManaged && (
        <Notice>
          <Note>{`A ${noun} is for reading in a window this narrow. Editing needs 768 pixels.`}</Note>
        </Notice>
      )}
      {props.children}
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return <div className={styles.notice}>{children}</div>;
}

function stateText({ isNew, isDirty }: DraftState, { isChecked, faultCount }: SavingState): string {
  return [
    isDirty && !isNew && 'Unsaved changes',
    isChecked && faultCount > 0 && `${countOf(faultCount, 'field')} to fix`,
  ]
    .filter(Boolean)
    .join(', ');
}
