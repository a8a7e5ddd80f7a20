import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';

/** Shortest password accepted. */
export const passwordMinLength = 12;
const passwordMaxLength = 128;

/** What a password lacks, as messages for its form; empty when it is good. */
export function passwordFaults(password: string, email: string): string[] {
  const faults: string[] = [];
  if (password.length < passwordMinLength) {
    faults.push(`Password must contain at least ${passwordMinLength} characters`);
  }
  if (password.length > passwordMaxLength) {
    faults.push(`Password must contain at most ${passwordMaxLength} characters`);
  }
  if (!/\p{Lu}/u.test(password)) faults.push('Password must contain at least 1 uppercase character');
  if (!/\p{Ll}/u.test(password)) faults.push('Password must contain at least 1 lowercase character');
  if (!/[^\p{L}\p{N}\s]/u.test(password)) faults.push('Password must contain at least 1 symbol');
  if (!/\p{N}/u.test(password)) faults.push('Password must contain at least 1 number');
  const localPart = email.split('@')[0] ?? '';
  if (localPart.length >= 4 && password.toLowerCase().includes(localPart.toLowerCase())) {
    faults.push('Password must not contain the first part of the email');
  }
  return faults;
}

/** Argon2id with the parameters OWASP's password storage cheat sheet gives (19 MiB, 2 passes, 1 lane). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');

/** A hash nobody's password has: checking against it makes an unknown account take as long as a known one. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${unpadded(16)}$${unpadded(32)}`;

/** `stored` undefined means the account does not exist: the answer is no, after the same work. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? decoy, password).catch(() => false);
  return stored !== undefined && isRight;
}
