import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const hashFunction = defineFunction({
  name: 'hash',
  kind: 'scalar',
  params: [{ name: 'value', type: 'any' }],
  returns: text,
  doc: 'Short fingerprint of a value, as text.',
  examples: [{ sql: "hash('a') = hash('a')", value: true }],
  clickhouse: ([value]) => `toString(cityHash64(${value!.sql}))`,
});
