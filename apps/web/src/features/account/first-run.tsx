import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import type { AuthClient } from '../../lib/session/auth-client.ts';
import type { SignInReply } from '../../lib/session/auth-client.ts';
import { defaultMinLength, passwordError } from '../../lib/password-rules.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { emailFault } from '../../ui/inputs/form-rules.ts';
import { IconAlertTriangle, IconCircleCheck } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { PasswordStrength } from '../../ui/inputs/password-strength.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './account.module.css';
import { AccountLayout, AccountTitle } from './account-layout.tsx';

export interface FirstRunProps {
  auth: AuthClient;
  /** From the one-time link the server printed; empty when the address has none. */
  token: string;
  minPasswordLength?: number | undefined;
  isReady: () => Promise<boolean>;
  onReply: (reply: SignInReply) => void;
}

const noValues = { givenName: '', familyName: '', email: '', password: '', token: '' };
type Values = typeof noValues;
type Errors = Partial<Record<keyof Values, string>>;

/** Errors of the set-up form by field; empty when it may be sent. */
export function checkFirstRun(values: Values, minLength: number): Errors {
  const errors: Errors = {};
  if (values.token.trim() === '')
    errors.token = 'Open the set-up link the server printed at its first start, or paste its code here';
  if (values.givenName.trim() === '') errors.givenName = 'First name is required';
  if (values.familyName.trim() === '') errors.familyName = 'Last name is required';
  const wrongEmail = emailFault(values.email.trim());
  if (wrongEmail) errors.email = wrongEmail;
  const weak = passwordError(values.password, minLength);
  if (weak) errors.password = weak;
  return errors;
}

/** Only while no person exists: makes the first administrator and signs in. */
export function FirstRun({
  auth,
  token,
  minPasswordLength = defaultMinLength,
  isReady,
  onReply,
}: FirstRunProps) {
  const [values, setValues] = useState<Values>({ ...noValues, token });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const errors = checkFirstRun(values, minPasswordLength);
  const field = (name: keyof Values) => ({
    name,
    size: 'lg' as const,
    required: true,
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    error: isChecked ? errors[name] : undefined,
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(errors).length > 0 || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const { email, password, givenName, familyName } = values;
    const person = {
      token: values.token.trim(),
      email: email.trim(),
      password,
      givenName: givenName.trim(),
      familyName: familyName.trim(),
    };
    await auth.setUp(person).then(onReply, (error: unknown) => setFailure(failureText(error)));
    setBusy(false);
  }
  return (
    <AccountLayout title="Set up" footer={<Readiness isReady={isReady} />}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <AccountTitle title="Set up Margay">
          The first person is the administrator. Takes a minute.
        </AccountTitle>
        {token === '' && (
          <TextInput
            label="Set-up code"
            help="The last part of the link the server printed"
            mono
            {...field('token')}
          />
        )}
        <div className={styles.pair}>
          <TextInput label="First name" autoComplete="given-name" autoFocus {...field('givenName')} />
          <TextInput label="Last name" autoComplete="family-name" {...field('familyName')} />
        </div>
        <TextInput label="Email" type="email" autoComplete="username" {...field('email')} />
        <div>
          <PasswordInput
            label="Password"
            help="Must not contain the first part of the email"
            autoComplete="new-password"
            {...field('password')}
          />
          <PasswordStrength password={values.password} minLength={minPasswordLength} />
        </div>
        {failure && <Note tone="danger">{failure}</Note>}
        <Button type="submit" variant="primary" size="lg" loading={isBusy}>
          Create and sign in
        </Button>
      </form>
    </AccountLayout>
  );
}

function Readiness({ isReady }: { isReady: () => Promise<boolean> }) {
  const [ready, setReady] = useState<boolean>();
  useEffect(() => {
    void isReady().then(setReady);
  }, [isReady]);
  if (ready === undefined) return null;
  return ready ? (
    <span className={styles.ready}>
      <IconCircleCheck size={14} stroke={1.5} aria-hidden />
      The server and its engines are ready
    </span>
  ) : (
    <span className={`${styles.ready} ${styles.notReady}`}>
      <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      The server is still starting its engines
    </span>
  );
}
