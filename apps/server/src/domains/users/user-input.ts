import { invalidInput } from '@margay/kit';

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const longestEmail = 320;
const longestName = 100;

const fault = (field: string, message: string) => invalidInput(message, { details: { field } });

/** The address as it is kept. Throws `InvalidInput` in the words of the form. */
export function readEmail(typed: string): string {
  const email = typed.trim();
  if (email === '') throw fault('email', 'Email is required');
  if (!emailPattern.test(email)) throw fault('email', 'Must be a valid email');
  if (email.length > longestEmail) throw fault('email', `Email must have at most ${longestEmail} characters`);
  return email;
}

export interface Names {
  givenName: string;
  familyName: string;
}

/** Names as they are kept. What an identity provider says of its people may leave them out. */
export function readNames(typed: Names, { mayBeEmpty = false } = {}): Names {
  const givenName = typed.givenName.trim();
  const familyName = typed.familyName.trim();
  if (givenName === '' && !mayBeEmpty) throw fault('givenName', 'First name is required');
  if (familyName === '' && !mayBeEmpty) throw fault('familyName', 'Last name is required');
  if (givenName.length > longestName)
    throw fault('givenName', `First name must have at most ${longestName} characters`);
  if (familyName.length > longestName)
    throw fault('familyName', `Last name must have at most ${longestName} characters`);
  return { givenName, familyName };
}
