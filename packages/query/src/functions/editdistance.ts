import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const editdistanceFunction = defineFunction({
  name: 'editdistance',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'text' },
    { name: 'b', type: 'text' },
  ],
  returns: integer,
  doc: 'Number of characters to add, remove or change to make one text the other.',
  examples: [{ sql: "editdistance('abc', 'abd')", value: 1 }],
  clickhouse: ([a, b]) => `toInt64(editDistanceUTF8(${a!.sql}, ${b!.sql}))`,
});
