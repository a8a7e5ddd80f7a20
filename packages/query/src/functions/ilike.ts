import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { escapedPattern } from './pattern.ts';

export const ilikeFunction = defineFunction({
  name: 'ilike',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'text' },
  ],
  returns: boolean,
  doc: 'Whether the whole text fits a pattern, ignoring case; `%` is any run, `_` one character.',
  examples: [
    { sql: "'Admin' ILIKE 'adm_n'", value: true },
    { sql: "'a%b' ILIKE 'a\\\\%b'", value: false },
  ],
  clickhouse: ([s, pattern]) => `(${s!.sql} ILIKE ${escapedPattern(pattern!.sql)})`,
});
