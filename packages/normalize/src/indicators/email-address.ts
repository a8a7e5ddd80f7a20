import type { AddIndicator } from './indicator.ts';

/** An e-mail address, and the part before the `@` as a user name. */
export function addEmail(address: string, add: AddIndicator): void {
  const at = address.lastIndexOf('@');
  if (at < 0) return;
  add('p_any_emails', address);
  if (at > 0) add('p_any_usernames', address.slice(0, at));
}
