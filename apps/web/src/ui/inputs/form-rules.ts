import { forbiddenInId } from '@margay/model';

/** Fixed wordings of field errors. */
export const fieldMessages = {
  required: 'This field is required',
  wrongType: 'Must have a value',
  duplicates: 'No duplicates allowed',
  integer: 'The field should have digits only',
  email: 'Must be a valid email',
  url: 'Must be a valid URL',
  id: `At most 200 characters, none of ${forbiddenInId}`,
} as const;

/** One @, something on both sides, a dot in the domain. The server has the last word. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with an email that must be given; blanks around it count. */
export function emailFault(text: string): string | undefined {
  if (text === '') return 'Email is required';
  return emailPattern.test(text) ? undefined : fieldMessages.email;
}

export function hasDuplicates(values: readonly string[]): boolean {
  return new Set(values).size !== values.length;
}
