import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { regexFault } from './pattern.ts';

export const regexpCountFunction = defineFunction({
  name: 'regexp_count',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'literalText' },
  ],
  returns: integer,
  doc: 'How often a regular expression (RE2) occurs.',
  examples: [{ sql: "regexp_count('a1b22', '[0-9]+')", value: 2 }],
  check: ([, pattern]) => regexFault(pattern),
  clickhouse: ([s, pattern]) => `toInt64(countMatches(${s!.sql}, ${pattern!.sql}))`,
});
