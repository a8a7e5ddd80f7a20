import { requiredText } from '@margay/settings';

const tokenPattern = /^[\x21-\x7e]+$/;

/** A key or token that goes into a header: one word of ASCII. */
export const headerToken = () =>
  requiredText().refine((text) => tokenPattern.test(text), {
    error: 'Must be one word of letters, digits and signs, as the service shows it',
  });

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** RFC 7617, in UTF-8. */
export function basic(user: string, password: string): { authorization: string } {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}
