import { useState } from 'react';
import type { FormEvent } from 'react';
import { cx } from '../../lib/class-names.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { askPasskey, knowsPasskeys } from '../../lib/passkeys.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import styles from './account.module.css';
import { AccountTitle } from './account-layout.tsx';
import { MfaCode } from './mfa-steps.tsx';
import type { StepProps } from './mfa-steps.tsx';

/** A passkey as the second factor, with a code as the other way. */
export function PasskeyStep(props: StepProps) {
  const { challenge } = props;
  const hasApp = challenge.hasApp === true;
  const [isCode, setCode] = useState(!knowsPasskeys());
  if (isCode)
    return (
      <MfaCode
        {...props}
        challenge={{ ...challenge, challenge: 'SOFTWARE_TOKEN_MFA' }}
        hasApp={hasApp}
        onPasskey={knowsPasskeys() ? () => setCode(false) : undefined}
      />
    );
  return <AskPasskey {...props} hasApp={hasApp} onCode={() => setCode(true)} />;
}

function AskPasskey({
  auth,
  challenge,
  email,
  back,
  hasApp,
  onCode,
  onReply,
}: StepProps & { hasApp: boolean; onCode: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const { session } = challenge;
    try {
      // What the server asks counts for one answer, so each try begins with another.
      const passkey = await askPasskey(await auth.passkeyOptions(session));
      onReply(await auth.answerChallenge({ challenge: 'PASSKEY', session, passkey }));
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(false);
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <AccountTitle title="Use your passkey" before={back}>
        The device or security key you registered for <b>{email}</b>
      </AccountTitle>
      {failure && <Note tone="danger">{failure}</Note>}
      <Button type="submit" variant="primary" size="lg" loading={isBusy} autoFocus>
        Use passkey
      </Button>
      <button type="button" className={cx(styles.link, styles.fit)} onClick={onCode}>
        {hasApp ? 'Use a code instead' : 'Use a recovery code instead'}
      </button>
      <p className={styles.small}>
        No access to your passkey? An administrator can reset your second factor under Settings, Users.
      </p>
    </form>
  );
}
