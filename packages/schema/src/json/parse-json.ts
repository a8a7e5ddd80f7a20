/** JSON.parse with two repairs: whole numbers beyond 2^53 stay exact (as bigint), and broken surrogates become U+FFFD. */
import { exactNumber, exactTextOf } from '@margay/kit';

/** Sixteen digits in a row that may be a number and not part of a text. */
const longNumber = /[:,[\s]-?\d{16}|^-?\d{16}/;
const wholeNumber = /^-?\d+$/;
/**
 * A number that may print otherwise than it is written: many digits, zeros at the end, an exponent, a small fraction,
 * minus zero.
 */
const unusualNumber =
  /(?:^|[:,[\s])(?:-?(?:[\d.]{16}|\d+(?:\.\d*0(?=[\s,}\]]|$)|(?:\.\d+)?[eE][+-]?\d)|0\.0{6})|-0(?=[\s,}\]]|$))/;
const deepest = 200;

/** Thrown for JSON that is well formed but nested deeper than anything should be. */
export class NestedTooDeep extends Error {
  constructor() {
    super(`it is nested more than ${deepest} levels deep`);
    this.name = 'NestedTooDeep';
  }
}

/** Throws SyntaxError, or NestedTooDeep before anything recursive can touch the value. */
export function parseJson(text: string): unknown {
  if (mayBeDeep(text) && depthOf(text) > deepest) throw new NestedTooDeep();
  const value = parseExactJson(text);
  return mayHoldSurrogates(text) ? wellFormed(value) : value;
}

/**
 * As `parseJson`, and every other number that would print otherwise than it is written becomes an `exactNumber` of
 * `@margay/kit`: what was sent can be written again as it was. One beyond every double becomes text. For entries of logs.
 */
export function parseLogJson(text: string): unknown {
  if (mayBeDeep(text) && depthOf(text) > deepest) throw new NestedTooDeep();
  const value: unknown = unusualNumber.test(text) ? JSON.parse(text, numberAsWritten) : JSON.parse(text);
  return mayHoldSurrogates(text) ? wellFormed(value) : value;
}

/** JSON.parse with the first repair only. Recursive where there are long numbers: bound the depth before. */
export function parseExactJson(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, exactNumberOf) : JSON.parse(text);
}

/** True when plain `JSON.parse` gives what `parseLogJson` does: no unusual numbers, broken characters or great depth. */
export function survivesJsonParse(text: string): boolean {
  return !unusualNumber.test(text) && !mayHoldSurrogates(text) && !mayBeDeep(text);
}

function exactNumberOf(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  if (source === undefined || source.length > 400 || !wholeNumber.test(source)) return value;
  // Its text alone is no proof: 1820525657207815700 is how the double 1820525657207815680 prints.
  const exact = BigInt(source);
  return String(value) === source && BigInt(value) === exact ? value : exact;
}

function numberAsWritten(key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const exact = exactNumberOf(key, value, context);
  const source = context?.source;
  if (exact !== value || source === undefined) return exact;
  // No number stands for it, so that infinity would be what detections see.
  if (!Number.isFinite(value)) return source;
  if (source.length > 400) return exact;
  return String(value) === source ? value : exactNumber(source);
}

/** Depth beyond the limit needs that many closing brackets; counting stops as soon as there are enough. */
function mayBeDeep(text: string): boolean {
  if (text.length < deepest * 2) return false;
  let left = deepest;
  for (const bracket of ['}', ']']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (left-- === 0) return true;
    }
  }
  return false;
}

/** Deepest level of brackets outside quotes, without recursion. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (code === 92) at++;
      else if (code === 34) isQuoted = false;
    } else if (code === 34) isQuoted = true;
    else if (code === 123 || code === 91) {
      depth++;
      if (depth > most) most = depth;
    } else if (code === 125 || code === 93) depth--;
  }
  return most;
}

/** Escapes are the only way a half character gets into decoded text. */
function mayHoldSurrogates(text: string): boolean {
  return text.includes('\\ud') || text.includes('\\uD');
}

/** The same value with every text (keys too) well formed, so that it can be written as UTF-8. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null || exactTextOf(value) !== undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]),
  );
}
