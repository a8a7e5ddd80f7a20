import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import type { AuthClient, SignInReply } from '../../lib/session/auth-client.ts';
import type { Challenge } from '../../lib/session/auth-replies.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './account.module.css';
import { AccountTitle } from './account-layout.tsx';
import { CodeInput } from './code-input.tsx';

export interface StepProps {
  auth: AuthClient;
  challenge: Challenge;
  email: string;
  back: ReactNode;
  onReply: (reply: SignInReply) => void;
}

const codeLength = 6;

function useCode({ auth, challenge, onReply }: StepProps) {
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // A new key draws the boxes afresh, with the focus in the first one.
  const [attempt, setAttempt] = useState(0);
  async function send(typed: string) {
    if (typed.trim() === '' || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onReply(
        await auth.answerChallenge({
          challenge: challenge.challenge,
          session: challenge.session,
          code: typed,
        }),
      );
    } catch (error) {
      setFailure(failureText(error));
      setCode('');
      setAttempt((count) => count + 1);
    }
    setBusy(false);
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  const onDigits = (digits: string) => {
    if (digits.length === codeLength) void send(digits);
  };
  return { code, setCode, isBusy, failure, attempt, onDigits, onSubmit };
}

/** The code of an authenticator app that is already set up, or one of the recovery codes. */
export function MfaCode({
  hasApp = true,
  onPasskey,
  ...props
}: StepProps & {
  /** Without one a recovery code is the only one there is. */
  hasApp?: boolean;
  /** Back to the passkey, for who has one. */
  onPasskey?: (() => void) | undefined;
}) {
  const { code, setCode, isBusy, failure, attempt, onDigits, onSubmit } = useCode(props);
  const [isRecovery, setRecovery] = useState(!hasApp);
  function change() {
    setRecovery(!isRecovery);
    setCode('');
  }
  return (
    <form onSubmit={onSubmit}>
      <AccountTitle title={isRecovery ? 'Enter a recovery code' : 'Enter your code'} before={props.back}>
        {isRecovery ? (
          `One of the ten you were given when you set up ${hasApp ? 'the app' : 'your second factor'}. Each counts once.`
        ) : (
          <>
            Six digits from the authenticator app for <b>{props.email}</b>
          </>
        )}
      </AccountTitle>
      {isRecovery ? (
        <TextInput
          key={attempt}
          label="Recovery code"
          size="lg"
          autoFocus
          autoComplete="off"
          placeholder="xxxx-xxxx-xxxx-xxxx"
          value={code}
          onChange={setCode}
        />
      ) : (
        <CodeInput key={attempt} value={code} onChange={setCode} onComplete={onDigits} />
      )}
      {failure && (
        <Note tone="danger" title={failure}>
          {isRecovery
            ? 'A recovery code that was used does not count again.'
            : 'Check that the clock of your phone is set automatically.'}
        </Note>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={isBusy}
        disabled={isRecovery ? code.trim() === '' : code.length !== codeLength}
      >
        Sign in
      </Button>
      {hasApp && (
        <button type="button" className={cx(styles.link, styles.fit)} onClick={change}>
          {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </button>
      )}
      {onPasskey && (
        <button type="button" className={cx(styles.link, styles.fit)} onClick={onPasskey}>
          Use your passkey instead
        </button>
      )}
      <p className={styles.small}>
        No access to your app? An administrator can reset your second factor under Settings, Users.
      </p>
    </form>
  );
}

/** The first code of a new authenticator app proves that it knows the secret. */
export function MfaSetup(props: StepProps) {
  const { code, setCode, isBusy, failure, attempt, onDigits, onSubmit } = useCode(props);
  const { qrCode, secret, otpauthUrl } = props.challenge;
  const [isSecretShown, setSecretShown] = useState(qrCode === undefined);
  return (
    <form onSubmit={onSubmit}>
      <AccountTitle title="Set up your second factor" before={props.back}>
        Add Margay to an authenticator app, then enter the six digits it shows.
      </AccountTitle>
      {qrCode && <img className={styles.qr} src={qrCode} alt="QR code for the authenticator app" />}
      {qrCode && (
        <Button
          size="sm"
          onClick={() => setSecretShown(!isSecretShown)}
          aria-expanded={isSecretShown}
          className={styles.fit}
        >
          {isSecretShown ? 'Hide code' : 'Show code'}
        </Button>
      )}
      {isSecretShown && secret && <CodeBlock code={secret} label="Secret" wrap />}
      {isSecretShown && otpauthUrl && (
        <p className={styles.small}>
          On this device:{' '}
          <a href={otpauthUrl} className={styles.link}>
            open it in an authenticator app
          </a>
        </p>
      )}
      <CodeInput key={attempt} value={code} onChange={setCode} onComplete={onDigits} />
      {failure && <Note tone="danger">{failure}</Note>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={isBusy}
        disabled={code.length !== codeLength}
      >
        Verify
      </Button>
      <p className={styles.small}>
        Any app for time-based codes works: Aegis, 2FAS, 1Password, Google Authenticator.
      </p>
    </form>
  );
}
