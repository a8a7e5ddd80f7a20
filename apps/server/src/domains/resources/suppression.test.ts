import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, isSuppressed } from './suppression.ts';

describe('suppression patterns', () => {
  it.each([
    ['arn:aws:s3:::logs', 'arn:aws:s3:::logs', true],
    ['arn:aws:s3:::log', 'arn:aws:s3:::logs', false],
    ['logs', 'arn:aws:s3:::logs', false],
    ['*logs', 'arn:aws:s3:::logs', true],
    ['arn:*:logs', 'arn:aws:s3:::logs', true],
    ['arn:*:log', 'arn:aws:s3:::logs', false],
    ['*', 'anything', true],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a**b', 'ab', true],
    ['a.c', 'abc', false],
    ['a?c', 'abc', false],
    ['[ab]c', 'ac', false],
    ['a\\*', 'a*', false],
    ['a\\*', 'a\\bc', true],
    ['a*', 'a\nb', true],
    ['LOGS', 'logs', false],
  ])('%j covers %j: %j', (pattern, id, expected) => {
    expect(covers(pattern, id)).toBe(expected);
  });

  it('agrees with a regular expression that means the same', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (pattern, id) => {
        const source = pattern
          .split('*')
          .map((part) => part.replaceAll('.', '\\.'))
          .join('.*');
        expect(covers(pattern, id)).toBe(new RegExp(`^${source}$`, 's').test(id));
      }),
    );
  });

  it('answers where backtracking never would', () => {
    expect(covers(`${'*a'.repeat(400)}b`, 'a'.repeat(1000))).toBe(false);
  });

  it('suppresses what any pattern covers', () => {
    expect(isSuppressed(['x', 'a*'], 'abc')).toBe(true);
    expect(isSuppressed([], 'abc')).toBe(false);
  });
});
