import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useAccess } from '../../lib/session/session-context.tsx';
import type { SignedInUser } from '../../lib/session/claims.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SubmitButton } from '../../ui/inputs/submit-button.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './profile.module.css';
import { useUpdateProfile } from './queries.ts';

/** How one's own name reads everywhere. */
export function ProfileSettings({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const [givenName, setGivenName] = useState(user.givenName);
  const [familyName, setFamilyName] = useState(user.familyName);
  const update = useUpdateProfile();
  const { session } = useAccess();
  const formId = useId();
  const names = { givenName: givenName.trim(), familyName: familyName.trim() };
  const isValid = names.givenName !== '' && names.familyName !== '';
  const isDirty = names.givenName !== user.givenName || names.familyName !== user.familyName;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isValid || update.isPending) return;
    update.mutate(
      { id: user.id, ...names },
      {
        onSuccess: () => {
          // The name in the frame is that of the token.
          void session.idToken({ renew: true });
          toast.success('User profile updated successfully');
          onClose();
        },
      },
    );
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Profile Settings"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton form={formId} isSubmitting={update.isPending} isValid={isValid} isDirty={isDirty}>
            Update
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className={styles.stack} onSubmit={submit} noValidate>
        <TextInput
          label="First name"
          required
          autoFocus
          autoComplete="given-name"
          value={givenName}
          onChange={setGivenName}
          error={names.givenName === '' ? 'First name is required' : undefined}
        />
        <TextInput
          label="Last name"
          required
          autoComplete="family-name"
          value={familyName}
          onChange={setFamilyName}
          error={names.familyName === '' ? 'Last name is required' : undefined}
        />
        <TextInput
          label="Email"
          help="An administrator can change it, and your role."
          value={user.email}
          onChange={() => undefined}
          readOnly
        />
        {update.error && (
          <Note tone="danger" title="Unable to update profile">
            {failureText(update.error, 'An unknown error occurred')}
          </Note>
        )}
      </form>
    </Modal>
  );
}
