import { isMapping } from '../../prefilter/paths.ts';
import type { Scalar } from '../given.ts';

/** Deeper than any event a rule gets to see. */
const deepest = 200;

/**
 * Equal in kind and content: true is not 1, text is not a number, 1 is 1.0. Keys of mappings are compared exactly.
 * What is nested deeper than any event is equal to nothing.
 */
export function isSame(a: unknown, b: unknown, depth = 0): boolean {
  if (isNumber(a)) return isNumber(b) && plainNumber(a) === plainNumber(b);
  if (typeof a !== 'object' || a === null) return a === b;
  if (depth >= deepest) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, at) => isSame(item, b[at], depth + 1));
  }
  if (!isMapping(a) || !isMapping(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key], depth + 1));
}

export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** One form for one number, so that `===` and sets tell equal from different. */
export function plainNumber(value: number | bigint): number | bigint {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Whether a value is one of several; for events by the thousand. */
export function membershipOf(scalars: readonly Scalar[]): (value: unknown) => boolean {
  const members = new Set(scalars.map((scalar) => (isNumber(scalar) ? plainNumber(scalar) : scalar)));
  return (value) => members.has((isNumber(value) ? plainNumber(value) : value) as Scalar);
}

/** Lower case of a text, of the texts in a list, of the keys of a mapping; other values as they are. */
export function lowered(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item.toLowerCase() : item));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
}

const numberText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const wholeText = /^[+-]?\d+$/;
const mostCharacters = 100;

/** The number a value is or spells; undefined for anything else. Booleans are no numbers. */
export function numberOf(value: unknown): number | bigint | undefined {
  if (isNumber(value)) return value;
  if (typeof value !== 'string' || value.length > mostCharacters || !numberText.test(value)) return undefined;
  const number = Number(value);
  if (Number.isSafeInteger(number) || !wholeText.test(value)) return number;
  return BigInt(value.replace(/^\+/, ''));
}
