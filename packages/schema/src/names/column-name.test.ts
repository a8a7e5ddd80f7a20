import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnNameOf } from './column-name.ts';

describe('columnNameOf', () => {
  it.each([
    ['@foo', 'at_sign_foo'],
    ['foo,bar', 'foo_comma_bar'],
    ["'foo'", 'apostrophe_foo_apostrophe'],
    ['foo.bar', 'foo_bar'],
    ['.foo', '_foo'],
    ['foo-bar', 'foo-bar'],
    ['$foo', 'dollar_sign_foo'],
    ['<foo>bar', '_foo_bar'],
    ['@timestamp', 'at_sign_timestamp'],
    ['Μύκονος', 'Mykonos'],
    ['straße', 'strasse'],
    ['naïve', 'naive'],
    ['Ещё', 'Eshche'],
    ['日本', '__'],
    ['a b', 'a_b'],
    ['100%', '100_percent'],
    ['a=b', 'a_eq_b'],
    ['@', 'at_sign'],
    ['😀', '_'],
  ])('%s becomes %s', (name, column) => expect(columnNameOf(name)).toBe(column));

  it('makes only safe characters and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const column = columnNameOf(name);
        expect(column).toMatch(/^[A-Za-z0-9_-]*$/);
        expect(columnNameOf(column)).toBe(column);
      }),
    );
  });
});
