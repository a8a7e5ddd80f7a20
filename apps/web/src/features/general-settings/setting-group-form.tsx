import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { settingFaults } from '../../lib/setting-fields.ts';
import { SchemaForm } from '../../ui/inputs/schema-form.tsx';
import { checkForm, keptSecrets, valuesOf, valuesToSend } from '../../ui/inputs/setting-values.ts';
import type { FormValues } from '../../ui/inputs/setting-values.ts';
import { SubmitButton } from '../../ui/inputs/submit-button.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './general-settings.module.css';
import { groupQuestions } from './group-questions.ts';
import { useUpdateSettingGroup } from './queries.ts';
import type { SettingGroup } from './queries.ts';

/** A group of settings as the server describes it: what is saved counts for everybody at once. */
export function SettingGroupForm({ group }: { group: SettingGroup }) {
  const { fields, title, description, lacking } = group;
  const kept = valuesOf(fields, group.values);
  const [draft, setDraft] = useState<FormValues>();
  const [isChecked, setChecked] = useState(false);
  const update = useUpdateSettingGroup();
  const confirm = useConfirm();
  const values = draft ?? kept;
  const storedSecrets = keptSecrets(fields, { names: group.storedSecrets, values: kept }, values);
  const faults = checkForm(fields, values, storedSecrets);
  const refused = settingFaults(update.error, fields, 'values');
  const missing = lacking.length > 0 ? `You need ${lacking.join(' and ')} to change this.` : undefined;

  async function submit() {
    setChecked(true);
    if (missing !== undefined || Object.keys(faults).length > 0) return;
    const sent = valuesToSend(fields, values);
    const question = groupQuestions[group.id]?.(group.values, sent);
    if (question !== undefined && !(await confirm(question))) return;
    update.mutate(
      { id: group.id, values: sent, updatedAt: group.updatedAt },
      {
        onSuccess: () => {
          setDraft(undefined);
          setChecked(false);
          toast.success(`${title} saved`);
        },
      },
    );
  }
  return (
    <Card title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        <UnsavedChangesPrompt when={draft !== undefined} what={`the settings ${title}`} />
        <p className={styles.description}>{description}</p>
        <SchemaForm
          fields={fields}
          values={values}
          onChange={(next) => {
            setDraft(next);
            if (update.error) update.reset();
          }}
          storedSecrets={storedSecrets}
          disabled={missing !== undefined}
          errors={{ ...refused, ...(isChecked ? faults : {}) }}
        />
        {update.error && Object.keys(refused).length === 0 && (
          <Note tone="danger" title={`${title} is not saved`}>
            {failureText(update.error)}
          </Note>
        )}
        <SubmitButton
          className={styles.save}
          isSubmitting={update.isPending}
          isValid
          isDirty={draft !== undefined}
          disabledReason={missing}
        >
          Save
        </SubmitButton>
      </form>
    </Card>
  );
}
