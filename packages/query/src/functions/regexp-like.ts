import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { regexFault } from './pattern.ts';

export const regexpLikeFunction = defineFunction({
  name: 'regexp_like',
  aliases: ['rlike'],
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'literalText' },
  ],
  returns: boolean,
  doc: 'Whether a regular expression (RE2) fits the whole text.',
  examples: [
    { sql: "regexp_like('abc', 'a.c')", value: true },
    { sql: "regexp_like('xabc', 'a.c')", value: false },
  ],
  check: ([, pattern]) => regexFault(pattern),
  clickhouse: ([s, pattern]) => `match(${s!.sql}, concat('(?s)^(?:', ${pattern!.sql}, ')$'))`,
});
