import type { FieldType } from '@margay/model';

import { refuse } from '../../diagnostics.ts';
import { literal } from '../../ir/conditions.ts';
import type { Expression, RowText } from '../../ir/expression.ts';
import { boolean, float, integer, json, text } from '../../ir/types.ts';
import { findColumn, typeOf } from '../../ir/typing.ts';
import { engineTimeFormat, timeFormatFault } from '../../functions/time-format.ts';
import type { SqlCall, SqlExpr } from './ast.ts';
import { groupingFunction } from './group.ts';
import { keysOfPath } from './key-path.ts';
import { lowerField, lowerRowTest, rowFunctions } from './lower-row.ts';
import type { Scope } from './scope.ts';
import { columnRef } from './scope.ts';

type Inner = (expression: SqlExpr) => Expression;
type Own = (call: SqlCall, inner: Inner, scope: Scope) => Expression;

const choice: Own = (call, inner) => {
  expectCount(call, 2, 3);
  const [first, second, third] = call.args;
  const branches = [{ when: inner(first!), result: inner(second!) }];
  return third ? { kind: 'case', branches, otherwise: inner(third) } : { kind: 'case', branches };
};

const sequence: Own = (call, _inner, scope) => {
  expectCount(call, 0, 1);
  const column = findColumn(
    scope.columns.filter(({ name }) => name === ':seq'),
    ':seq',
  );
  if (column && column !== 'ambiguous') return columnRef(column);
  return refuse(
    call.name.span,
    'sem.sequence',
    `${call.name.text} counts the rows of TABLE(GENERATOR(rowcount => n)), which is not read here.`,
    'Use ROW_NUMBER() OVER (ORDER BY …) - 1.',
  );
};

/** Whether a JSON value is of one of these kinds, by the names TYPEOF gives. */
function kindTest(...kinds: string[]): Own {
  return (call, inner) => {
    expectCount(call, 1, 1);
    return isOfKind(inner(call.args[0]!), kinds);
  };
}

/** A JSON value as a typed one where it is of this kind, else null. */
function castWhere(kind: string, to: FieldType, ...others: string[]): Own {
  return (call, inner) => {
    expectCount(call, 1, 1);
    const value = inner(call.args[0]!);
    const result: Expression = to.kind === 'json' ? value : { kind: 'cast', value, to };
    return { kind: 'case', branches: [{ when: isOfKind(value, [kind, ...others]), result }] };
  };
}

function isOfKind(value: Expression, kinds: string[]): Expression {
  const isThere: Expression = { kind: 'call', fn: 'isNotNull', args: [value] };
  const kind: Expression = { kind: 'call', fn: 'typeof', args: [value] };
  const result: Expression = { kind: 'call', fn: 'in', args: [kind, ...kinds.map((one) => literal(one))] };
  return { kind: 'case', branches: [{ when: isThere, result }] };
}

/** A time zone both the browser and the engine know by its name. */
function zoneOf(part: SqlExpr): string {
  const name = part.kind === 'text' ? part.value : '';
  if (/^[A-Za-z][\w+/-]{0,50}$/.test(name) && isZone(name)) return name;
  return refuse(part.span, 'value.invalid', "The time zone must be a constant such as 'Europe/Berlin'.");
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Functions that are other words for expressions. */
const ownFunctions: Record<string, Own> = {
  iff: choice,
  if: choice,
  nvl2: (call, inner) => {
    expectCount(call, 3, 3);
    const [first, second, third] = call.args;
    const when: Expression = { kind: 'call', fn: 'isNotNull', args: [inner(first!)] };
    return { kind: 'case', branches: [{ when, result: inner(second!) }], otherwise: inner(third!) };
  },
  decode: (call, inner) => {
    expectCount(call, 3, 201);
    const [first, ...pairs] = call.args;
    const value = inner(first!);
    const hasDefault = pairs.length % 2 === 1;
    const branches = Array.from({ length: Math.floor(pairs.length / 2) }, (_, index) => ({
      // Here null equals null.
      when: { kind: 'call' as const, fn: 'same', args: [value, inner(pairs[2 * index]!)] },
      result: inner(pairs[2 * index + 1]!),
    }));
    return hasDefault
      ? { kind: 'case', branches, otherwise: inner(pairs.at(-1)!) }
      : { kind: 'case', branches };
  },
  equal_null: (call, inner) => {
    expectCount(call, 2, 2);
    return { kind: 'call', fn: 'same', args: call.args.map(inner) };
  },
  is_null_value: (call, inner) => {
    expectCount(call, 1, 1);
    return { kind: 'call', fn: 'isNull', args: [inner(call.args[0]!)] };
  },
  get_path: (call, inner) => {
    expectCount(call, 2, 2);
    const [value, path] = call.args;
    const keys = path?.kind === 'text' ? keysOfPath(path.value) : undefined;
    if (!keys) refuse(path!.span, 'value.invalid', "The path must be a constant text such as 'a.b[0]'.");
    const base = inner(value!);
    return keys.length === 0 ? base : { kind: 'path', base, steps: keys };
  },
  object_construct: objectOf,
  grouping: (call, inner) => {
    expectCount(call, 1, 1);
    return { kind: 'call', fn: groupingFunction, args: [inner(call.args[0]!)] };
  },
  ratio_to_report: (call, inner, scope) => {
    expectCount(call, 1, 1);
    const value = inner(call.args[0]!);
    const partitionBy = (call.over?.partitionBy ?? []).map(inner);
    if (!call.over) refuse(call.name.span, 'sem.window_required', 'ratio_to_report needs OVER (…).');
    if (typeOf(value, scope.columns, scope.context.catalog).kind === 'timestamp')
      refuse(call.args[0]!.span, 'type.mismatch', 'ratio_to_report needs a number.');
    const total: Expression = { kind: 'window', fn: 'sum', args: [value], partitionBy, orderBy: [] };
    return { kind: 'call', fn: 'div', args: [value, total] };
  },
  add_months: (call, inner) => {
    expectCount(call, 2, 2);
    const [time, count] = call.args.map(inner);
    return { kind: 'call', fn: 'dateadd', args: [literal('month'), count!, time!] };
  },
  convert_timezone: (call, inner) => {
    expectCount(call, 2, 3);
    const zones = call.args.slice(0, -1).map(zoneOf);
    const [from, to] = zones.length === 2 ? zones : ['UTC', ...zones];
    const time = inner(call.args.at(-1)!);
    return { kind: 'call', fn: 'zoned_time', args: [time, literal(from!), literal(to!)] };
  },
  is_array: kindTest('ARRAY'),
  is_object: kindTest('OBJECT'),
  is_varchar: kindTest('VARCHAR'),
  is_char: kindTest('VARCHAR'),
  is_integer: kindTest('INTEGER'),
  is_boolean: kindTest('BOOLEAN'),
  is_double: kindTest('DOUBLE', 'INTEGER'),
  is_decimal: kindTest('DOUBLE', 'INTEGER'),
  as_varchar: castWhere('VARCHAR', text),
  as_char: castWhere('VARCHAR', text),
  as_integer: castWhere('INTEGER', integer),
  as_double: castWhere('DOUBLE', float, 'INTEGER'),
  as_boolean: castWhere('BOOLEAN', boolean),
  as_array: castWhere('ARRAY', json),
  as_object: castWhere('OBJECT', json),
  array_construct_compact: (call, inner) => {
    const array: Expression = { kind: 'call', fn: 'array_construct', args: call.args.map(inner) };
    return { kind: 'call', fn: 'array_compact', args: [array] };
  },
  field: lowerField,
  ...Object.fromEntries(
    Object.entries(rowFunctions).map(([op, name]): [string, Own] => [
      name,
      (call) => lowerRowTest(op as RowText['op'], call),
    ]),
  ),
  seq1: sequence,
  seq2: sequence,
  seq4: sequence,
  seq8: sequence,
};

type Variant = (call: SqlCall, inner: Inner, scope: Scope) => Expression | undefined;

/** `TO_CHAR(time, format)`; with one argument it is a function of its own. */
const formatted: Variant = (call, inner, scope) => {
  const [value, format] = call.args;
  if (!value || !format || call.args.length !== 2) return undefined;
  const time = inner(value);
  if (typeOf(time, scope.columns, scope.context.catalog, scope.variables).kind !== 'timestamp')
    refuse(
      format.span,
      'type.mismatch',
      'A format can only be given for a time.',
      'Cast it with ::timestamp.',
    );
  return { kind: 'call', fn: 'time_text', args: [time, literal(formatOf(format))] };
};

/** `TO_TIMESTAMP(text, format)` and `TO_TIMESTAMP(number, scale)`. */
const readAs: Variant = (call, inner) => {
  const [value, how] = call.args;
  if (!value || !how || call.args.length !== 2) return undefined;
  if (how.kind === 'text' && how.value.toLowerCase() === 'auto')
    return { kind: 'call', fn: 'to_timestamp', args: [inner(value)] };
  if (how.kind !== 'number')
    return { kind: 'call', fn: 'text_time', args: [inner(value), literal(formatOf(how))] };
  const scale = Number(how.text);
  if (!Number.isInteger(scale) || scale > 9)
    refuse(
      how.span,
      'value.invalid',
      'The scale must be a whole number from 0 (seconds) to 9 (nanoseconds).',
    );
  return { kind: 'call', fn: 'scaled_time', args: [inner(value), literal(scale)] };
};

/** The day of a text in a format. */
const dayReadAs: Variant = (call, inner, scope) => {
  const time = readAs(call, inner, scope);
  return time && { kind: 'call', fn: 'date', args: [time] };
};

function formatOf(format: SqlExpr): string {
  const value = format.kind === 'text' ? format.value : undefined;
  const fault = timeFormatFault(value);
  if (fault) refuse(format.span, 'value.invalid', fault);
  return engineTimeFormat(value!)!;
}

/** Parts of a time that are no units. */
const otherParts: Record<string, string> = {
  dayofweek: 'dayofweek',
  dow: 'dayofweek',
  weekday: 'dayofweek',
  dayofweekiso: 'dayofweekiso',
  dayofweek_iso: 'dayofweekiso',
  dayofyear: 'dayofyear',
  doy: 'dayofyear',
  yearday: 'dayofyear',
  weekiso: 'week',
  week_iso: 'week',
  epoch: 'epoch_seconds',
  epoch_second: 'epoch_seconds',
  epoch_seconds: 'epoch_seconds',
};

const otherPart: Variant = (call, inner) => {
  const [part, time] = call.args;
  const word = part?.kind === 'text' ? part.value : part?.kind === 'name' ? part.parts[0]!.text : '';
  const fn = Object.hasOwn(otherParts, word.toLowerCase()) ? otherParts[word.toLowerCase()] : undefined;
  return fn && time && call.args.length === 2 ? { kind: 'call', fn, args: [inner(time)] } : undefined;
};

/** Functions of the list that mean something else with other arguments. */
const variants = new Map<string, Variant>([
  ['to_varchar', formatted],
  ['to_char', formatted],
  ...['to_timestamp', 'try_to_timestamp', 'to_timestamp_ntz', 'to_timestamp_ltz', 'to_timestamp_tz'].map(
    (name): [string, Variant] => [name, readAs],
  ),
  ['to_date', dayReadAs],
  ['try_to_date', dayReadAs],
  ['date', dayReadAs],
  ['date_part', otherPart],
]);

export const ownFunctionNames = Object.keys(ownFunctions);

export function lowerOwn(name: string, call: SqlCall, scope: Scope, inner: Inner): Expression | undefined {
  const own = Object.hasOwn(ownFunctions, name) ? ownFunctions[name] : undefined;
  if (!own) return variants.get(name)?.(call, inner, scope);
  const isAggregate = call.isStar || call.isDistinct || call.filter || call.within;
  if (isAggregate || (call.over && name !== 'ratio_to_report'))
    refuse(
      call.name.span,
      'parse.unexpected_token',
      `${name} is no aggregate: it takes no *, DISTINCT, FILTER, WITHIN GROUP or OVER.`,
    );
  return own(call, inner, scope);
}

function objectOf(call: SqlCall, inner: Inner): Expression {
  if (call.args.length % 2 === 1)
    refuse(call.name.span, 'call.arity', `${call.name.text} takes pairs of a key and a value.`);
  const fields: { name: string; value: Expression }[] = [];
  for (let index = 0; index < call.args.length; index += 2) {
    const key = call.args[index]!;
    if (key.kind !== 'text') refuse(key.span, 'type.mismatch', 'Keys must be constant texts.');
    if (fields.some((field) => field.name === key.value))
      refuse(key.span, 'sem.duplicate_column', `The key "${key.value}" is given twice.`);
    fields.push({ name: key.value, value: inner(call.args[index + 1]!) });
  }
  return { kind: 'object', fields };
}

function expectCount(call: SqlCall, least: number, most: number): void {
  if (call.args.length >= least && call.args.length <= most) return;
  const wanted = least === most ? String(least) : `${least} to ${most}`;
  refuse(
    call.name.span,
    'call.arity',
    `${call.name.text} takes ${wanted} arguments, not ${call.args.length}.`,
  );
}
