import { stringifyJson } from '@margay/kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson } from './decode-json.ts';
import { Meter } from './meter.ts';
import { loadScript } from './script.ts';

const limits = { steps: 50_000, bytes: 4_000_000, milliseconds: 60_000 };
const runs = { numRuns: Number(process.env['MARGAY_TEST_RUNS'] ?? 400) };

const words = fc.constantFrom(
  ...'def parse log : ( ) [ ] { } , . = == + - * / // % << >> & | ~ < > in not and or if else elif for return break continue pass lambda x y f 1 2.5 9999999999999999999 "a" "" \'b\' r"\\" """ \\ # len range sorted json.decode .append .split None True while class load'.split(
    ' ',
  ),
);
const source = fc
  .array(
    fc.oneof(
      words,
      fc.constantFrom(' ', '\n', '\n  ', '\n    ', '\t'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    {
      maxLength: 80,
    },
  )
  .map((parts) => parts.join(' '));

/** Expressions that read well and mean whatever they mean. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(
      '1',
      '0',
      '-7',
      '1 << 400',
      '2.5',
      '"ab"',
      '"x" * 500',
      '""',
      'None',
      'True',
      'log',
      'range(999)',
      'l',
      'd',
      'f',
      '[1, 2, 3]',
    ),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('+', '-', '*', '//', '/', '%', '<', '==', 'in', 'and', 'or', '|', '<<'),
        tie('expression'),
      )
      .map(([a, sign, b]) => `(${a}) ${sign} (${b})`),
    fc
      .tuple(
        fc.constantFrom(
          'len',
          'str',
          'repr',
          'sorted',
          'list',
          'tuple',
          'dict',
          'max',
          'int',
          'float',
          'zip',
          'enumerate',
          'reversed',
          'json.encode',
          'json.decode',
          'json.indent',
          'base64.decode',
          'base64.encode',
          'l.append',
          'l.extend',
          'd.update',
          'f',
          'hash',
          'any',
        ),
        tie('expression'),
      )
      .map(([name, a]) => `${name}(${a})`),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom(
          'split',
          'replace',
          'join',
          'format',
          'find',
          'strip',
          'get',
          'pop',
          'insert',
          'setdefault',
          'rsplit',
          'title',
          'elems',
        ),
        fc.array(tie('expression'), { maxLength: 2 }),
      )
      .map(([a, name, args]) => `(${a}).${name}(${args.join(', ')})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a})[${b}]`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([a, b, c]) => `(${a})[${b}:${c}:-1]`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `[${a} for x in (${b}) if x]`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `{${a}: ${b}}`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `[${a}, ${b}]`),
    tie('expression').map((a) => `(lambda x: ${a})(l)`),
  ),
}));

describe('a script', () => {
  it('of any text is read or refused, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(source, fc.string({ unit: 'binary' })), (text) => {
        const { script, faults } = loadScript(text);
        for (const { line, column } of faults) expect(Math.min(line, column)).toBeGreaterThan(0);
        if (script === undefined) expect(faults.length).toBeGreaterThan(0);
        else script.run('x', limits);
        loadScript(`def parse(log):\n  return ${text}`).script?.run('x', limits);
      }),
      runs,
    );
  });

  it('of any expressions ends within its limits, and again the same way', () => {
    fc.assert(
      fc.property(fc.array(expression, { minLength: 1, maxLength: 4 }), (list) => {
        const lines = list.map((each) => `  r.append(${each})\n  for y in l:\n    d[y] = r\n`);
        const { script, faults } = loadScript(
          `def f(x):\n  return [x, x]\ndef parse(log):\n  l = [1]\n  d = {"k": l}\n  r = []\n${lines.join('')}  return {"r": r}\n`,
        );
        if (script === undefined) {
          expect(faults[0]?.message).toContain('nested too deep');
          return;
        }
        const first = script.run('a=1', limits);
        // One operation may be charged more than was left; it is then not done.
        if (first.kind === 'event') expect(first.steps).toBeLessThanOrEqual(limits.steps);
        expect(script.run('a=1', limits)).toEqual(first);
      }),
      runs,
    );
  });

  it('decodes the JSON that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { script } = loadScript(
          'def parse(log):\n  return {"v": json.decode(json.encode(json.decode(log)))}\n',
        );
        const outcome = script!.run(JSON.stringify(value), { ...limits, steps: 1_000_000 });
        const written = (each: unknown) => JSON.parse(stringifyJson(each)) as unknown;
        expect(outcome.kind === 'event' && written(outcome.event['v'])).toEqual(written(value));
      }),
      runs,
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const meter = new Meter(() => 0);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'{}[]",:1.-e0tfn \\u'), { maxLength: 12 }).map((list) => list.join('')),
        (text) => {
          meter.start(limits);
          const accepts = (read: () => unknown) => {
            try {
              read();
              return true;
            } catch {
              return false;
            }
          };
          expect(accepts(() => decodeJson(meter, text))).toBe(accepts(() => JSON.parse(text)));
        },
      ),
      runs,
    );
  });
});
