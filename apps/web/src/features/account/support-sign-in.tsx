import { useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import type { AuthClient } from '../../lib/session/auth-client.ts';
import type { Tokens } from '../../lib/session/auth-replies.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { fieldMessages } from '../../ui/inputs/form-rules.ts';
import { PasswordInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { AccountLayout, AccountTitle } from './account-layout.tsx';

/** `handedOver`: the code in the link, which the engineer still has to send. */
export function SupportSignIn(props: {
  auth: AuthClient;
  handedOver: string;
  onTokens: (tokens: Tokens) => void;
}) {
  const { auth, handedOver, onTokens } = props;
  const [code, setCode] = useState(handedOver);
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (code.trim() === '' || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    await auth
      .signInForSupport(code.trim())
      .then(onTokens, (error: unknown) => setFailure(failureText(error)));
    setBusy(false);
  }
  return (
    <AccountLayout title="Support sign-in">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <AccountTitle title="Support sign-in">
          with the code that an administrator of this installation gave you
        </AccountTitle>
        <PasswordInput
          label="Support code"
          size="lg"
          name="support-code"
          autoComplete="off"
          autoFocus
          value={code}
          onChange={setCode}
          error={isChecked && code.trim() === '' ? fieldMessages.required : undefined}
        />
        {failure && <Note tone="danger">{failure}</Note>}
        <Button type="submit" variant="primary" size="lg" loading={isBusy}>
          Sign in
        </Button>
      </form>
    </AccountLayout>
  );
}
