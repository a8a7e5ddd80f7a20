import * as fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { compileLinearRegex, matchWithLibrary } from './linear-regex.ts';
import { programOf } from './re2-program.ts';

/** Both ways to run an expression must find the same groups. */
function expectSame(expression: string, text: string): void {
  const ours = compileLinearRegex(expression);
  if ('fault' in ours) throw new Error(ours.fault);
  const theirs = matchWithLibrary(RE2JS.compile(expression), text);
  expect([expression, text, ours.match(text)]).toEqual([expression, text, theirs]);
}

/** Expressions over a few characters, with everything that makes a choice. */
const expressions = fc.letrec<{ all: string }>((tie) => ({
  all: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      ' ',
      '.',
      '\\w',
      '\\W',
      '\\s',
      '\\S',
      '[^ab]',
      '[a-c]',
      '[^ ]',
      '^',
      '$',
      '\\b',
      '\\B',
      '\\A',
      '\\z',
      '(?m:^)',
      '(?m:$)',
      '(?s:.)',
      '(?i:A)',
      '\\n',
      '',
    ),
    fc
      .tuple(tie('all'), fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{2,}?'))
      .map(([inner, repeat]) => `(?:${inner})${repeat}`),
    fc.tuple(tie('all'), tie('all')).map(([a, b]) => a + b),
    fc.tuple(tie('all'), tie('all')).map(([a, b]) => `(?:${a}|${b})`),
    tie('all').map((inner) => `(${inner})`),
  ),
})).all;

describe('our runner of RE2 programs', () => {
  it('finds what RE2JS finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '-', '\n'), maxLength: 14 });
    fc.assert(fc.property(expressions, text, expectSame), { numRuns: 6000 });
  });

  it.each([
    ['^(\\S+) (\\S+) \\[([^\\]]+)\\] "(.*?)" (\\d{3})$', 'a b [c d] "e " f" 200'],
    ['(a*)(a*?)(a+)', 'baaa'],
    ['(a|ab)(c|bcd)(d*)', 'xabcd'],
    ['(?P<x>(?:\\w+ )*)end', 'one two three end'],
    ['(a*)*b', 'aaac'],
    ['(|a)+', 'aaa'],
    ['(|a)*', 'aaa'],
    ['x*', 'aaa'],
    ['(.*?),(.*),(.*?)$', '1,2,3,4'],
    ['\\bfoo\\b', 'a foo-bar'],
  ])('%s on %j', expectSame);

  it('is used for what log patterns are made of', () => {
    expect(programOf(RE2JS.compile('^(\\S+) (?:[a-z]+|\\d{1,3})*? "(.*)"\\b$'))).toBeDefined();
  });

  it('leaves text beyond ASCII to the library', () => {
    for (const [expression, text] of [
      ['(.)(.*)', 'é😀x'],
      ['[^a]+', 'ñandú'],
      ['\\w+', 'é ab'],
      ['(?i)ſ', 'S'],
    ] as const)
      expectSame(expression, text);
  });

  it.each(['(a*)*$', '(a|a)*$', '(.*)*$', '(.*?){0,20}$', '(a+)+b', '(.*a){12}'])(
    '%s stays in proportion to the text',
    (expression) => {
      // With backtracking that forgets, none of these would ever end.
      const regex = compileLinearRegex(`^${expression}`);
      if ('fault' in regex) throw new Error(regex.fault);
      expect(regex.match(`${'a'.repeat(20_000)}!\n`)?.[0]).toEqual(
        expression === '(.*a){12}' ? 'a'.repeat(20_000) : undefined,
      );
    },
  );
});
