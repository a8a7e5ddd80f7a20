import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const endswithFunction = defineFunction({
  name: 'endswith',
  aliases: ['ends_with'],
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'suffix', type: 'text' },
  ],
  returns: boolean,
  doc: 'Whether a text ends with another.',
  examples: [{ sql: "endswith('a.exe', '.exe')", value: true }],
  clickhouse: ([s, suffix]) => `endsWith(${s!.sql}, ${suffix!.sql})`,
});
