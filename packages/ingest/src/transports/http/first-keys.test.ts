import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstKeys } from './first-keys.ts';

const object = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), fc.jsonValue(), {
  noNullPrototype: true,
});

describe('the first keys of a body', () => {
  it('are those of its first object, however it is written and whatever follows', () => {
    fc.assert(
      fc.property(
        object,
        fc.constantFrom(0, 2),
        fc.constantFrom('', ' ', '\n{"next":1}'),
        (value, space, rest) => {
          const keys = firstKeys(Buffer.from(` ${JSON.stringify(value, null, space)}${rest}`));
          expect(keys).toEqual(Object.keys(value));
        },
      ),
    );
  });

  it('are those before the cut, of one that is cut off', () => {
    fc.assert(
      fc.property(object, fc.nat(), (value, at) => {
        const text = Buffer.from(JSON.stringify(value));
        const keys = firstKeys(text.subarray(0, at % (text.length + 1)));
        expect(keys).toEqual(Object.keys(value).slice(0, keys.length));
      }),
    );
  });

  it.each(['', '[{"a":1}]', 'a {"b":1}', '"a"', '}{', '<34>Oct 11 host su: {"a":1}'])('%s: none', (text) => {
    expect(firstKeys(Buffer.from(text))).toEqual([]);
  });
});
