import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
export const resetCodeLength = 8;

/** A code of about 39 bits for somebody to type from a mail; no letter reads like another. */
export const newResetCode = (): string =>
  Array.from({ length: resetCodeLength }, () => letters[randomInt(letters.length)]).join('');

/** The code as it was made, of what somebody typed: in small letters, with spaces or hyphens. */
export const normalizeResetCode = (typed: string): string => typed.replace(/[\s-]+/g, '').toUpperCase();

/**
 * What is kept of a code. A code is short enough to be found by trying, so only the holder of the key can; bound to the
 * account and its address, it is worth nothing anywhere else or after the address has changed.
 */
export function digestOfResetCode(
  code: string,
  { userId, email }: { userId: string; email: string },
  key: Uint8Array,
): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, email.toLowerCase(), code]))
    .digest('hex');
}

/** In the same time wherever they differ. */
export function isSameDigest(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
