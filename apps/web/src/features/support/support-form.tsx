import { useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useAccess, useUser } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { emailFault, fieldMessages } from '../../ui/inputs/form-rules.ts';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import styles from './support.module.css';

const empty = { subject: '', text: '', email: '' };
type Draft = typeof empty;
const longest = { subject: 200, text: 5000 };

function faultsOf(draft: Draft, isKnown: boolean): Partial<Draft> {
  const wrongEmail = emailFault(draft.email.trim());
  return {
    ...(draft.subject.trim() === '' ? { subject: fieldMessages.required } : {}),
    ...(draft.text.trim() === '' ? { text: fieldMessages.required } : {}),
    ...(isKnown || wrongEmail === undefined ? {} : { email: wrongEmail }),
  };
}

/** Asks the people who run this installation for help. Who is not signed in says where the answer goes. */
export function SupportForm({ size = 'md', onSent }: { size?: 'md' | 'lg'; onSent?: () => void }) {
  const { auth, session } = useAccess();
  const user = useUser();
  const [draft, setDraft] = useState(empty);
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isSent, setSent] = useState(false);
  const faults = faultsOf(draft, user !== undefined);
  const field = (name: keyof Draft) => ({
    name,
    required: true,
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
    error: isChecked ? faults[name] : undefined,
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (isBusy || Object.keys(faults).length > 0) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await auth.askForSupport(draft, user === undefined ? undefined : await session.idToken());
      setDraft(empty);
      setChecked(false);
      setSent(true);
      onSent?.();
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(false);
  }
  if (isSent)
    return (
      <div className={styles.form}>
        <Note tone="success" title="Your request is sent">
          Those who look after people here read it, and answer {user?.email ?? 'to the email you gave'}.
        </Note>
        <Button className={styles.send} onClick={() => setSent(false)}>
          Send another
        </Button>
      </div>
    );
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {user === undefined && (
        <TextInput label="Email" size={size} type="email" autoComplete="email" {...field('email')} />
      )}
      <TextInput label="Subject" size={size} maxLength={longest.subject} {...field('subject')} />
      <TextArea
        label="What happened?"
        rows={6}
        maxLength={longest.text}
        help="No passwords, codes or tokens, please."
        {...field('text')}
      />
      {failure && (
        <Note tone="danger" title="Your request is not sent">
          {failure}
        </Note>
      )}
      <Button className={styles.send} type="submit" variant="primary" size={size} loading={isBusy}>
        Send
      </Button>
    </form>
  );
}
