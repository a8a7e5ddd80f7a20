import { defineFunction } from './define.ts';

export const arrayCompactFunction = defineFunction({
  name: 'array_compact',
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: (args) => args[0]!,
  doc: 'Array without its missing elements.',
  examples: [
    { sql: "array_size(array_compact(array_construct('a', null, 'b')))", value: 2 },
    { sql: "array_to_string(array_compact(array_construct(null, 'x')), ',')", value: 'x' },
  ],
  clickhouse: ([a]) => `arrayFilter(element -> isNotNull(element), ${a!.sql})`,
});
