import { useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { defaultMinLength, typedTwiceFaults } from '../../lib/password-rules.ts';
import type { AuthClient } from '../../lib/session/auth-client.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { emailFault, fieldMessages } from '../../ui/inputs/form-rules.ts';
import { NewPasswordInputs } from '../../ui/inputs/new-password-inputs.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { AccountLayout, AccountTitle } from './account-layout.tsx';
import { BackToSignIn } from './back-to-sign-in.tsx';

export interface PasswordResetProps {
  auth: AuthClient;
  /** From the address; empty where it has none. */
  email: string;
  code: string;
  onDone: () => void;
}

/** Nobody types the secret of a one-time link: it is longer than any code. */
const longestCode = 12;

/** Email, code and new password, once. A link brings the first two along. */
export function PasswordReset({ auth, email: firstEmail, code: firstCode, onDone }: PasswordResetProps) {
  const [email, setEmail] = useState(firstEmail);
  const [code, setCode] = useState(firstCode);
  const [typed, setTyped] = useState({ password: '', repeated: '' });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isLink = firstEmail !== '' && firstCode.length > longestCode;
  const emailError = emailFault(email.trim());
  const codeError = code.trim() === '' ? fieldMessages.required : undefined;
  const isValid =
    !emailError && !codeError && Object.keys(typedTwiceFaults(typed, defaultMinLength)).length === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!isValid || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    await auth
      .resetPassword({ email: email.trim(), code: code.trim(), newPassword: typed.password })
      .then(onDone, (thrown: unknown) => setFailure(failureText(thrown)));
    setBusy(false);
  }
  return (
    <AccountLayout title="Reset password">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <AccountTitle title="Choose a new password" before={<BackToSignIn />}>
          {isLink ? (
            <>
              for <b>{email}</b>
            </>
          ) : (
            'The code is in the mail that was sent to you.'
          )}
        </AccountTitle>
        {isLink ? (
          // Password managers file the new password under this name.
          <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        ) : (
          <>
            <TextInput
              label="Email"
              size="lg"
              type="email"
              name="email"
              autoComplete="username"
              autoFocus={firstEmail === ''}
              value={email}
              onChange={setEmail}
              error={isChecked ? emailError : undefined}
            />
            <TextInput
              label="Code"
              size="lg"
              mono
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus={firstEmail !== '' && firstCode === ''}
              value={code}
              onChange={setCode}
              error={isChecked ? codeError : undefined}
            />
          </>
        )}
        <NewPasswordInputs
          value={typed}
          onChange={setTyped}
          minLength={defaultMinLength}
          isChecked={isChecked}
          size="lg"
          autoFocus={firstCode !== ''}
        />
        {failure && <Note tone="danger">{failure}</Note>}
        <Button type="submit" variant="primary" size="lg" loading={isBusy}>
          Set password
        </Button>
      </form>
    </AccountLayout>
  );
}
