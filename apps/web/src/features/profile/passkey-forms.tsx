import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { failureText, refusedField } from '../../lib/graphql/request-error.ts';
import { makePasskey } from '../../lib/passkeys.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { noProof, ProofInput, proofOf } from './proof-input.tsx';
import styles from './profile.module.css';
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './queries.ts';
import type { Passkey } from './queries.ts';

const longestName = 60;

/** The shape of all three: inputs, what the server or the browser said, and two buttons. */
function Form(props: {
  failure: string | undefined;
  isBusy: boolean;
  isReady: boolean;
  label: string;
  danger?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { failure, isBusy, isReady, label, danger = false, onSubmit, onCancel, children } = props;
  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isReady && !isBusy) onSubmit();
      }}
    >
      {children}
      {failure && <Note tone="danger">{failure}</Note>}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={isBusy} disabled={!isReady}>
          {label}
        </Button>
      </div>
    </form>
  );
}

/** What is said below the form: nothing where a field says it. */
const failureOf = (error: unknown, fields: readonly string[]): string | undefined =>
  error === null || fields.includes(refusedField(error) ?? '') ? undefined : failureText(error);
const faultOf = (error: unknown, field: string): string | undefined =>
  refusedField(error) === field ? failureText(error) : undefined;

export function AddPasskey(props: {
  hasApp: boolean;
  onCancel: () => void;
  /** With recovery codes where it is the first second factor. */
  onAdded: (recoveryCodes: readonly string[]) => void;
}) {
  const { hasApp, onCancel, onAdded } = props;
  const [name, setName] = useState('');
  const [typed, setTyped] = useState(noProof);
  const add = useAddPasskey(makePasskey);
  const proof = proofOf(typed);
  return (
    <Form
      label="Continue"
      isBusy={add.isPending}
      isReady={name.trim() !== '' && proof !== undefined}
      failure={failureOf(add.error, ['name', 'password', 'code'])}
      onCancel={onCancel}
      onSubmit={() =>
        proof &&
        add.mutate(
          { name, proof },
          {
            onSuccess: ({ recoveryCodes }) => {
              toast.success('Passkey added');
              onAdded(recoveryCodes);
            },
          },
        )
      }
    >
      <TextInput
        label="Name"
        help="So that you know it again, for instance by the device."
        required
        autoFocus
        maxLength={longestName}
        value={name}
        onChange={setName}
        error={faultOf(add.error, 'name')}
      />
      <ProofInput
        hasApp={hasApp}
        value={typed}
        onChange={setTyped}
        faults={{ password: faultOf(add.error, 'password'), code: faultOf(add.error, 'code') }}
      />
    </Form>
  );
}

export function RenamePasskey({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useRenamePasskey();
  return (
    <Form
      label="Rename"
      isBusy={rename.isPending}
      isReady={name.trim() !== '' && name.trim() !== passkey.name}
      failure={failureOf(rename.error, ['name'])}
      onCancel={onDone}
      onSubmit={() => rename.mutate({ id: passkey.id, name }, { onSuccess: onDone })}
    >
      <TextInput
        label="Name"
        required
        autoFocus
        maxLength={longestName}
        value={name}
        onChange={setName}
        error={faultOf(rename.error, 'name')}
      />
    </Form>
  );
}

export function RemovePasskey(props: { passkey: Passkey; hasApp: boolean; onDone: () => void }) {
  const { passkey, hasApp, onDone } = props;
  const [typed, setTyped] = useState(noProof);
  const remove = useRemovePasskey();
  const proof = proofOf(typed);
  return (
    <Form
      label="Remove"
      danger
      isBusy={remove.isPending}
      isReady={proof !== undefined}
      failure={failureOf(remove.error, ['password', 'code'])}
      onCancel={onDone}
      onSubmit={() =>
        proof &&
        remove.mutate(
          { id: passkey.id, proof },
          {
            onSuccess: () => {
              toast.success('Passkey removed');
              onDone();
            },
          },
        )
      }
    >
      <p>
        <b>{passkey.name}</b> will not sign you in any more. Delete it on the device too, which Margay cannot
        do.
      </p>
      <ProofInput
        hasApp={hasApp}
        value={typed}
        onChange={setTyped}
        faults={{ password: faultOf(remove.error, 'password'), code: faultOf(remove.error, 'code') }}
      />
    </Form>
  );
}
