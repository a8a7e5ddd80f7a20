import { describe, expect, it } from 'vitest';
import { covers } from './covers.ts';

describe('what a suppression covers', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'ab', false],
    ['a*', 'ab', true],
    ['*', '', true],
    ['**', 'a', true],
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*b*a', 'ab', false],
    ['a*b*c', 'abcbc', true],
    ['a.c', 'abc', false],
    ['a\\*', 'a*', false],
    ['a\\*', 'a\\x', true],
  ])('%s covers %s: %s', (pattern, id, expected) => {
    expect(covers(pattern, id)).toBe(expected);
  });
});
