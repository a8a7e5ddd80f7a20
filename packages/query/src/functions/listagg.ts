import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const listaggFunction = defineFunction({
  name: 'listagg',
  aliases: ['string_agg'],
  kind: 'aggregate',
  isNoWindow: true,
  allowsDistinct: true,
  params: [
    { name: 'x', type: 'text' },
    { name: 'separator', type: 'literalText', optional: true },
  ],
  returns: text,
  doc: 'Values joined with a separator.',
  examples: [{ sql: "listagg('a', ',')", value: 'a' }],
  clickhouse: ([x, separator]) =>
    `arrayStringConcat(groupArray(${x!.sql}), ${separator ? separator.sql : "''"})`,
});
