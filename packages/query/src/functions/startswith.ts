import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const startswithFunction = defineFunction({
  name: 'startswith',
  aliases: ['starts_with'],
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'prefix', type: 'text' },
  ],
  returns: boolean,
  doc: 'Whether a text starts with another.',
  examples: [{ sql: "startswith('arn:aws', 'arn:')", value: true }],
  clickhouse: ([s, prefix]) => `startsWith(${s!.sql}, ${prefix!.sql})`,
});
