import { exactNumber, exactTextOf } from '@margay/kit';
import { refuse } from './run.ts';
import type { Converter } from './run.ts';

const wholeText = /^[+-]?\d+$/;
const floatText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A whole number written with a fraction of zeros. */
const wholePart = /^(-?\d+)\.0+$/;

const bits = { smallint: 16, int: 32 } as const;

/** A whole number of 16 or 32 bits, or text that holds one; empty text is nothing. */
export function smallWholeConverter(type: 'int' | 'smallint'): Converter {
  const most = 2 ** (bits[type] - 1) - 1;
  const reason = `is not a whole number of ${bits[type]} bits`;
  return (value, run) => {
    if (value === '') return undefined;
    const isText = typeof value === 'string' && wholeText.test(value);
    const number = isText ? Number(value) : (numberWritten(value) ?? value);
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
  const written = exactTextOf(value);
  if (written !== undefined) return exactWholeOf(wholePart.exec(written)?.[1] ?? Number(written));
  if (typeof value !== 'string' || value.length > 40 || !wholeText.test(value)) return undefined;
  return BigInt(value.startsWith('+') ? value.slice(1) : value);
}

/** What JSON takes for a number. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A number, or text that holds one, as it is written: detections tell 57 from 57.0. One beyond every double stays text,
 * since no number stands for it.
 */
export const floatConverter: Converter = (value, run) => {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value === '') return undefined;
  const written = exactTextOf(value);
  const text = written ?? value;
  if (typeof text !== 'string' || !floatText.test(text)) return refuse(run, 'is not a number');
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  // Fractions are floats however they print; a whole one must say that it is.
  return Number.isInteger(number) && !wholeText.test(text) && jsonNumber.test(text)
    ? exactNumber(text)
    : number;
};

/** The number of an `exactNumber`. */
function numberWritten(value: unknown): number | undefined {
  const text = exactTextOf(value);
  return text === undefined ? undefined : Number(text);
}

const trueTexts = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const falseTexts = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** true, false, 1, 0 and their usual spellings as text. */
export const booleanConverter: Converter = (value, run) => {
  if (typeof value === 'boolean') return value;
  if (value === '') return undefined;
  if (value === 1 || numberWritten(value) === 1 || (typeof value === 'string' && trueTexts.has(value)))
    return true;
  if (value === 0 || numberWritten(value) === 0 || (typeof value === 'string' && falseTexts.has(value)))
    return false;
  return refuse(run, 'is neither true nor false');
};
