import { randomInt } from 'node:crypto';

/** No letter that reads like a digit or like another letter. */
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789';
const codeCount = 10;
const groupCount = 4;
const groupLength = 4;

/** Ten codes like `k3fw-q7xm-2bvd-h9rt`, of 78 bits each, for the day the phone is lost. Each counts once. */
export function newRecoveryCodes(): string[] {
  const letter = () => alphabet[randomInt(alphabet.length)];
  const group = () => Array.from({ length: groupLength }, letter).join('');
  return Array.from({ length: codeCount }, () => Array.from({ length: groupCount }, group).join('-'));
}

/** As it is kept, however it was typed: capitals, spaces and hyphens do not matter. Undefined for what is no code. */
export function normalizeRecoveryCode(typed: string): string | undefined {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  if (letters.length !== groupCount * groupLength || [...letters].some((one) => !alphabet.includes(one)))
    return undefined;
  return letters.match(/.{4}/g)?.join('-');
}
