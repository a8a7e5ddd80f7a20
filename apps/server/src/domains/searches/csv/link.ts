import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a link works, in hours. */
export const linkHours = 12;

/** Links that need no session: they are good for whoever has them, until they expire. */
export interface LinkSigner {
  pathOf(id: string, expiresAt: Date): string;
  isSigned(id: string, expiresAtMs: number, signature: string): boolean;
}

export function createLinkSigner(key: Uint8Array): LinkSigner {
  const sign = (id: string, expiresAtMs: number) =>
    createHmac('sha256', key).update(`${id}\n${expiresAtMs}`).digest('base64url');
  return {
    pathOf(id, expiresAt) {
      const expires = expiresAt.getTime();
      const query = new URLSearchParams({ expires: String(expires), signature: sign(id, expires) });
      return `/internal/searches/csv/${id}?${query.toString()}`;
    },
    isSigned(id, expiresAtMs, signature) {
      const expected = Buffer.from(sign(id, expiresAtMs));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
