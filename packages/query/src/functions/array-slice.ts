import { defineFunction } from './define.ts';

/** A place counted from the end is made one counted from the start. */
const place = (array: string, at: string) => `if(${at} < 0, greatest(length(${array}) + ${at}, 0), ${at})`;

export const arraySliceFunction = defineFunction({
  name: 'array_slice',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'from', type: 'integer' },
    { name: 'to', type: 'integer' },
  ],
  returns: (args) => args[0]!,
  doc: 'Elements from a place, counted from 0, up to but without another; negative places count from the end.',
  examples: [
    { sql: "array_to_string(array_slice(array_construct('a', 'b', 'c', 'd'), 1, 3), ',')", value: 'b,c' },
    { sql: "array_to_string(array_slice(array_construct('a', 'b', 'c', 'd'), -3, -1), ',')", value: 'b,c' },
    { sql: "array_size(array_slice(array_construct('a', 'b'), 0, 100))", value: 2 },
    { sql: "array_size(array_slice(array_construct('a', 'b'), 1, 0))", value: 0 },
  ],
  clickhouse: ([a, from, to]) => {
    const first = place(a!.sql, from!.sql);
    return `arraySlice(${a!.sql}, ${first} + 1, greatest(${place(a!.sql, to!.sql)} - ${first}, 0))`;
  },
});
