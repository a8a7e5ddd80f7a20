import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFastmatch } from './fastmatch-pattern.ts';
import { faultsOf, parseLines } from './testing.ts';

function match(pattern: string, text: string): Record<string, string> | undefined {
  const compiled = compileFastmatch(pattern);
  if ('fault' in compiled) throw new Error(compiled.fault);
  const captured: Record<string, string> = {};
  return compiled.match(text, (name, value) => (captured[name] = value)) ? captured : undefined;
}

describe('fastmatch parser', () => {
  it('takes the first pattern that matches', () => {
    const yaml = 'fastmatch: { match: ["%{ip} - %{user} [%{time}] %{rest}", "%{level}: %{text}"] }';
    expect(parseLines(yaml, ['1.2.3.4 - bob [now] GET /', 'ERROR: a: b', 'nothing'])).toEqual([
      { ip: '1.2.3.4', user: 'bob', time: 'now', rest: 'GET /' },
      { level: 'ERROR', text: 'a: b' },
      'failed: The line matches none of the patterns.',
    ]);
  });

  it.each([
    ['START %{a} END', 'START x END', { a: 'x' }],
    ['START %{a} END', ' START x END', undefined],
    ['%{a} END', 'x END and more', { a: 'x' }],
    ['%{a} %{} %{b}', '1 2 3 4', { a: '1', b: '3 4' }],
    ['%{ a } x', '1 x', { a: '1' }],
    ['"%{a}" %{b}', '"say \\"hi\\"\\n\\u0041" rest', { a: 'say "hi"\nA', b: 'rest' }],
    ['"%{a}" %{b}', '"plain" rest', { a: 'plain', b: 'rest' }],
    ['"%{a}" %{b}', '"a\\"b"x', undefined],
    ['"%{a}" %{b}', '"never ends\\', undefined],
    ["'%{a}' %{b}", "'it\\'s' x", { a: "it's", b: 'x' }],
    ['%{a}\t%{b}', 'x\ty', { a: 'x', b: 'y' }],
    ['a%{x}', 'a', { x: '' }],
  ])('%s on %j', (pattern, text, expected) => expect(match(pattern, text)).toEqual(expected));

  it('reads back what a pattern of fields writes', () => {
    const value = fc.string({ unit: fc.constantFrom('a', '1', ' ', '.', 'é') });
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(match('<%{a}|%{b}|%{c}', `<${a}|${b}|${c}`)).toEqual({ a, b, c });
      }),
    );
  });

  it('[002-5.58] needs at least 1 match', () => {
    expect(faultsOf('fastmatch: { match: [] }')[0]).toContain('at least 1 pattern');
    expect(faultsOf('fastmatch: {}')[0]).toContain('at least 1 pattern');
  });

  it('[002-5.59] [002-9.3] needs 4 characters each', () => {
    expect(faultsOf('fastmatch: { match: ["%{}"] }')[0]).toContain('shorter than 4 characters');
    expect(faultsOf('fastmatch: { match: ["%{a}"] }')).toEqual([]);
  });

  it('[002-5.60] needs a placeholder in each', () => {
    expect(faultsOf('fastmatch: { match: ["abcd"] }')[0]).toContain('has no placeholder');
  });

  it('[002-5.61] takes no line break inside', () => {
    expect(faultsOf('fastmatch: { match: ["%{a}\\n%{b}"] }')[0]).toContain('line break');
    expect(faultsOf('fastmatch: { match: ["%{a} %{b}\\n"] }')).toEqual([]);
  });

  it('refuses placeholders that touch', () => {
    expect(faultsOf('fastmatch: { match: ["%{a}%{b}"] }')[0]).toContain('touch');
  });

  it('names a capture constructor without harm', () => {
    expect(parseLines('fastmatch: { match: ["%{constructor} %{__proto__}"] }', ['a b'])[0]).toHaveProperty(
      'constructor',
      'a',
    );
  });
});
