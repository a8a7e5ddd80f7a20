import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const objectAggFunction = defineFunction({
  name: 'object_agg',
  kind: 'aggregate',
  params: [
    { name: 'key', type: 'text' },
    { name: 'value', type: 'document' },
  ],
  returns: json,
  doc: 'Object of keys and values; pairs with a null are left out, and of equal keys the first counts.',
  examples: [{ sql: "object_agg('a', 1)", value: { a: 1 } }],
  clickhouse: ([key, value]) => {
    const pairs = `groupArrayIf((assumeNotNull(${key!.sql}), assumeNotNull(${value!.sql})), isNotNull(${key!.sql}) AND isNotNull(${value!.sql}))`;
    const first = `arrayFilter((pair, number) -> number = 1, ${pairs}, arrayEnumerateUniq(arrayMap(pair -> pair.1, ${pairs})))`;
    return `concat('{', arrayStringConcat(arrayMap(pair -> concat(toJSONString(pair.1), ':', pair.2), ${first}), ','), '}')`;
  },
});
