import { useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { PasswordInput } from '../../ui/inputs/text-input.tsx';
import { AccountTitle } from './account-layout.tsx';
import type { StepProps } from './mfa-steps.tsx';
import { defaultMinLength, passwordError } from './password-rules.ts';
import { PasswordStrength } from './password-strength.tsx';

/** A temporary password must be replaced before the first sign-in. */
export function NewPassword({ auth, challenge, email, back, onReply }: StepProps) {
  const minLength = challenge.minPasswordLength ?? defaultMinLength;
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const error = passwordError(password, minLength);
  const repeatError = repeated === password ? undefined : 'Passwords must match';

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (error || repeatError || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    await auth
      .answerChallenge({ challenge: challenge.challenge, session: challenge.session, newPassword: password })
      .then(onReply, (thrown: unknown) => setFailure(failureText(thrown)));
    setBusy(false);
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <AccountTitle title="Choose a password" before={back}>
        The one you came with was temporary.
      </AccountTitle>
      {/* Password managers file the new password under this name. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <div>
        <PasswordInput
          label="New password"
          size="lg"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={isChecked ? error : undefined}
        />
        <PasswordStrength password={password} minLength={minLength} />
      </div>
      <PasswordInput
        label="Repeat the password"
        size="lg"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        error={isChecked || repeated.length >= password.length ? repeatError : undefined}
      />
      {failure && <Note tone="danger">{failure}</Note>}
      <Button type="submit" variant="primary" size="lg" loading={isBusy}>
        Set password
      </Button>
    </form>
  );
}
