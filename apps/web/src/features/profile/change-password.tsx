import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { defaultMinLength, typedTwiceFaults } from '../../lib/password-rules.ts';
import { useAccess } from '../../lib/session/session-context.tsx';
import type { SignedInUser } from '../../lib/session/claims.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { fieldMessages } from '../../ui/inputs/form-rules.ts';
import { NewPasswordInputs } from '../../ui/inputs/new-password-inputs.tsx';
import { PasswordInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './profile.module.css';

/** Another password for oneself. Every session ends with the old one, this one too. */
export function ChangePassword({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const { auth, session } = useAccess();
  const [oldPassword, setOldPassword] = useState('');
  const [typed, setTyped] = useState({ password: '', repeated: '' });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const formId = useId();
  const isValid = oldPassword !== '' && Object.keys(typedTwiceFaults(typed, defaultMinLength)).length === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!isValid || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await auth.changePassword(await session.idToken(), oldPassword, typed.password);
    } catch (error) {
      setBusy(false);
      setFailure(failureText(error));
      return;
    }
    // The server has ended every session; this window forgets its own, whatever is answered now.
    await session.signOut({ everywhere: true }).catch(() => session.expire('/'));
    toast.success('Password updated. Sign in with the new one.');
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Change password"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} loading={isBusy}>
            Update password
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} onSubmit={(event) => void submit(event)} noValidate>
        <Note tone="warning">Updating your password will log you out of all devices you are logged in!</Note>
        {/* Password managers file the new password under this name. */}
        <input type="hidden" name="email" autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          label="Old password"
          required
          autoFocus
          autoComplete="current-password"
          value={oldPassword}
          onChange={setOldPassword}
          error={isChecked && oldPassword === '' ? fieldMessages.required : undefined}
        />
        <NewPasswordInputs
          value={typed}
          onChange={setTyped}
          minLength={defaultMinLength}
          isChecked={isChecked}
        />
        {failure && (
          <Note tone="danger" title="Update password failed.">
            {failure}
          </Note>
        )}
      </form>
    </Modal>
  );
}
