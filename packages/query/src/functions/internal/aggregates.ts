import { integer, json } from '../../ir/types.ts';
import type { InternalFunction } from './define.ts';
import { canonicalOf, listOf, orderKeyOf } from './json-text.ts';

const by = { name: 'by', type: 'any' as const };
const x = { name: 'x', type: 'document' as const };

/** The value of another column beside the largest or smallest; the value may be null there. */
function extreme(name: string, engine: string, doc: string, isJson: boolean): InternalFunction {
  return {
    name,
    kind: 'aggregate',
    params: [isJson ? { ...by, type: 'document' } : by, x],
    returns: json,
    doc,
    clickhouse: ([key, value]) =>
      `nullIf(${engine}OrNullIf(ifNull(${value!.sql}, 'null'), ${isJson ? orderKeyOf(key!.sql) : key!.sql}, isNotNull(${key!.sql})), 'null')`,
  };
}

export const internalAggregates: InternalFunction[] = [
  {
    name: 'most_frequent',
    kind: 'aggregate',
    params: [
      { name: 'value', type: 'text' },
      { name: 'count', type: 'integer' },
      { name: 'firstSeen', type: 'text' },
      { name: 'lastSeen', type: 'text' },
      { name: 'n', type: 'literalNumber' },
    ],
    returns: json,
    doc: 'The n values of the largest counts, each as [value, count, first seen, last seen]. Keeps no more in memory.',
    clickhouse: ([value, count, first, last, n]) =>
      `toJSONString(arrayMap(row -> (row.2, -row.1, row.3, row.4), groupArraySorted(${Number(n!.constant)})((-${count!.sql}, ${value!.sql}, ${first!.sql}, ${last!.sql}))))`,
  },
  extreme('arg_max', 'argMax', 'Value in the row where the first is largest.', false),
  extreme('arg_min', 'argMin', 'Value in the row where the first is smallest.', false),
  extreme('json_arg_max', 'argMax', 'Value in the row where the first is largest, whatever its type.', true),
  extreme('json_arg_min', 'argMin', 'Value in the row where the first is smallest, whatever its type.', true),
  {
    name: 'json_make_set',
    kind: 'aggregate',
    params: [x],
    returns: json,
    doc: 'Array of the different values that are not null.',
    clickhouse: ([value]) => listOf(`groupUniqArray(${canonicalOf(value!.sql)})`),
  },
  {
    name: 'json_count_distinct',
    kind: 'aggregate',
    params: [x],
    returns: integer,
    doc: 'Number of different values that are not null.',
    clickhouse: ([value]) => `toInt64(uniqExact(${canonicalOf(value!.sql)}))`,
  },
  {
    name: 'json_any_value',
    kind: 'aggregate',
    params: [x],
    returns: json,
    doc: 'Some value that is not null, if there is one.',
    clickhouse: ([value]) => `anyOrNull(${value!.sql})`,
  },
  {
    name: 'json_count',
    kind: 'aggregate',
    params: [x],
    returns: integer,
    doc: 'Rows where the value is not null.',
    clickhouse: ([value]) => `toInt64(count(${value!.sql}))`,
  },
];
