import { refuse } from './run.ts';
import type { Converter } from './run.ts';

const wholeText = /^[+-]?\d+$/;
const floatText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

const bits = { smallint: 16, int: 32 } as const;

/** A whole number of 16 or 32 bits, or text that holds one; empty text is nothing. */
export function smallWholeConverter(type: 'int' | 'smallint'): Converter {
  const most = 2 ** (bits[type] - 1) - 1;
  const reason = `is not a whole number of ${bits[type]} bits`;
  return (value, run) => {
    if (value === '') return undefined;
    const number = typeof value === 'string' && wholeText.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) return refuse(run, reason);
    return number <= most && number >= -most - 1 ? number : refuse(run, reason);
  };
}

const largest = 2n ** 63n - 1n;

/** A whole number of 64 bits, or text that holds one. Beyond 2^53 the result is a bigint, so that it stays exact. */
export const bigintConverter: Converter = (value, run) => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (value === '') return undefined;
  const exact = exactWholeOf(value);
  if (exact === undefined || exact > largest || exact < -largest - 1n) {
    return refuse(run, 'is not a whole number of 64 bits');
  }
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
};

function exactWholeOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string' || value.length > 40 || !wholeText.test(value)) return undefined;
  return BigInt(value.startsWith('+') ? value.slice(1) : value);
}

/** A number, or text that holds one. */
export const floatConverter: Converter = (value, run) => {
  if (typeof value === 'number') return value;
  if (value === '') return undefined;
  if (typeof value === 'bigint') return Number(value);
  const number = typeof value === 'string' && floatText.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : refuse(run, 'is not a number');
};

const trueTexts = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const falseTexts = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** true, false, 1, 0 and their usual spellings as text. */
export const booleanConverter: Converter = (value, run) => {
  if (typeof value === 'boolean') return value;
  if (value === '') return undefined;
  if (value === 1 || (typeof value === 'string' && trueTexts.has(value))) return true;
  if (value === 0 || (typeof value === 'string' && falseTexts.has(value))) return false;
  return refuse(run, 'is neither true nor false');
};
