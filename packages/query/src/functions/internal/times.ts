import { float, integer, isInteger, text, timestamp } from '../../ir/types.ts';
import type { Argument } from '../define.ts';
import { timespanUnits } from '../../languages/pantherflow/timespan.ts';
import { unitLengthMs } from '../time-units.ts';
import type { InternalFunction } from './define.ts';

const lengths = Object.entries(timespanUnits);
const unitNames = lengths.map(([name]) => `'${name}'`).join(', ');
const unitLengths = lengths.map(([, length]) => length).join(', ');

const time = { name: 't', type: 'timestamp' as const };

/** Slots of so many units, counted from 1970-01-01 UTC, before it too. */
function slot(t: string, count: string, unit: string): string {
  const length = unitLengthMs(unit);
  const n = `nullIf(greatest(${count}, 0), 0)`;
  if (length !== undefined) {
    const at = `toUnixTimestamp64Nano(${t})`;
    return `fromUnixTimestamp64Nano(${at} - positiveModulo(${at}, ${n} * ${length * 1_000_000}), 'UTC')`;
  }
  const months = `(toInt64(toYear(${t}) - 1970) * 12 + toMonth(${t}) - 1)`;
  const size = unit === 'year' ? `(${n} * 12)` : n;
  return `addMonths(toDateTime64('1970-01-01 00:00:00', 9, 'UTC'), ${months} - positiveModulo(${months}, ${size}))`;
}

export const timeFunctions: InternalFunction[] = [
  {
    name: 'time_plus',
    kind: 'scalar',
    params: [time, { name: 'microseconds', type: 'integer' }],
    returns: timestamp,
    doc: 'Time moved by so many microseconds.',
    clickhouse: ([t, span]) => `(${t!.sql} + toIntervalMicrosecond(${span!.sql}))`,
  },
  {
    name: 'time_between',
    kind: 'scalar',
    params: [
      { name: 'from', type: 'timestamp' },
      { name: 'to', type: 'timestamp' },
    ],
    returns: integer,
    doc: 'Microseconds from one time to the other.',
    clickhouse: ([from, to]) =>
      `intDiv(toUnixTimestamp64Nano(${to!.sql}) - toUnixTimestamp64Nano(${from!.sql}), 1000)`,
  },
  {
    name: 'time_slot',
    kind: 'scalar',
    params: [time, { name: 'count', type: 'integer' }, { name: 'unit', type: 'unit' }],
    returns: timestamp,
    doc: 'Start of the slot of so many units that holds the time.',
    clickhouse: ([t, count, unit]) => slot(t!.sql, count!.sql, String(unit!.constant)),
  },
  {
    name: 'text_to_timespan',
    kind: 'scalar',
    params: [{ name: 's', type: 'text' }],
    returns: integer,
    doc: 'Microseconds of a number and a unit such as 30m; null when the text is no such thing.',
    clickhouse: ([s]) =>
      `toInt64OrNull(toString(round(toFloat64OrNull(extract(ifNull(${s!.sql}, ''), '^(-?[0-9]+(?:[.][0-9]+)?)[a-z]+$')) * nullIf(transform(extract(ifNull(${s!.sql}, ''), '^-?[0-9.]+([a-z]+)$'), [${unitNames}], [${unitLengths}], 0), 0))))`,
  },
  {
    name: 'random',
    kind: 'scalar',
    params: [],
    returns: float,
    doc: 'Another number for every row.',
    clickhouse: () => 'randCanonical()',
  },
  {
    name: 'time_text',
    kind: 'scalar',
    params: [time, { name: 'format', type: 'literalText' }],
    returns: text,
    doc: 'Time as text in a format of the engine.',
    clickhouse: ([t, format]) => `formatDateTime(${t!.sql}, ${format!.sql}, 'UTC')`,
  },
  {
    name: 'text_time',
    kind: 'scalar',
    params: [
      { name: 's', type: 'text' },
      { name: 'format', type: 'literalText' },
    ],
    returns: timestamp,
    doc: 'Time of a text in a format of the engine; null when it has another.',
    clickhouse: ([s, format]) =>
      `toDateTime64(parseDateTime64OrNull(${s!.sql}, ${format!.sql}, 'UTC'), 9, 'UTC')`,
  },
  {
    name: 'scaled_time',
    kind: 'scalar',
    params: [
      { name: 'n', type: 'integer' },
      { name: 'scale', type: 'literalNumber' },
    ],
    returns: timestamp,
    doc: 'Time of a number of tenths to the power of the scale of a second since 1970.',
    clickhouse: ([n, scale]) =>
      `fromUnixTimestamp64Nano(${n!.sql} * ${10 ** (9 - Number(scale!.constant))}, 'UTC')`,
  },
  {
    name: 'zoned_time',
    kind: 'scalar',
    params: [time, { name: 'from', type: 'literalText' }, { name: 'to', type: 'literalText' }],
    returns: timestamp,
    doc: 'What clocks of one zone show when those of another show the time.',
    clickhouse: ([t, from, to]) =>
      `toDateTime64(toString(toTimeZone(toDateTime64(toString(${t!.sql}), 9, ${from!.sql}), ${to!.sql})), 9, 'UTC')`,
  },
  {
    name: 'rounded_integer',
    kind: 'scalar',
    params: [{ name: 'x', type: 'any' }],
    returns: integer,
    doc: 'Nearest whole number, halves away from zero, whatever is written in a text or JSON value.',
    clickhouse: ([x]) => roundedInteger(x!),
  },
];

function roundedInteger({ sql, type }: Argument): string {
  if (isInteger(type)) return sql;
  switch (type.kind) {
    case 'boolean':
      return `toInt64(${sql})`;
    case 'timestamp':
      return `intDiv(toUnixTimestamp64Nano(${sql}), 1000000000)`;
    case 'float':
      return nearest(sql);
    case 'array':
      return "CAST(NULL, 'Nullable(Int64)')";
    default: {
      const content = type.kind === 'string' ? `toString(${sql})` : `JSONExtract(${sql}, 'Nullable(String)')`;
      return `coalesce(toInt64OrNull(${content}), ${nearest(`toFloat64OrNull(${content})`)})`;
    }
  }
}

function nearest(sql: string): string {
  return `accurateCastOrNull(sign(${sql}) * floor(abs(${sql}) + 0.5), 'Int64')`;
}
