import type { Catalog } from '@margay/model';

import type { Expression } from '../ir/expression.ts';
import type { Relation } from '../ir/relation.ts';
import { text } from '../ir/types.ts';
import { findColumn, columnsOf, typeOf } from '../ir/typing.ts';
import { unsorted } from './timeline.ts';

/** One row: column `count`. */
export function countOf(relation: Relation): Relation {
  return {
    kind: 'aggregate',
    input: unsorted(relation),
    keys: [],
    aggregates: [{ name: 'count', value: { kind: 'aggregate', fn: 'count', args: [] } }],
  };
}

/**
 * The most frequent values of columns, for the column summary: columns `field` (the path asked for), `value` (as
 * text, null where the row has none), `count`, `firstSeen`, `lastSeen`; `top` rows for each column. Values of an
 * array count one by one. Columns that the relation does not have are left out.
 */
export function columnSummaryOf(
  relation: Relation,
  catalog: Catalog,
  columns: readonly string[],
  top: number,
): Relation | undefined {
  const rows = unsorted(relation);
  const known = columnsOf(rows, catalog);
  const hasTime = known.some((column) => column.name === 'p_event_time');
  const inputs = columns.flatMap((path) => {
    const [name, ...steps] = path.split(/[.:]/);
    const column = findColumn(known, name!);
    if (column === undefined || column === 'ambiguous') return [];
    const base: Expression = { kind: 'column', name: column.name };
    const value: Expression = steps.length === 0 ? base : { kind: 'path', base, steps };
    const isArray = typeOf(value, known, catalog).kind === 'array';
    return [topValues(rows, path, value, { isArray, hasTime, top })];
  });
  if (inputs.length === 0) return undefined;
  return inputs.length === 1 ? inputs[0] : { kind: 'union', match: 'position', inputs };
}

interface TopOptions {
  isArray: boolean;
  hasTime: boolean;
  top: number;
}

function topValues(
  rows: Relation,
  path: string,
  value: Expression,
  { isArray, hasTime, top }: TopOptions,
): Relation {
  const time: Expression = hasTime
    ? { kind: 'column', name: 'p_event_time' }
    : { kind: 'literal', value: null, type: { kind: 'timestamp' } };
  const input: Relation = isArray
    ? {
        kind: 'unnest',
        input: rows,
        array: value,
        as: 'item',
        valueName: 'value',
        indexName: 'index',
        outer: false,
      }
    : rows;
  const key: Expression = isArray ? { kind: 'column', name: 'value', of: 'item' } : value;
  const grouped: Relation = {
    kind: 'aggregate',
    input,
    keys: [{ name: 'value', value: { kind: 'call', fn: 'to_varchar', args: [key] } }],
    aggregates: [
      { name: 'count', value: { kind: 'aggregate', fn: 'count', args: [] } },
      { name: 'firstSeen', value: { kind: 'aggregate', fn: 'min', args: [time] } },
      { name: 'lastSeen', value: { kind: 'aggregate', fn: 'max', args: [time] } },
    ],
  };
  const column = (name: string): Expression => ({ kind: 'column', name });
  const best: Relation = {
    kind: 'limit',
    count: top,
    input: {
      kind: 'sort',
      input: grouped,
      keys: [
        { value: column('count'), descending: true },
        { value: column('value'), descending: false },
      ],
    },
  };
  return {
    kind: 'project',
    input: best,
    columns: [
      { name: 'field', value: { kind: 'literal', value: path, type: text } },
      ...['value', 'count', 'firstSeen', 'lastSeen'].map((name) => ({ name, value: column(name) })),
    ],
  };
}
