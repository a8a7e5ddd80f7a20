import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arraysOverlapFunction = defineFunction({
  name: 'arrays_overlap',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'textArray' },
    { name: 'b', type: 'textArray' },
  ],
  returns: boolean,
  doc: 'Whether two arrays share an element.',
  examples: [{ sql: "arrays_overlap(array_construct('a'), array_construct('b', 'a'))", value: true }],
  clickhouse: ([a, b]) => `hasAny(${a!.sql}, ${b!.sql})`,
});
