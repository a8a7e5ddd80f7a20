import { useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { defaultMinLength, typedTwiceFaults } from '../../lib/password-rules.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { NewPasswordInputs } from '../../ui/inputs/new-password-inputs.tsx';
import { AccountTitle } from './account-layout.tsx';
import type { StepProps } from './mfa-steps.tsx';

/** A temporary password must be replaced before the first sign-in. */
export function NewPassword({ auth, challenge, email, back, onReply }: StepProps) {
  const minLength = challenge.minPasswordLength ?? defaultMinLength;
  const [typed, setTyped] = useState({ password: '', repeated: '' });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (isBusy || Object.keys(typedTwiceFaults(typed, minLength)).length > 0) return;
    setBusy(true);
    setFailure(undefined);
    await auth
      .answerChallenge({
        challenge: challenge.challenge,
        session: challenge.session,
        newPassword: typed.password,
      })
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
      <NewPasswordInputs
        value={typed}
        onChange={setTyped}
        minLength={minLength}
        isChecked={isChecked}
        size="lg"
        autoFocus
      />
      {failure && <Note tone="danger">{failure}</Note>}
      <Button type="submit" variant="primary" size="lg" loading={isBusy}>
        Set password
      </Button>
    </form>
  );
}
