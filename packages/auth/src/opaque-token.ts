import { createHash, randomBytes } from 'node:crypto';

/** A random secret for refresh tokens, set-up links and the like: 256 bits, URL-safe. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of an opaque token. It has 256 bits of its own, so a plain digest is enough. */
export function digestOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
