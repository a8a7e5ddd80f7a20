import { stringifyJson } from '@margay/kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NestedTooDeep, parseJson, survivesJsonParse } from './parse-json.ts';

describe('parseJson', () => {
  it('keeps whole numbers beyond 2^53 exact', () => {
    expect(parseJson('{"id":9223372036854775807,"n":-9007199254740993,"l":[12345678901234567890]}')).toEqual({
      id: 9223372036854775807n,
      n: -9007199254740993n,
      l: [12345678901234567890n],
    });
    expect(parseJson('12345678901234567890')).toBe(12345678901234567890n);
    expect(parseJson('{"a": 9007199254740993}')).toEqual({ a: 9007199254740993n });
    expect(parseJson('{"a":\n9007199254740993}')).toEqual({ a: 9007199254740993n });
  });

  it('leaves safe numbers, fractions and exponents as numbers', () => {
    expect(parseJson('[9007199254740991,1234567890123456.5,1e300,12345e2]')).toEqual([
      9007199254740991, 1234567890123456.5, 1e300, 12345e2,
    ]);
  });

  it('refuses depth before anything recursive can see it', () => {
    const deep = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;
    expect(parseJson(deep(100))).toBeDefined();
    expect(() => parseJson(deep(101))).toThrow(NestedTooDeep);
    expect(() => parseJson(deep(5000))).toThrow(NestedTooDeep);
    expect(() => parseJson('['.repeat(1_000_000))).toThrow();
  });

  it('is not deceived by brackets in texts, nor by many shallow ones', () => {
    const quoted = JSON.stringify({ a: '[{'.repeat(300), b: '}]\\"'.repeat(300) });
    expect(parseJson(quoted)).toEqual(JSON.parse(quoted));
    const wide = JSON.stringify(Array.from({ length: 1000 }, () => ({})));
    expect(parseJson(wide)).toHaveLength(1000);
  });

  it('mends broken surrogates', () => {
    expect(parseJson('{"a\\ud800":["\\uDC00x","\\ud83d\\ude00"]}')).toEqual({ 'a\ufffd': ['\ufffdx', '😀'] });
  });

  it('does not touch the prototype', () => {
    const value = parseJson('{"__proto__":{"polluted":true},"b":"\\ud800"}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'b']); // own key, as JSON.parse makes it
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is JSON.parse for everything JSON.parse keeps', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const plain: unknown = JSON.parse(text);
        if (survivesJsonParse(text)) expect(parseJson(text)).toEqual(plain);
        expect(stringifyJson(parseJson(text))).toBe(JSON.stringify(plain));
      }),
    );
  });

  it('keeps a number that only prints as its double does', () => {
    expect(parseJson('[1820525657207815700, 9007199254740992, -9223372036854775808]')).toEqual([
      1_820_525_657_207_815_700n,
      9_007_199_254_740_992,
      -9_223_372_036_854_775_808n,
    ]);
  });

  it('keeps any 64-bit number wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }),
        fc.constantFrom('', ' ', '\n', '\t'),
        (number, blank) => {
          const value = parseJson(`{"a":${blank}${number}${blank},"b":[${number},${blank}${number}]}`) as {
            a: unknown;
            b: unknown[];
          }; // the text's own shape
          for (const item of [value.a, ...value.b]) expect(BigInt(item as number)).toBe(number); // number or bigint
        },
      ),
    );
  });
});
