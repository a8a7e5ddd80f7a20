import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const listaggFunction = defineFunction({
  name: 'listagg',
  aliases: ['string_agg'],
  kind: 'aggregate',
  placesWindow: true,
  ordered: 'values',
  allowsDistinct: true,
  params: [
    { name: 'x', type: 'text' },
    { name: 'separator', type: 'literalText', optional: true },
  ],
  returns: text,
  doc: 'Values joined with a separator, nulls left out; WITHIN GROUP (ORDER BY …) sorts them.',
  examples: [{ sql: "listagg('a', ',')", value: 'a' }],
  ofArray: (array, [, separator]) => `arrayStringConcat(${array}, ${separator ? separator.sql : "''"})`,
  clickhouse: ([x, separator], over) =>
    `arrayStringConcat(groupArray(${x!.sql})${over}, ${separator ? separator.sql : "''"})`,
});
