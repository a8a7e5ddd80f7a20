import { randomInt } from 'node:crypto';

const lower = 'abcdefghjkmnpqrstvwxyz';
const upper = 'ABCDEFGHJKMNPQRSTVWXYZ';
const digits = '23456789';
const symbols = '-+=!';
const length = 20;

const one = (from: string) => from[randomInt(from.length)] ?? '';

/** A password of about 110 bits for the first sign-in, which meets the rules and has no letter that reads like another. */
export function newTemporaryPassword(): string {
  const letters = [one(lower), one(upper), one(digits), one(symbols)];
  while (letters.length < length) letters.push(one(lower + upper + digits));
  for (let at = letters.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [letters[at], letters[other]] = [letters[other] ?? '', letters[at] ?? ''];
  }
  return letters.join('');
}
