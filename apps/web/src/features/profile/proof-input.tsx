import { PasswordInput, TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './profile.module.css';
import type { FreshProof } from './queries.ts';

/** What is typed so far. */
export interface TypedProof {
  by: 'password' | 'code';
  text: string;
}
export const noProof: TypedProof = { by: 'password', text: '' };

/** As the server takes it; undefined while nothing is typed. */
export function proofOf({ by, text }: TypedProof): FreshProof | undefined {
  if (text.trim() === '') return undefined;
  return by === 'code' ? { code: text.trim() } : { password: text };
}

/** The person's password, or a code for who has an app: a window that was left open must not be enough. */
export function ProofInput(props: {
  hasApp: boolean;
  value: TypedProof;
  onChange: (value: TypedProof) => void;
  faults: { password: string | undefined; code: string | undefined };
}) {
  const { hasApp, value, onChange, faults } = props;
  const { by, text } = value;
  return (
    <>
      {by === 'password' ? (
        <PasswordInput
          label="Your password"
          required
          autoComplete="current-password"
          value={text}
          onChange={(next) => onChange({ by, text: next })}
          error={faults.password}
        />
      ) : (
        <TextInput
          label="Code from your app, or a recovery code"
          required
          autoComplete="one-time-code"
          value={text}
          onChange={(next) => onChange({ by, text: next })}
          error={faults.code}
        />
      )}
      {hasApp && (
        <button
          type="button"
          className={styles.link}
          onClick={() => onChange({ by: by === 'password' ? 'code' : 'password', text: '' })}
        >
          {by === 'password' ? 'Use a code instead' : 'Use your password instead'}
        </button>
      )}
    </>
  );
}
