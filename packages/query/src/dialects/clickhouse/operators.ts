import { readTimestamp } from '../../ir/timestamps.ts';
import type { OperatorId } from '../../ir/operators.ts';
import { operatorType } from '../../ir/operators.ts';
import { boolean, isInteger, isNumber } from '../../ir/types.ts';
import { asBoolean, asJson, asNumber, asText, asTimestamp } from './coerce.ts';
import type { Parameters } from './parameters.ts';
import type { ScalarValue, Value } from './value.ts';
import { isNullConstant, native } from './value.ts';

const comparison: Partial<Record<OperatorId, string>> = {
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};
const arithmetic: Partial<Record<OperatorId, string>> = { add: '+', sub: '-', mul: '*' };

export function operate(fn: OperatorId, args: Value[], parameters: Parameters): ScalarValue {
  const [a, b] = args;
  if (comparison[fn]) return native(compared(comparison[fn], a!, b!, parameters), boolean);
  if (arithmetic[fn]) return calculated(fn, arithmetic[fn], a!, b!);
  switch (fn) {
    case 'and':
    case 'or': {
      const word = fn === 'and' ? ' AND ' : ' OR ';
      return native(`(${args.map(asBoolean).join(word)})`, boolean);
    }
    case 'not':
      return native(`NOT (${asBoolean(a!)})`, boolean);
    case 'isNull':
      return native(`${presence(a!)} IS NULL`, boolean);
    case 'isNotNull':
      return native(`${presence(a!)} IS NOT NULL`, boolean);
    case 'same':
      return native(same(a!, b!, parameters), boolean);
    case 'differs':
      return native(`NOT ${same(a!, b!, parameters)}`, boolean);
    case 'in':
      return native(oneOf(a!, args.slice(1), parameters), boolean);
    case 'div':
      return native(`(${asNumber(a!).sql} / nullIf(${asNumber(b!).sql}, 0))`, { kind: 'float' });
    case 'mod': {
      const [x, y] = [asNumber(a!), asNumber(b!)];
      return native(`(${x.sql} % nullIf(${y.sql}, 0))`, operatorType('mod', [x.type, y.type])!);
    }
    case 'neg': {
      const x = asNumber(a!);
      return native(`(-${x.sql})`, x.type);
    }
    default:
      throw new Error(`Operator ${fn} has no SQL.`);
  }
}

/** Something that is null exactly when the value is absent. */
function presence(value: Value): string {
  if (value.kind === 'object') return asJson(value);
  if (value.form === 'json') return `nullIf(${value.sql}, 'null')`;
  if (value.type.kind === 'array' && value.isStored) return `nullIf(toJSONString(${value.sql}), '[]')`;
  return value.type.kind === 'array' ? `toJSONString(${value.sql})` : value.sql;
}

function compared(operator: string, a: Value, b: Value, parameters: Parameters): string {
  const [left, right] = comparable(a, b, parameters);
  return `(${left} ${operator} ${right})`;
}

/** Both sides in one engine type. Text gives way to numbers, times and truth values, as in Snowflake. */
function comparable(a: Value, b: Value, parameters: Parameters): [string, string] {
  const has = (test: (value: Value) => boolean) => test(a) || test(b);
  const isNative = (kind: string) => (value: Value) =>
    value.kind === 'scalar' && value.form === 'native' && value.type.kind === kind;
  if (isNullConstant(a) || isNullConstant(b)) return [asText(a), asText(b)];
  if (has(isNative('timestamp'))) return [timeOf(a, parameters), timeOf(b, parameters)];
  if (has((value) => value.kind === 'scalar' && value.form === 'native' && isNumber(value.type)))
    return [numberOf(a), numberOf(b)];
  if (has(isNative('boolean'))) return [asBoolean(a), asBoolean(b)];
  if (has(isNative('string'))) return [asText(a), asText(b)];
  return [asJson(a), asJson(b)];
}

function numberOf(value: Value): string {
  return asNumber(value).sql;
}

/** A constant becomes a bound time, so that the engine can use its key on the column. */
function timeOf(value: Value, parameters: Parameters): string {
  const constant = value.kind === 'scalar' ? value.constant?.value : undefined;
  if (typeof constant === 'string') {
    const time = readTimestamp(constant);
    if (time !== undefined) return parameters.bind(time, "DateTime64(9, 'UTC')");
  }
  return asTimestamp(value);
}

function same(a: Value, b: Value, parameters: Parameters): string {
  if (isNullConstant(b)) return `(${presence(a)} IS NULL)`;
  if (isNullConstant(a)) return `(${presence(b)} IS NULL)`;
  const [left, right] = comparable(a, b, parameters);
  if (b.kind === 'scalar' && b.constant) return `ifNull(${left} = ${right}, false)`;
  return `ifNull(${left} = ${right}, isNull(${left}) AND isNull(${right}))`;
}

/** Constants of one kind become one bound array; anything else a chain of comparisons. */
function oneOf(value: Value, items: Value[], parameters: Parameters): string {
  if (items.length === 0) return 'false';
  const constants = items.flatMap((item) =>
    item.kind === 'scalar' && item.constant ? [item.constant.value] : [],
  );
  const isText = value.kind === 'object' || value.form === 'json' || value.type.kind === 'string';
  if (constants.length === items.length && isText && constants.every((item) => typeof item === 'string'))
    return `(${asText(value)} IN ${parameters.bind(constants, 'Array(String)')})`;
  if (
    constants.length === items.length &&
    value.kind === 'scalar' &&
    value.form === 'native' &&
    isInteger(value.type) &&
    constants.every((item) => Number.isSafeInteger(item))
  )
    return `(${value.sql} IN ${parameters.bind(constants, 'Array(Int64)')})`;
  return `(${items.map((item) => compared('=', value, item, parameters)).join(' OR ')})`;
}

function calculated(fn: OperatorId, symbol: string, a: Value, b: Value): ScalarValue {
  const [aTime, bTime] = [isTime(a), isTime(b)];
  if (aTime && bTime)
    return native(
      `((toUnixTimestamp64Nano(${asTimestamp(a)}) - toUnixTimestamp64Nano(${asTimestamp(b)})) / 1000000000)`,
      { kind: 'float' },
    );
  if (aTime || bTime) {
    const time = asTimestamp(aTime ? a : b);
    const seconds = asNumber(aTime ? b : a).sql;
    return native(`(${time} ${symbol} toIntervalNanosecond(toInt64(${seconds} * 1000000000)))`, {
      kind: 'timestamp',
    });
  }
  const [x, y] = [asNumber(a), asNumber(b)];
  return native(`(${x.sql} ${symbol} ${y.sql})`, operatorType(fn, [x.type, y.type])!);
}

function isTime(value: Value): boolean {
  return value.kind === 'scalar' && value.form === 'native' && value.type.kind === 'timestamp';
}
