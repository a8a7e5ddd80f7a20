/** A source of numbers that look random and are the same for the same seed. Not for secrets. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number between the two, both included. */
  int(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** Picks an entry as often as its weight says. */
  weighted<T>(list: readonly { weight: number; value: T }[]): T;
  chance(probability: number): boolean;
  hex(length: number): string;
  /** Upper-case letters and digits, as in cloud ids. */
  letters(length: number): string;
  uuid(): string;
  /** An independent source: what one generator draws does not move what another one draws. */
  fork(name: string): Random;
}

const hexDigits = '0123456789abcdef';
const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: a counter with a mixing function, 32 bits of state, good enough for sample data.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const text = (length: number, digits: string): string => {
    let result = '';
    for (let i = 0; i < length; i++) result += digits.charAt(Math.floor(next() * digits.length));
    return result;
  };
  const pick = <T>(list: readonly T[]): T => {
    const value = list[Math.floor(next() * list.length)];
    if (value === undefined) throw new RangeError('There is nothing to pick from an empty list.');
    return value;
  };
  return {
    next,
    pick,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    weighted(list) {
      let left = next() * list.reduce((sum, entry) => sum + entry.weight, 0);
      const found = list.find((entry) => (left -= entry.weight) < 0) ?? list.at(-1);
      if (found === undefined) throw new RangeError('There is nothing to pick from an empty list.');
      return found.value;
    },
    chance: (probability) => next() < probability,
    hex: (length) => text(length, hexDigits),
    letters: (length) => text(length, base32Digits),
    uuid: () =>
      `${text(8, hexDigits)}-${text(4, hexDigits)}-4${text(3, hexDigits)}-a${text(3, hexDigits)}-${text(12, hexDigits)}`,
    fork: (name) => createRandom(hashOf(name, seed)),
  };
}

/** FNV-1a over the name, begun with the seed. */
function hashOf(name: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
