import { useState } from 'react';
import type { ReactNode } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { SubmitButton } from '../../ui/inputs/submit-button.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './general-settings.module.css';

/** One setting of the installation in a form of its own: what is saved counts for everybody at once. */
export function SettingCard<Value>(props: {
  title: string;
  /** As it is kept. */
  kept: Value;
  /** Why this person only reads it. */
  missing: string | undefined;
  save: (value: Value) => Promise<unknown>;
  children: (value: Value, change: (value: Value) => void) => ReactNode;
}) {
  const { title, kept, missing, save, children } = props;
  const [draft, setDraft] = useState<Value>();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const value = draft ?? kept;
  const isDirty = value !== kept;

  async function submit() {
    setSaving(true);
    setFailure(undefined);
    try {
      await save(value);
      setDraft(undefined);
      toast.success(`${title} saved`);
    } catch (error) {
      setFailure(failureText(error));
    }
    setSaving(false);
  }
  return (
    <Card title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <UnsavedChangesPrompt when={isDirty} what={title.toLowerCase()} />
        {children(value, setDraft)}
        {failure && <Note tone="danger">{failure}</Note>}
        <SubmitButton
          className={styles.save}
          isSubmitting={isSaving}
          isValid
          isDirty={isDirty}
          disabledReason={missing}
        >
          Save
        </SubmitButton>
      </form>
    </Card>
  );
}
