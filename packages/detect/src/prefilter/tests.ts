import type { LeafTest, Literal } from '@margay/model';
import { isMapping, missing } from './paths.ts';

/** The answer for a value; undefined where Python might see another value than we do. */
export type ValueTest = (value: unknown) => boolean | undefined;

export function compileTest(test: LeafTest): ValueTest {
  if (typeof test === 'string') return kindTests[test];
  if ('in' in test) return equalsOneOf(test.in);
  if ('prefix' in test) return textTest((text) => test.prefix.some((part) => text.startsWith(part)));
  if ('suffix' in test) return textTest((text) => test.suffix.some((part) => text.endsWith(part)));
  return textTest((text) => test.contains.some((part) => text.includes(part)));
}

const kindTests: Record<Extract<LeafTest, string>, ValueTest> = {
  missing: (value) => value === missing,
  null: (value) => value === null,
  text: (value) => typeof value === 'string',
  list: (value) => Array.isArray(value),
  mapping: isMapping,
  number: isNumberLike,
  truthy: isTruthy,
  unsafe: () => undefined,
};

function isNumberLike(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
}

/** As Python sees it: empty texts, lists and mappings, zero, null and an absent field are false. */
function isTruthy(value: unknown): boolean {
  if (value === missing || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (isMapping(value)) {
    for (const _key in value) return true;
    return false;
  }
  return Boolean(value);
}

function textTest(holds: (text: string) => boolean): ValueTest {
  return (value) => typeof value === 'string' && holds(value);
}

/** Python's `==`: True equals 1, text equals only text, and containers equal no scalar. */
function equalsOneOf(literals: readonly Literal[]): ValueTest {
  const texts = new Set(literals.filter((literal) => typeof literal === 'string'));
  const numbers = new Set(
    literals.flatMap((literal) =>
      typeof literal === 'number' || typeof literal === 'boolean' ? Number(literal) : [],
    ),
  );
  const hasNull = literals.includes(null);
  return (value) => {
    if (typeof value === 'string') return texts.has(value);
    if (value === null) return hasNull;
    if (typeof value === 'boolean') return numbers.has(Number(value));
    if (typeof value === 'number') return isExactNumber(value) ? numbers.has(value) : undefined;
    return typeof value === 'bigint' ? undefined : false;
  };
}

/** Larger ones lose digits when JSON is parsed here, but not in Python. */
function isExactNumber(value: number): boolean {
  return Math.abs(value) < Number.MAX_SAFE_INTEGER;
}
