import { invalidInput } from '@margay/kit';

import type { Argument } from '../../functions/define.ts';
import type { InternalFunction } from '../../functions/internal/define.ts';
import type { Expression, FrameBound, SortKey, WindowFrame } from '../../ir/expression.ts';
import { convertArguments, definitionOf, resultOf, returnTypeOf } from './calls.ts';
import { asBoolean, asScalar, asText } from './coerce.ts';
import { sortItemText, type SortItem } from './level.ts';
import type { Value } from './value.ts';

type Inner = (part: Expression) => Value;

export function aggregate(expression: Extract<Expression, { kind: 'aggregate' }>, inner: Inner): Value {
  const definition = definitionOf(expression.fn);
  const values = expression.args.map(inner);
  const { where, orderBy } = expression;
  const filtered = where ? values.map((value) => onlyWhere(value, inner(where))) : values;
  const { converted, types } = convertArguments(definition, filtered);
  const type = returnTypeOf(definition, types);
  if (orderBy) return resultOf(sortedSql(definition, converted, orderBy, expression.distinct, inner), type);
  if (!expression.distinct) return resultOf(definition.clickhouse(converted, ''), type);
  return resultOf(distinctSql(definition, converted), type);
}

function onlyWhere(value: Value, condition: Value): Value {
  const scalar = asScalar(value);
  return { ...scalar, sql: `if(${asBoolean(condition)}, ${scalar.sql}, NULL)` };
}

/** `DISTINCT` inside an aggregate. Counting has a faster exact function of its own. */
function distinctSql(definition: InternalFunction, args: Argument[]): string {
  const [first] = args;
  if (definition.name === 'count' && first) return `toInt64(uniqExact(${first.sql}))`;
  if (definition.ofArray && first) return definition.ofArray(`groupArray(DISTINCT ${first.sql})`, args);
  const plain = definition.clickhouse(args, '');
  const open = plain.indexOf('(');
  return `${plain.slice(0, open + 1)}DISTINCT ${plain.slice(open + 1)}`;
}

/** Values collected beside their sort keys, sorted, and then taken alone. All keys have one direction. */
function sortedSql(
  definition: InternalFunction,
  args: Argument[],
  keys: readonly SortKey[],
  isDistinct: boolean | undefined,
  inner: Inner,
): string {
  const [first] = args;
  const isDescending = keys[0]?.descending;
  if (!first || !definition.ofArray || keys.some((key) => key.descending !== isDescending))
    throw invalidInput(`${definition.name} cannot be sorted in this way.`);
  const parts = keys.map((key) => sortText(inner(key.value)));
  const pairs = `groupArrayIf((${[first.sql, ...parts].join(', ')}), isNotNull(${first.sql}))`;
  const places = keys.map((key, index) => {
    // True sorts after false, and before it where all is turned round.
    const test = (key.nullsFirst === true) === (isDescending === true) ? 'isNull' : 'isNotNull';
    return `${test}(pair.${index + 2}), pair.${index + 2}`;
  });
  const sort = isDescending ? 'arrayReverseSort' : 'arraySort';
  const sorted = `arrayMap(pair -> assumeNotNull(pair.1), ${sort}(pair -> (${places.join(', ')}), ${pairs}))`;
  return definition.ofArray(isDistinct ? `arrayDistinct(${sorted})` : sorted, args);
}

export function overWindow(expression: Extract<Expression, { kind: 'window' }>, inner: Inner): Value {
  const definition = definitionOf(expression.fn);
  const { converted, types } = convertArguments(definition, expression.args.map(inner));
  const window = windowText(definition, expression, inner);
  const type = returnTypeOf(definition, types);
  if (definition.placesWindow) return resultOf(definition.clickhouse(converted, ` OVER (${window})`), type);
  const sql = expression.distinct ? distinctSql(definition, converted) : definition.clickhouse(converted, '');
  const nulls = definition.takesNulls && !expression.ignoresNulls ? ' RESPECT NULLS' : '';
  return resultOf(windowed(`${sql}${nulls}`, window), type);
}

function windowText(
  definition: InternalFunction,
  { partitionBy, orderBy, frame }: Extract<Expression, { kind: 'window' }>,
  inner: Inner,
): string {
  const partition = partitionBy.map((key) => asScalar(inner(key)).sql);
  const isLength = frame?.unit === 'range' && ('distance' in frame.from || 'distance' in frame.to);
  // The engine measures from a null as from the value below it, but nulls only have other nulls near.
  if (isLength) partition.push(...orderBy.map((key) => `isNull(${asScalar(inner(key.value)).sql})`));
  const order = orderBy.map((key) => sortItemText(isLength ? lengthItem(key, inner) : sortItem(key, inner)));
  const isWhole = definition.frame === 'fixed' || (definition.frame === 'whole' && !frame);
  const parts = [
    partition.length > 0 ? `PARTITION BY ${partition.join(', ')}` : '',
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    isWhole ? 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING' : '',
    frame && !isWhole ? frameText(frame) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function frameText({ unit, from, to }: WindowFrame): string {
  return `${unit === 'rows' ? 'ROWS' : 'RANGE'} BETWEEN ${boundText(from)} AND ${boundText(to)}`;
}

/** Distances become part of the SQL as digits; anything but digits would be a fault of ours. */
function boundText(bound: FrameBound): string {
  if (!('distance' in bound)) return bounds[bound.kind];
  if (!Number.isSafeInteger(bound.distance) || bound.distance < 0)
    throw invalidInput('The distance of a frame must be a whole number of at least 0.');
  return `${bound.distance} ${bounds[bound.kind]}`;
}

const bounds: Record<FrameBound['kind'], string> = {
  'unbounded preceding': 'UNBOUNDED PRECEDING',
  preceding: 'PRECEDING',
  'current row': 'CURRENT ROW',
  following: 'FOLLOWING',
  'unbounded following': 'UNBOUNDED FOLLOWING',
};

/** `toInt64(f(x))` over a window is `toInt64(f(x) OVER (…))`. */
function windowed(sql: string, window: string): string {
  const wrapper = /^toInt64\((.*)\)$/s.exec(sql);
  return wrapper ? `toInt64(${wrapper[1]} OVER (${window}))` : `${sql} OVER (${window})`;
}

/** One item of ORDER BY; nulls come last unless asked otherwise. */
export function sortItem(key: SortKey, inner: Inner): SortItem {
  return { sql: sortText(inner(key.value)), direction: directionOf(key) };
}

function sortText(value: Value): string {
  const scalar = asScalar(value);
  return scalar.form === 'json' ? asText(scalar) : scalar.sql;
}

function directionOf(key: SortKey): string {
  return `${key.descending ? 'DESC' : 'ASC'} NULLS ${key.nullsFirst ? 'FIRST' : 'LAST'}`;
}

/** The engine measures the length of a range only between numbers, so times count as their seconds. */
function lengthItem(key: SortKey, inner: Inner): SortItem {
  const value = inner(key.value);
  if (value.type.kind !== 'timestamp') return sortItem(key, inner);
  const sql = `(toUnixTimestamp64Nano(${asScalar(value).sql}) / 1000000000)`;
  return { sql, direction: directionOf(key) };
}
