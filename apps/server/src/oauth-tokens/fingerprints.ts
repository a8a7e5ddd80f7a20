import type { SecretBox } from '@margay/auth';
import type { TokenGrant } from '@margay/oauth';
import { createHmac } from 'node:crypto';

/** What tells settings apart without holding them; other installations get others. */
export interface Fingerprints {
  /** Of all that an access token hangs on. */
  ofAll(grant: TokenGrant): string;
  /**
   * Of all that a refresh token hangs on which came in place of the one in the settings: it stays the one to use when, say,
   * the scope changes, but not when a person enters another one, and it never goes to another server. Null for other grants.
   */
  ofRefresh(grant: TokenGrant): string | null;
}

export function createFingerprints(secrets: Pick<SecretBox, 'deriveKey'>): Fingerprints {
  const key = secrets.deriveKey('access-token-settings');
  const digest = (values: readonly unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url');
  return {
    ofAll: (grant) => digest(Object.entries(grant).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ofRefresh(grant) {
      if (grant.grant !== 'refreshToken') return null;
      const { tokenUrl, clientId, refreshToken } = grant;
      return digest(['refresh', new URL(tokenUrl).origin, clientId, refreshToken]);
    },
  };
}
