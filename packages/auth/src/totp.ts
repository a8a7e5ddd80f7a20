import { Secret, TOTP } from 'otpauth';

/** What authenticator apps take for granted (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const issuer = 'Margay';
/** A code of the step before or after counts too: phones are not set to the second. */
const window = 1;

/** A secret of 160 bits in base32, as people can type it. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The `otpauth:` address that a QR code carries to an authenticator app. */
export function totpAddress(secret: string, email: string): string {
  return new TOTP({ ...form, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The 30-second step since 1970 whose code this is, at `now` in milliseconds; undefined for a wrong one. Steps up to
 * `after` do not count: a code that somebody read over a shoulder opens nothing once it was used.
 */
export function totpStepOf(
  code: string,
  secret: string,
  { now, after }: { now: number; after: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window });
  if (delta === null) return undefined;
  const step = Math.floor(now / 1000 / form.period) + delta;
  return step > after ? step : undefined;
}

/** The code an authenticator app shows at that moment (milliseconds). */
export const totpCodeAt = (secret: string, at: number): string =>
  new TOTP({ ...form, secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
