import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { tokenRefused } from './failures.ts';
import { readPrivateKey } from './private-key.ts';
import type { JwtBearerGrant } from './token-grant.ts';

/** Some refuse more than a few minutes. */
const lifeSeconds = 180;

/** Says who asks, signed with the key of the grant (RFC 7523). Good for one use and three minutes. */
export async function signAssertion(grant: JwtBearerGrant, now: Date): Promise<string> {
  const found = readPrivateKey(grant.privateKey);
  if (found === undefined)
    throw tokenRefused('The private key cannot be read. Enter it again, as PEM text without passphrase.');
  const { issuer, subject, audience, keyId, scope, tokenUrl } = grant;
  const at = Math.floor(now.getTime() / 1000);
  // Many read the scope here and not in the request. A subject is somebody the client speaks for: not all allow one.
  const jwt = new SignJWT({ ...(scope ? { scope } : {}), ...(subject ? { sub: subject } : {}) })
    .setProtectedHeader({ alg: found.algorithm, typ: 'JWT', ...(keyId ? { kid: keyId } : {}) })
    .setIssuer(issuer)
    .setAudience(audience || tokenUrl)
    .setIssuedAt(at)
    .setExpirationTime(at + lifeSeconds)
    .setJti(randomUUID());
  return jwt.sign(found.key);
}
