import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEvents, passingEvents } from './parse-events.ts';
import { splitEvents } from './split.ts';

const passed = (json: Uint8Array, count: number) => [...passingEvents(json, splitEvents(json, count))];
const whole = (json: Uint8Array, count: number) => parseEvents(json, splitEvents(json, count), false);
const long = 'x'.repeat(100_000);

describe('events that pass', () => {
  it('are those of the whole, in however many pieces', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(long, '\ufeff', '\ud800', '😀"\\', '],[', ''),
    );
    const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.constant(9007199254740993n));
    const event = fc.dictionary(fc.oneof(text, fc.constantFrom('a', 'A', '__proto__')), value, {
      maxKeys: 4,
    });
    const json = fc.oneof(
      { weight: 4, arbitrary: event.map((one) => textOf(one)) },
      { weight: 1, arbitrary: fc.constantFrom('{"a":1,"a":2}', 'null', '[]', '"\\ud83d"', '1e999', ' {} ') },
    );
    fc.assert(
      fc.property(fc.array(json, { maxLength: 12 }), fc.constantFrom('', ' ', '\r\n\t'), (texts, blank) => {
        const bytes = new TextEncoder().encode(
          `${blank}[${texts.join(`${blank},${blank}`)}${blank}]${blank}`,
        );
        expect(passed(bytes, texts.length)).toEqual(whole(bytes, texts.length));
      }),
    );
  });

  it('read bytes that are no UTF-8 alike', () => {
    const parts = fc.array(
      fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.constant(new TextEncoder().encode(long))),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(parts, (texts) => {
        const bytes = Buffer.concat([
          Buffer.from('['),
          ...texts.flatMap((part, at) => [
            Buffer.from(at === 0 ? '"' : ',"'),
            // Those that end the text or are no part of one.
            part.map((byte) => (byte < 0x20 || byte === 0x22 || byte === 0x5c ? 0x61 : byte)),
            Buffer.from('"'),
          ]),
          Buffer.from(']'),
        ]);
        expect(passed(bytes, texts.length)).toEqual(whole(bytes, texts.length));
      }),
    );
  });

  it.each([
    ['a comma too many between two pieces', `["${long}","${long}",,1]`, 3],
    ['a comma too many in a piece', `[1,,"${long}","${long}"]`, 3],
    ['a comma before the first', `[,"${long}","${long}"]`, 2],
    ['a comma after the last', `["${long}","${long}",]`, 2],
    ['a mark between two pieces', `["${long}","${long}",\ufeff1]`, 3],
    ['more behind the array', `["${long}","${long}"] 1`, 2],
    ['no value', `["${long}","${long}",x]`, 3],
    ['an unfinished number', '[1.]', 1],
  ])('are refused with %s', (_name, text, count) => {
    const bytes = new TextEncoder().encode(text);
    expect(() => whole(bytes, count)).toThrow(/not well-formed JSON/);
    expect(() => passed(bytes, count)).toThrow(/not well-formed JSON/);
  });
});

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part,
  );
}
