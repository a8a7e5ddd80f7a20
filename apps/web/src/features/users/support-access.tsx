import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { emailFault, fieldMessages } from '../../ui/inputs/form-rules.ts';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import { useLetSupportIn, usePeople } from './queries.ts';
import styles from './users.module.css';

const hours = [1, 2, 4, 8, 12].map((count) => ({
  value: String(count),
  label: count === 1 ? '1 hour' : `${count} hours`,
}));
const empty = { givenName: '', familyName: '', email: '', roleId: '', hours: '2' };
type Draft = typeof empty;

function faultsOf(draft: Draft): Partial<Draft> {
  const faults: Partial<Draft> = {};
  if (draft.givenName.trim() === '') faults.givenName = 'First name is required';
  if (draft.familyName.trim() === '') faults.familyName = 'Last name is required';
  const wrongEmail = emailFault(draft.email.trim());
  if (wrongEmail) faults.email = wrongEmail;
  if (draft.roleId === '') faults.roleId = fieldMessages.required;
  return faults;
}

/** Lets somebody in to help, for some hours. The link is shown once. */
export function SupportAccess({ onClose }: { onClose: () => void }) {
  const people = usePeople();
  const letIn = useLetSupportIn();
  const [draft, setDraft] = useState(empty);
  const [isChecked, setChecked] = useState(false);
  const formId = useId();
  const faults = isChecked ? faultsOf(draft) : {};
  const address = letIn.data?.address;
  const text = (name: 'givenName' | 'familyName' | 'email') => ({
    required: true,
    autoComplete: 'off',
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
    error: faults[name],
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (letIn.isPending || Object.keys(faultsOf(draft)).length > 0) return;
    letIn.mutate({ ...draft, hours: Number(draft.hours) });
  }
  if (address !== undefined)
    return (
      <Modal
        isOpen
        title="Support access"
        actions={
          <>
            <Button onClick={() => void copyText(address)}>Copy</Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <div className={styles.stack}>
          <p>
            This link signs {draft.givenName} {draft.familyName} in once. To end the access sooner, delete or
            deactivate the account in the list.
          </p>
          <CodeBlock code={address} label="Support link" wrap />
          <Note tone="warning">
            It is shown only this once. Hand it over in a way that nobody else can read.
          </Note>
        </div>
      </Modal>
    );
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Support access"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} loading={letIn.isPending}>
            Let in
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} onSubmit={submit} noValidate>
        <div className={styles.pair}>
          <TextInput label="First name" autoFocus {...text('givenName')} />
          <TextInput label="Last name" {...text('familyName')} />
        </div>
        <TextInput label="Email" type="email" {...text('email')} />
        <Select
          label="Role"
          required
          options={(people.data?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.roleId}
          onChange={(roleId) => setDraft((before) => ({ ...before, roleId: roleId ?? '' }))}
          error={faults.roleId}
        />
        <Select
          label="For"
          options={hours}
          value={draft.hours}
          onChange={(chosen) => setDraft((before) => ({ ...before, hours: chosen ?? before.hours }))}
        />
        {letIn.error && <Note tone="danger">{failureText(letIn.error)}</Note>}
      </form>
    </Modal>
  );
}
