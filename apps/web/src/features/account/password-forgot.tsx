import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import type { AuthClient } from '../../lib/session/auth-client.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { emailFault } from '../../ui/inputs/form-rules.ts';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import styles from './account.module.css';
import { AccountLayout, AccountTitle } from './account-layout.tsx';
import { BackToSignIn } from './back-to-sign-in.tsx';

/** Asks for a code that sets a new password. Says the same whether there is such an account or not. */
export function PasswordForgot({ auth, byMail }: { auth: AuthClient; byMail: boolean }) {
  const [email, setEmail] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const [isMailed, setMailed] = useState(byMail);
  const error = emailFault(email.trim());

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (error || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    await auth.forgotPassword(email.trim()).then(
      (mailed) => {
        setMailed(mailed);
        setAsked(mailed);
      },
      (thrown: unknown) => setFailure(failureText(thrown)),
    );
    setBusy(false);
  }
  if (!isMailed)
    return (
      <AccountLayout title="Forgot password">
        <AccountTitle title="Forgot password" before={<BackToSignIn />}>
          No mail is sent from here.
        </AccountTitle>
        <Note title="Ask an administrator">
          An administrator can make a one-time link for you under Settings, Users. It opens the page where you
          choose a new password.
        </Note>
      </AccountLayout>
    );
  if (isAsked)
    return (
      <AccountLayout title="Forgot password">
        <AccountTitle title="Look into your mail" before={<BackToSignIn />}>
          If <b>{email.trim()}</b> belongs to an account with a password, a code is on its way. It is good for
          an hour.
        </AccountTitle>
        <p className={styles.onward}>
          <Link to="/password-reset/" search={{ email: email.trim() }} className={styles.link}>
            Enter the code
          </Link>
        </p>
      </AccountLayout>
    );
  return (
    <AccountLayout title="Forgot password">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <AccountTitle title="Forgot password" before={<BackToSignIn />}>
          A code for a new one is mailed to you.
        </AccountTitle>
        <TextInput
          label="Email"
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={setEmail}
          error={isChecked ? error : undefined}
        />
        {failure && <Note tone="danger">{failure}</Note>}
        <Button type="submit" variant="primary" size="lg" loading={isBusy}>
          Send code
        </Button>
        <p className={styles.small}>
          <Link to="/password-reset/" className={styles.link}>
            I have a code
          </Link>
        </p>
      </form>
    </AccountLayout>
  );
}
