import type { Catalog } from '@margay/model';

import type { LogicalRow } from '../dialects/clickhouse/decode.ts';
import { call, column, literal } from '../ir/conditions.ts';
import type { AggregateCall, CaseWhen, Expression } from '../ir/expression.ts';
import type { Relation } from '../ir/relation.ts';
import { float, isNumber } from '../ir/types.ts';
import { columnsOf } from '../ir/typing.ts';
import { columnValues, type ColumnValues } from './column-values.ts';
import { unsorted } from './timeline.ts';

/** What is known of all values of a column, beside the most frequent ones. */
export interface ColumnFacts {
  /** Different values. */
  distinctCount: number;
  /** Rows without a value; null for arrays, whose values count one by one. */
  nullCount: number | null;
  /** Of numbers; null for everything else. */
  min: number | null;
  max: number | null;
  mean: number | null;
  sum: number | null;
}

export interface ColumnSummary {
  /** Of each path in the order asked for, the most frequent first. `value` is text, null for rows without one. */
  top: { path: string; value: string | null; count: number; firstSeen: unknown; lastSeen: unknown }[];
  facts: Record<string, ColumnFacts>;
}

interface SummarizedColumn extends ColumnValues {
  path: string;
  /** What its values begin with while those of all columns are in one list. */
  prefix: string;
}

const prefixLength = 3;
const nothing: Expression = { kind: 'literal', value: null, type: float };
const aggregate = (fn: string, ...args: Expression[]): AggregateCall => ({ kind: 'aggregate', fn, args });
/**
 * The most frequent values of columns and what is known of all their values, in one pass over the rows: a search for
 * words reads whole lines, which costs as much as everything else together. One row for each column that has a value or
 * null in some row, with `top` values; those of an array count one by one. Columns that the relation does not have are left out; undefined when none is left. For
 * `readColumnSummary`. With `event`, values are counted by the different ones of it: by events, where a row is a finding.
 */
export function columnSummaryOf(
  relation: Relation,
  catalog: Catalog,
  paths: readonly string[],
  top: number,
  event?: Expression,
): Relation | undefined {
  const rows = unsorted(relation);
  const known = columnsOf(rows, catalog);
  const columns = paths.flatMap((path, index): SummarizedColumn[] => {
    const found = columnValues(known, path, catalog);
    return found ? [{ ...found, path, prefix: String(index).padStart(prefixLength, '0') }] : [];
  });
  if (columns.length === 0) return undefined;
  const time = known.some(({ name }) => name === 'p_event_time')
    ? column('p_event_time')
    : ({ kind: 'literal', value: null, type: { kind: 'timestamp' } } as const);
  return summarized(counted(rows, columns, time, event), columns, top);
}

/** One row per column and value: `prefix`, `value`, `count`, `firstSeen`, `lastSeen`. */
function counted(
  rows: Relation,
  columns: readonly SummarizedColumn[],
  time: Expression,
  event?: Expression,
): Relation {
  const lists = columns.filter(({ isArray }) => isArray).map(marksOf);
  const scalars = columns.filter(({ isArray }) => !isArray).map(markOf);
  if (scalars.length > 0) lists.unshift(call('array_construct', ...scalars));
  const marks: Relation = {
    kind: 'unnest',
    input: {
      kind: 'project',
      input: rows,
      columns: [
        { name: 'marks', value: lists.reduce((all, list) => call('array_cat', all, list)) },
        { name: 'time', value: time },
        ...(event ? [{ name: 'event', value: event }] : []),
      ],
    },
    array: column('marks'),
    as: 'mark',
    valueName: 'text',
    indexName: 'index',
    outer: false,
  };
  const mark = { kind: 'column', name: 'text', of: 'mark' } as const;
  return {
    kind: 'project',
    input: {
      kind: 'aggregate',
      input: marks,
      keys: [{ name: 'mark', value: mark }],
      aggregates: [
        {
          name: 'count',
          value: event ? { ...aggregate('count', column('event')), distinct: true } : aggregate('count'),
        },
        { name: 'firstSeen', value: aggregate('min', column('time')) },
        { name: 'lastSeen', value: aggregate('max', column('time')) },
      ],
    },
    columns: [
      { name: 'prefix', value: call('left', column('mark'), literal(prefixLength)) },
      {
        name: 'value',
        value: {
          kind: 'case',
          branches: [
            {
              when: call('gt', call('length', column('mark')), literal(prefixLength)),
              result: call('substr', column('mark'), literal(prefixLength + 2)),
            },
          ],
        },
      },
      {
        name: 'isNumber',
        value: call(
          'eq',
          call('substr', column('mark'), literal(prefixLength + 1), literal(1)),
          literal(ofNumber),
        ),
      },
      ...['count', 'firstSeen', 'lastSeen'].map((name) => ({ name, value: column(name) })),
    ],
  };
}

const ofNumber = '#';
const ofOther = '=';

/** The value of a row behind its column's prefix and the sign of its kind; the prefix alone where it has none. */
function markOf({ prefix, value, type, isArray }: SummarizedColumn): Expression {
  const signed = (sign: string) => literal(`${prefix}${sign}`);
  // What is inside JSON may be a number in one row and text, such as the id of an account, in another.
  const sign: Expression =
    type.kind === 'json' && !isArray
      ? {
          kind: 'case',
          branches: [{ when: call('in', call('typeof', value), ...numberTypes), result: signed(ofNumber) }],
          otherwise: signed(ofOther),
        }
      : signed(isNumber(type) && !isArray ? ofNumber : ofOther);
  return call('coalesce', call('concat', sign, call('to_varchar', value)), literal(prefix));
}

const numberTypes = ['INTEGER', 'DOUBLE'].map((name) => literal(name));

function marksOf(found: SummarizedColumn): Expression {
  const body = markOf({ ...found, value: { kind: 'variable', name: 'item' } });
  return call('transform', found.value, { kind: 'lambda', params: ['item'], body });
}

/** One row per column. */
function summarized(values: Relation, columns: readonly SummarizedColumn[], top: number): Relation {
  const isOneOf = (some: readonly SummarizedColumn[]) =>
    call('in', column('prefix'), ...some.map(({ prefix }) => literal(prefix)));
  const where = (condition: Expression, result: Expression): CaseWhen => ({
    kind: 'case',
    branches: [{ when: condition, result }],
  });
  const withNumbers = columns.filter(
    ({ isArray, type }) => !isArray && (isNumber(type) || type.kind === 'json'),
  );
  const number = where(column('isNumber'), { kind: 'cast', value: column('value'), to: float });
  const ofNumbers = (value: Expression) => (withNumbers.length > 0 ? value : nothing);
  const seen = ['firstSeen', 'lastSeen'].map(column);
  const facts: Relation = {
    kind: 'aggregate',
    input: values,
    keys: [{ name: 'prefix', value: column('prefix') }],
    aggregates: Object.entries({
      top: aggregate('most_frequent', column('value'), column('count'), ...seen, literal(top)),
      distinctCount: aggregate('count', column('value')),
      nullCount: aggregate('sum', {
        ...where(call('isNull', column('value')), column('count')),
        otherwise: literal(0),
      }),
      min: ofNumbers(aggregate('min', number)),
      max: ofNumbers(aggregate('max', number)),
      sum: ofNumbers(aggregate('sum', call('mul', number, column('count')))),
      numbers: ofNumbers(aggregate('sum', where(call('isNotNull', number), column('count')))),
    }).map(([name, value]) => ({ name, value })),
  };
  const scalars = columns.filter(({ isArray }) => !isArray);
  return {
    kind: 'project',
    input: facts,
    columns: [
      {
        name: 'field',
        value: {
          kind: 'case',
          branches: columns.map(({ prefix, path }) => ({
            when: call('eq', column('prefix'), literal(prefix)),
            result: literal(path),
          })),
        },
      },
      {
        name: 'nullCount',
        value: scalars.length > 0 ? where(isOneOf(scalars), column('nullCount')) : nothing,
      },
      { name: 'mean', value: ofNumbers(call('div', column('sum'), column('numbers'))) },
      ...['top', 'distinctCount', 'min', 'max', 'sum'].map((name) => ({ name, value: column(name) })),
    ],
  };
}

/** The rows of such a question, or of several about different columns, with the columns in this order. */
export function readColumnSummary(rows: readonly LogicalRow[], paths: readonly string[]): ColumnSummary {
  const byPath = new Map(rows.map((row) => [row['field'], row]));
  const found = paths.flatMap((path) => {
    const row = byPath.get(path);
    return row ? [{ path, row }] : [];
  });
  const number = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  return {
    top: found.flatMap(({ path, row }) =>
      // Made by `most_frequent`.
      (row['top'] as [string | null, unknown, unknown, unknown][]).map(
        ([value, count, firstSeen, lastSeen]) => ({
          path,
          value,
          count: Number(count),
          firstSeen,
          lastSeen,
        }),
      ),
    ),
    facts: Object.fromEntries(
      found.map(({ path, row }) => [
        path,
        {
          distinctCount: Number(row['distinctCount']),
          nullCount: number(row['nullCount']),
          min: number(row['min']),
          max: number(row['max']),
          mean: number(row['mean']),
          sum: number(row['sum']),
        },
      ]),
    ),
  };
}
