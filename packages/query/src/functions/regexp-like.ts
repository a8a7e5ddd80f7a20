import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { flaggedPattern, regexpFault } from './regexp-options.ts';

export const regexpLikeFunction = defineFunction({
  name: 'regexp_like',
  aliases: ['rlike'],
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'literalText' },
    { name: 'letters', type: 'literalText', optional: true },
  ],
  returns: boolean,
  doc: 'Whether a regular expression (RE2) fits the whole text.',
  examples: [
    { sql: "regexp_like('abc', 'a.c')", value: true },
    { sql: "regexp_like('xabc', 'a.c')", value: false },
    { sql: "regexp_like('ABC', 'a.c', 'i')", value: true },
  ],
  check: ([, pattern, letters]) => regexpFault(pattern, { letters }),
  clickhouse: ([s, pattern, letters]) =>
    `match(${s!.sql}, concat('(?s)^(?:', ${flaggedPattern(pattern!, letters)}, ')$'))`,
});
