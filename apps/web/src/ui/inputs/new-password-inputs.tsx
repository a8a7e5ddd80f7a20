import { typedTwiceFaults } from '../../lib/password-rules.ts';
import type { TypedTwice } from '../../lib/password-rules.ts';
import { PasswordStrength } from './password-strength.tsx';
import { PasswordInput } from './text-input.tsx';

export interface NewPasswordInputsProps {
  value: TypedTwice;
  onChange: (value: TypedTwice) => void;
  minLength: number;
  /** It was to be sent: what is wrong shows, also in what is not typed yet. */
  isChecked: boolean;
  size?: 'md' | 'lg';
  autoFocus?: boolean;
}

/** A new password with its rules, and the same once more. */
export function NewPasswordInputs(props: NewPasswordInputsProps) {
  const { value, onChange, minLength, isChecked, size = 'md', autoFocus = false } = props;
  const faults = typedTwiceFaults(value, minLength);
  const isRepeated = isChecked || value.repeated.length >= value.password.length;
  return (
    <>
      <div>
        <PasswordInput
          label="New password"
          size={size}
          required
          help="Must not contain the first part of the email"
          autoComplete="new-password"
          autoFocus={autoFocus}
          value={value.password}
          onChange={(password) => onChange({ ...value, password })}
          error={isChecked ? faults.password : undefined}
        />
        <PasswordStrength password={value.password} minLength={minLength} />
      </div>
      <PasswordInput
        label="Repeat the password"
        size={size}
        required
        autoComplete="new-password"
        value={value.repeated}
        onChange={(repeated) => onChange({ ...value, repeated })}
        error={isRepeated ? faults.repeated : undefined}
      />
    </>
  );
}
