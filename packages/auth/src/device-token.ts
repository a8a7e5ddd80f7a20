import { createHash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';

/** Days a browser stays known after its last sign-in. */
export const deviceTokenDays = 180;

const audience = 'margay-device';
const Payload = z.object({ sub: z.string(), jti: z.string() });

/**
 * The one spelling of an email under which its account is found, braked and known to browsers. Two texts that sign in
 * to the same account have the same one.
 */
export const accountOf = (email: string) => email.toLowerCase();

const digestOf = (account: string) => createHash('sha256').update(account).digest('hex');

/** Each account has a cookie of its own in a browser that several people use. The name does not tell the email. */
export function deviceCookieName(account: string): string {
  return `margay_device_${digestOf(account).slice(0, 16)}`;
}

/**
 * Says that somebody signed in to this account from this browser before. It opens nothing: with it, guesses of
 * strangers do not make its owner wait. `now` is in milliseconds.
 */
export function signDeviceToken(
  device: { id: string; account: string },
  key: Uint8Array,
  now: number,
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(digestOf(device.account))
    .setJti(device.id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + deviceTokenDays * 86_400)
    .sign(key);
}

/** The id of the browser, or undefined when the token is forged, expired or of another account. */
export async function readDeviceToken(
  token: string,
  account: string,
  key: Uint8Array,
  now: number,
): Promise<string | undefined> {
  const verified = await jwtVerify(token, key, {
    audience,
    subject: digestOf(account),
    algorithms: ['HS256'],
    currentDate: new Date(now),
  }).catch(() => undefined);
  const payload = Payload.safeParse(verified?.payload);
  return payload.success ? payload.data.jti : undefined;
}
