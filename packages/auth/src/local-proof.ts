import { unauthenticated } from '@margay/kit';
import { jwtVerify, SignJWT } from 'jose';

const audience = 'margay-local';
const lifetimeSeconds = 60;

/**
 * Shows that the caller can read the installation's secret key: whoever can, on the same machine, may act as its
 * administrator. `key` is derived from the secret for this purpose alone (`deriveKey('local-sign-in')`).
 */
export function signLocalProof(key: Uint8Array, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetimeSeconds)
    .sign(key);
}

/** Throws `unauthenticated` when the proof is forged or older than a minute. */
export async function verifyLocalProof(proof: string, key: Uint8Array, now: number): Promise<void> {
  try {
    await jwtVerify(proof, key, { audience, algorithms: ['HS256'], currentDate: new Date(now) });
  } catch (cause) {
    throw unauthenticated(
      'The proof of local access is not valid. Use the data folder of this installation.',
      { cause },
    );
  }
}
