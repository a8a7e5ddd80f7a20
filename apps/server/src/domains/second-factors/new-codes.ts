import { digestOfToken, newRecoveryCodes } from '@margay/auth';

/** Ten recovery codes to show once, and what is kept of them. */
export function newCodes(): { codes: string[]; digests: string[] } {
  const codes = newRecoveryCodes();
  return { codes, digests: codes.map(digestOfToken) };
}
