import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { FormEvent } from 'react';
import type { AuthClient, SignInReply } from '../../lib/session/auth-client.ts';
import type { Challenge, SingleSignOnFacts, Tokens } from '../../lib/session/auth-replies.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { emailFault, fieldMessages } from '../../ui/inputs/form-rules.ts';
import { IconArrowLeft } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './account.module.css';
import { AccountLayout, AccountTitle } from './account-layout.tsx';
import { MfaCode, MfaSetup } from './mfa-steps.tsx';
import { NewPassword } from './new-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { WaysIn } from './ways-in.tsx';

// Few sign-ins need it, and this page is the first that everybody loads.
const PasskeyStep = lazy(async () => ({ default: (await import('./passkey-step.tsx')).PasskeyStep }));

export interface SignInProps {
  auth: AuthClient;
  /** The session before ended by itself. */
  hasEnded?: boolean;
  /** A code of the server for what went wrong on the way. Its words would be anybody's if they stood in the address. */
  fault?: string | undefined;
  /** What the identity provider's people are asked here, too. */
  first?: Challenge;
  /** How people sign in with the identity provider; undefined where nobody does. */
  singleSignOn?: SingleSignOnFacts | undefined;
  /** The way in for administrators while others may only come by the identity provider. */
  isLocal?: boolean;
  /** The person is signed in. */
  onTokens: (tokens: Tokens) => void;
}

const faults: ReadonlyMap<string, string> = new Map([
  [
    'sso_refused',
    'Single sign-on did not begin: it is not set up here, or this console did not ask for it. Sign in on this page.',
  ],
  [
    'sign_out_refused',
    'This console did not ask for that sign-out. You are signed out here; the session at your identity provider may go on.',
  ],
]);

/** Email and password, then whatever the server asks for, in place. */
export function SignIn(props: SignInProps) {
  const { auth, hasEnded = false, fault, first, singleSignOn, isLocal = false, onTokens } = props;
  const [email, setEmail] = useState('');
  const [challenge, setChallenge] = useState(first);
  const [unseen, setUnseen] = useState<Tokens>();
  function take(reply: SignInReply) {
    if ('challenge' in reply) setChallenge(reply);
    else if (reply.recoveryCodes) setUnseen(reply);
    else onTokens(reply);
  }
  const back = (
    <button type="button" className={styles.back} onClick={() => setChallenge(undefined)}>
      <IconArrowLeft size={14} stroke={1.5} aria-hidden />
      Back to sign in
    </button>
  );
  const step = { auth, email, back, onReply: take };
  if (unseen?.recoveryCodes)
    return (
      <AccountLayout title="Recovery codes">
        <RecoveryCodes codes={unseen.recoveryCodes} onKept={() => onTokens(unseen)} />
      </AccountLayout>
    );
  return (
    <AccountLayout title="Sign in">
      {challenge === undefined && hasEnded && (
        <Note title="Your session has ended">Sign in again to go on where you were.</Note>
      )}
      {challenge === undefined && fault !== undefined && faults.has(fault) && (
        <Note tone="warning">{faults.get(fault)}</Note>
      )}
      {challenge === undefined && (
        <WaysIn facts={singleSignOn} isLocal={isLocal}>
          <Credentials auth={auth} email={email} onEmail={setEmail} onReply={take} />
        </WaysIn>
      )}
      {challenge?.challenge === 'NEW_PASSWORD_REQUIRED' && <NewPassword {...step} challenge={challenge} />}
      {challenge?.challenge === 'MFA_SETUP' && <MfaSetup {...step} challenge={challenge} />}
      {challenge?.challenge === 'SOFTWARE_TOKEN_MFA' && <MfaCode {...step} challenge={challenge} />}
      {challenge?.challenge === 'PASSKEY' && (
        <Suspense>
          <PasskeyStep {...step} challenge={challenge} />
        </Suspense>
      )}
    </AccountLayout>
  );
}

interface CredentialsProps {
  auth: AuthClient;
  email: string;
  onEmail: (email: string) => void;
  onReply: (reply: SignInReply) => void;
}

function Credentials({ auth, email, onEmail, onReply }: CredentialsProps) {
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const emailError = emailFault(email);
  const passwordError = password === '' ? fieldMessages.required : undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (emailError || passwordError || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    await auth
      .signIn(email.trim(), password)
      .then(onReply, (error: unknown) => setFailure(failureText(error)));
    setBusy(false);
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <AccountTitle title="Sign in">to the console</AccountTitle>
      <TextInput
        label="Email"
        size="lg"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={onEmail}
        error={isChecked ? emailError : undefined}
      />
      <PasswordInput
        label="Password"
        size="lg"
        name="password"
        autoComplete="current-password"
        aside={
          <Link to="/password-forgot/" className={styles.link}>
            Forgot password?
          </Link>
        }
        value={password}
        onChange={setPassword}
        error={isChecked ? passwordError : undefined}
      />
      {failure && <Note tone="danger">{failure}</Note>}
      <Button type="submit" variant="primary" size="lg" loading={isBusy}>
        Sign in
      </Button>
    </form>
  );
}
