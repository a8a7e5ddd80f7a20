import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { escapedPattern } from './pattern.ts';

export const likeFunction = defineFunction({
  name: 'like',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'text' },
  ],
  returns: boolean,
  doc: 'Whether the whole text fits a pattern; `%` is any run, `_` one character.',
  examples: [
    { sql: "'abc' LIKE 'a%'", value: true },
    { sql: "'abc' LIKE 'B%'", value: false },
  ],
  clickhouse: ([s, pattern]) => `(${s!.sql} LIKE ${escapedPattern(pattern!.sql)})`,
});
