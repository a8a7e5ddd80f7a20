import { exactTextOf, stringifyJson } from '@margay/kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLogJson, survivesJsonParse } from './parse-json.ts';

/** Numbers as senders write them. */
const numeral = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,24}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,24}$/), fc.constantFrom('.0', '.10', '.000000001')),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(''));

/** Beyond every double there is only text. */
const asWritten = (text: string) => (Number.isFinite(Number(text)) ? text : JSON.stringify(text));

describe('parseLogJson', () => {
  it('every number can be written again as it came, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(numeral, { maxLength: 6 }), fc.constantFrom('', ' ', '\n'), (numerals, space) => {
        const written = numerals.map(asWritten);
        numerals.forEach((text, index) => expect(stringifyJson(parseLogJson(text))).toBe(written[index]));
        const list = `[${space}${numerals.join(`${space},${space}`)}${space}]`;
        expect(stringifyJson(parseLogJson(list))).toBe(`[${written.join(',')}]`);
        const objectOf = (items: string[], blank: string) =>
          `{${items.map((text, index) => `"k${index}":${blank}${text}${blank}`).join(',')}}`;
        expect(stringifyJson(parseLogJson(objectOf(numerals, space)))).toBe(objectOf(written, ''));
      }),
      { numRuns: 2000 },
    );
  });

  it('what JSON.parse gives may stand in for it where it says so', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        if (survivesJsonParse(text)) expect(parseLogJson(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(survivesJsonParse('{"a":57.0}')).toBe(false);
    expect(survivesJsonParse('{"version":"1.0","agent":"Mozilla/5.0 (X11)","n":1.5}')).toBe(true);
  });

  it('usual numbers are numbers, others carry their text', () => {
    expect(parseLogJson('[1,1.5,-7,9007199254740993]')).toEqual([1, 1.5, -7, 9007199254740993n]);
    expect(exactTextOf(parseLogJson('1E5'))).toBe('1E5');
    expect(parseLogJson(`{"a":1e400,"b":[-1e999],"c":${'9'.repeat(500)}}`)).toEqual({
      a: '1e400',
      b: ['-1e999'],
      c: '9'.repeat(500),
    });
    expect(exactTextOf(1)).toBeUndefined();
    expect(exactTextOf({ rawJSON: '1' })).toBeUndefined();
  });
});
