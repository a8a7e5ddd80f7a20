export interface PasswordCheck {
  id: 'length' | 'upper' | 'lower' | 'symbol' | 'number';
  label: string;
  isMet: boolean;
}

/** Used until the server says its own minimum. */
export const defaultMinLength = 12;

/** The checks of a new password, in the order they are shown. */
export function checkPassword(password: string, minLength: number): PasswordCheck[] {
  return [
    {
      id: 'length',
      label: `at least ${minLength} characters`,
      isMet: Array.from(password).length >= minLength,
    },
    { id: 'upper', label: 'at least 1 uppercase character', isMet: /\p{Lu}/u.test(password) },
    { id: 'lower', label: 'at least 1 lowercase character', isMet: /\p{Ll}/u.test(password) },
    { id: 'symbol', label: 'at least 1 symbol', isMet: /[^\p{L}\p{N}\s]/u.test(password) },
    { id: 'number', label: 'at least 1 number', isMet: /\p{N}/u.test(password) },
  ];
}

/** One sentence naming the first check that fails, or undefined when all hold. */
export function passwordError(password: string, minLength: number): string | undefined {
  const failed = checkPassword(password, minLength).find((check) => !check.isMet);
  return failed && `Password must contain ${failed.label}`;
}

export interface TypedTwice {
  password: string;
  repeated: string;
}

/** What is wrong with a new password and with typing it a second time; empty when it may be sent. */
export function typedTwiceFaults(
  { password, repeated }: TypedTwice,
  minLength: number,
): Partial<Record<keyof TypedTwice, string>> {
  const weak = passwordError(password, minLength);
  return {
    ...(weak === undefined ? {} : { password: weak }),
    ...(repeated === password ? {} : { repeated: 'Passwords must match' }),
  };
}
