import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { countOf } from '../../lib/format-number.ts';
import { Note } from '../layout/note.tsx';
import { PageHeader } from '../layout/page.tsx';
import { Button } from './button.tsx';
import styles from './edit-form.module.css';
import { SubmitButton } from './submit-button.tsx';
import { UnsavedChangesPrompt } from './unsaved-changes.tsx';
import type { EditForm } from './use-edit-form.ts';

export interface EditFormFrameProps {
  form: EditForm;
  title: string;
  docHref: string;
  /** What is edited, in words like `role`. */
  what: string;
  isNew: boolean;
  isDirty: boolean;
  isSending: boolean;
  faultCount: number;
  /** Beside the buttons while nothing is wrong. */
  status?: ReactNode;
  submitLabel: string;
  /** Why this person only reads, and what they may do in its place. */
  readOnly?: { text: string; action?: ReactNode } | undefined;
  /** What the server refuses and stands at no field, and what helps. */
  refusal?: { text: string; action?: ReactNode } | undefined;
  actions?: ReactNode;
  onCancel: () => void;
  /** Below the title, and as long in sight. */
  strip?: ReactNode;
  /** Beside the fields, below them where there is no room. */
  rail: ReactNode;
  children: ReactNode;
}

/** The page of a form: its title with the buttons, what is wrong with the whole, the fields and a rail beside them. */
export function EditFormFrame(props: EditFormFrameProps) {
  const { attach, isChecked, isDone, submit } = props.form;
  const { what, isNew, isDirty, faultCount, readOnly, refusal, strip } = props;
  return (
    <form ref={attach} className={styles.form} onSubmit={submit} noValidate>
      <UnsavedChangesPrompt when={isDirty && !isDone} what={`this ${what}`} />
      <div className={cx(strip !== undefined && styles.head)}>
        <PageHeader
          title={props.title}
          docHref={props.docHref}
          actions={
            <>
              <span className={styles.status} role="status">
                {isChecked && faultCount > 0 ? `${countOf(faultCount, 'field')} to fix` : props.status}
              </span>
              <Button variant="quiet" onClick={props.onCancel}>
                {readOnly === undefined ? 'Cancel' : 'Back'}
              </Button>
              {props.actions}
              {readOnly === undefined && (
                <SubmitButton
                  keys="mod+S"
                  isSubmitting={props.isSending}
                  isValid
                  isDirty={isDirty}
                  allowsPristine={isNew}
                >
                  {props.submitLabel}
                </SubmitButton>
              )}
            </>
          }
        />
        {strip !== undefined && <div className={styles.strip}>{strip}</div>}
      </div>
      {(readOnly ?? refusal) && (
        <div className={styles.notes}>
          {readOnly && <Note action={readOnly.action}>{readOnly.text}</Note>}
          {refusal && (
            <Note tone="danger" title={`The ${what} is not saved`} action={refusal.action}>
              {refusal.text}
            </Note>
          )}
        </div>
      )}
      <div className={styles.body}>
        <div className={styles.column}>{props.children}</div>
        <div className={styles.column}>{props.rail}</div>
      </div>
    </form>
  );
}
