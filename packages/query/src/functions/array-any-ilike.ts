import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { escapedPattern } from './pattern.ts';

export const arrayAnyIlikeFunction = defineFunction({
  name: 'array_any_ilike',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'textArray' },
    { name: 'pattern', type: 'text' },
  ],
  returns: boolean,
  doc: 'Whether some element fits a pattern, ignoring case; `%` is any run, `_` one character.',
  examples: [{ sql: "array_any_ilike(array_construct('Admin'), 'adm%')", value: true }],
  clickhouse: ([a, pattern]) =>
    `arrayExists(item -> ifNull(item ILIKE ${escapedPattern(pattern!.sql)}, 0), ${a!.sql})`,
});
