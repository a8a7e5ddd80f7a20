import { pythonLanguage } from '@codemirror/lang-python';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTokens, valueOf } from './tokens.ts';
import type { Token } from './tokens.ts';

const bodies = Object.entries(
  import.meta.glob<string>('../../../../../../content/**/*.py', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([file, text]) => ({ file, text }));

const pieces = [
  '"',
  "'",
  '"""',
  'f"',
  "rb'",
  '{',
  '}',
  '{{',
  '\\',
  '\\\n',
  '\n',
  '#',
  'a',
  ' ',
  '!r',
  ':',
  '(',
];
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...pieces, ')', ']', 'x=', '=', '\\N{', '\r\n', 'é'), { maxLength: 60 })
    .map((all) => all.join('')),
);
const kinds = (text: string) => readTokens(text).map((token) => `${token.kind} ${token.text}`);

describe('readTokens', () => {
  it('reads any text without a throw, and its tokens stand in order where they say', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        let last = 0;
        for (const token of readTokens(text)) {
          expect(token.from).toBeGreaterThanOrEqual(last);
          expect(token.to).toBeGreaterThanOrEqual(token.from);
          expect(token.to).toBeLessThanOrEqual(text.length);
          expect(text.slice(token.from, token.to)).toBe(token.text);
          expect(token.depth).toBeGreaterThanOrEqual(0);
          last = token.to;
        }
      }),
      { numRuns: 2000 },
    );
  });
  it('gives back what was quoted, whatever stands around it', () => {
    const value = fc.string({ unit: fc.constantFrom('a', '#', '"', ' ', '{', 'ü', '𝒳'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), (values) => {
        const text = values.map((word, line) => `x${line} = '${word}'  # it's "${word}\n`).join('');
        const strings = readTokens(text).filter((token) => token.kind === 'string');
        expect(strings.map((token) => valueOf(text, token))).toEqual(values);
      }),
    );
  });
  it('reads f-strings as code among words', () => {
    expect(kinds(`f"{a['b']:>{w}} {{c}} {d!r}"`).join(', ')).toBe(
      `format-start f", operator {, name a, operator [, string 'b', operator ], ` +
        'operator {, name w, operator }, operator }, operator {, name d, operator }, format-end "',
    );
    expect(kinds('f"{x["y"]}"')).toContain('string "y"');
    expect(kinds('f"\\N{DASH} # {a}"')).toEqual([
      'format-start f"',
      'operator {',
      'name a',
      'operator }',
      'format-end "',
    ]);
  });
  it('ends an open string with its line, and an open long one with the text', () => {
    expect(kinds('x = "a\ny')).toEqual(['name x', 'operator =', 'string "a', 'newline \n', 'name y']);
    expect(kinds('"""a\ny')).toEqual(['string """a\ny']);
  });
  it('survives strings nested without end', () => {
    expect(() => readTokens('f"{'.repeat(5000))).not.toThrow();
    expect(() => readTokens('('.repeat(50_000))).not.toThrow();
  });
  it('sees the same strings and comments as the parser of the editor in all content that ships', () => {
    expect(bodies.length).toBeGreaterThan(20);
    for (const { file, text } of bodies) {
      const expected: string[] = [];
      pythonLanguage.parser.parse(text).iterate({
        enter(node) {
          if (node.name === 'String' || node.name === 'Comment') expected.push(`${node.from}-${node.to}`);
        },
      });
      const isPlain = (token: Token) => token.kind === 'string' || token.kind === 'comment';
      const found = readTokens(text)
        .filter(isPlain)
        .map((token) => `${token.from}-${token.to}`);
      // Between its fields an f-string of this parser has no strings of ours; inside them both have the same.
      expect(
        found.filter((place) => !expected.includes(place)),
        file,
      ).toEqual([]);
      expect(
        expected.filter((place) => !found.includes(place)),
        file,
      ).toEqual([]);
    }
  });
});
