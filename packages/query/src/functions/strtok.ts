import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const strtokFunction = defineFunction({
  name: 'strtok',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'delimiters', type: 'literalText', optional: true },
    { name: 'part', type: 'literalNumber', optional: true },
  ],
  returns: text,
  doc: 'One part of a text cut at any of the characters, blanks without them; empty parts do not count. Null where there is none.',
  examples: [
    { sql: "strtok('a@b.com', '@.', 2)", value: 'b' },
    { sql: "strtok('a b')", value: 'a' },
    { sql: "strtok('a', ' ', 2)", value: null },
  ],
  check: ([, , part]) =>
    part === undefined || (typeof part === 'number' && Number.isInteger(part) && part > 0 && part < 2 ** 31)
      ? undefined
      : 'The number of the part must be a whole number of at least 1.',
  clickhouse: ([s, delimiters, part]) => {
    const all = delimiters ? delimiters.sql : "' '";
    const first = `substringUTF8(${all}, 1, 1)`;
    const alike = `translateUTF8(ifNull(${s!.sql}, ''), ${all}, repeat(${first}, lengthUTF8(${all})))`;
    const pieces = `arrayFilter(piece -> piece != '', splitByString(${first}, ${alike}))`;
    return `if(isNull(${s!.sql}), NULL, arrayElementOrNull(${pieces}, ${Number(part?.constant ?? 1)}))`;
  },
});
