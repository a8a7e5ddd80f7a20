import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const positionFunction = defineFunction({
  name: 'position',
  aliases: ['charindex'],
  kind: 'scalar',
  params: [
    { name: 'part', type: 'text' },
    { name: 's', type: 'text' },
  ],
  returns: integer,
  doc: 'Place of the first occurrence of a text in another, from 1; 0 without one.',
  examples: [{ sql: "position('l', 'hello')", value: 3 }],
  clickhouse: ([part, s]) => `toInt64(positionUTF8(${s!.sql}, ${part!.sql}))`,
});
