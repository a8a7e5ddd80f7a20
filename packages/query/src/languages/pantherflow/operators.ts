import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import { boolean, float, integer } from '../../ir/types.ts';
import type { FlowBinaryOperator } from './ast.ts';
import { movedBy } from './times.ts';
import type { Typed } from './typed.ts';
import {
  asDocumentValue,
  asNumberValue,
  asTextValue,
  asTimeValue,
  boolConstant,
  call,
  constant,
  constantTypeName,
  familyOf,
  intConstant,
  isDocument,
  isInt,
  nullOf,
  timespan,
} from './typed.ts';

const orders = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const;
export type OrderOperator = keyof typeof orders;

export function isOrder(op: FlowBinaryOperator): op is OrderOperator {
  return Object.hasOwn(orders, op);
}

/** `==`: true or false, never null. Values of different types differ. */
export function equality(a: Typed, b: Typed): Typed {
  if (isNull(b)) return call('isNull', boolean, [a]);
  if (isNull(a)) return call('isNull', boolean, [b]);
  const [left, right] = [familyOf(a.type), familyOf(b.type)];
  if (left === 'any' && right === 'any')
    return call('json_same', boolean, [asDocumentValue(a), asDocumentValue(b)]);
  if (left === right) return call('same', boolean, [a, b]);
  if (left === 'any') return dynamicEquality(a, b);
  if (right === 'any') return dynamicEquality(b, a);
  return bothNull(a, b);
}

/** `value` is JSON, `other` of a certain type. */
function dynamicEquality(value: Typed, other: Typed): Typed {
  if (value.type.kind !== 'json') return bothNull(value, other);
  switch (familyOf(other.type)) {
    case 'timestamp':
      return call('and', boolean, [
        call('same', boolean, [asTimeValue(value), other]),
        call('same', boolean, [call('isNull', boolean, [value]), call('isNull', boolean, [other])]),
      ]);
    case 'timespan':
      return bothNull(value, other);
    case 'number':
      if (isExact(other)) return call('same', boolean, [asNumberValue(value), other]);
      break;
    case 'string':
      if (other.constant) return call('same', boolean, [stringOf(value), other]);
      break;
    default:
  }
  return call('json_same_scalar', boolean, [value, asDocumentValue(other)]);
}

/** A number that survives the way through a double. */
function isExact({ constant: known, type }: Typed): boolean {
  if (!known) return false;
  return !isInt(type) || (typeof known.value === 'number' && Math.abs(known.value) < 2 ** 53);
}

function stringOf(value: Typed): Typed {
  return value.type.kind === 'json'
    ? call('json_string', asTextValue(value).type, [value])
    : asTextValue(value);
}

function bothNull(a: Typed, b: Typed): Typed {
  if (a.constant ?? b.constant) return boolConstant(false);
  return call('and', boolean, [call('isNull', boolean, [a]), call('isNull', boolean, [b])]);
}

export function isNull(value: Typed): boolean {
  return value.constant?.value === null;
}

/** Equality of the two sides of a join: null matches nothing. */
export function joinEquality(a: Typed, b: Typed): Typed {
  const [left, right] = [familyOf(a.type), familyOf(b.type)];
  if (left === right && left !== 'any') return call('eq', boolean, [a, b]);
  const canonical = (value: Typed) => call('json_canonical', { kind: 'string' }, [asDocumentValue(value)]);
  return call('eq', boolean, [canonical(a), canonical(b)]);
}

/** `<` and its kin: null for a null and for values that have no common order. */
export function order(op: OrderOperator, a: Typed, b: Typed): Typed {
  const fn = orders[op];
  const families = new Set([familyOf(a.type), familyOf(b.type)]);
  if (
    families.has('null') ||
    families.has('bool') ||
    [a, b].some(({ type }) => isDocument(type) && type.kind !== 'json')
  )
    return nullOf(boolean);
  if (families.has('timestamp')) return call(fn, boolean, [asTimeValue(a), asTimeValue(b)]);
  if (families.has('timespan')) return families.size === 1 ? call(fn, boolean, [a, b]) : nullOf(boolean);
  if (families.has('number')) return call(fn, boolean, [asNumberValue(a), asNumberValue(b)]);
  if (families.has('string')) return call(fn, boolean, [stringOf(a), stringOf(b)]);
  return call(`json_${fn}`, boolean, [a, b]);
}

type Arithmetic = '+' | '-' | '*' | '/' | '%';

export function arithmetic(op: Arithmetic, a: Typed, b: Typed, span: Span): Typed {
  refuseConstants(op, a);
  refuseConstants(op, b);
  const [left, right] = [familyOf(a.type), familyOf(b.type)];
  const made =
    left === 'timestamp' || right === 'timestamp' || left === 'timespan' || right === 'timespan'
      ? withTimes(op, a, b)
      : withNumbers(op, asNumberValue(a), asNumberValue(b));
  return { ...made, span };
}

function refuseConstants(op: Arithmetic, value: Typed): void {
  const family = familyOf(value.type);
  if (
    !value.constant ||
    family === 'number' ||
    family === 'timespan' ||
    family === 'timestamp' ||
    family === 'null'
  )
    return;
  refuse(
    value.span,
    'type.mismatch',
    `"${op}" takes numbers, timestamps and timespans; this is of type ${constantTypeName(value)}.`,
    family === 'string' && op === '+' ? 'Use strings.cat to join texts.' : undefined,
  );
}

function withTimes(op: Arithmetic, a: Typed, b: Typed): Typed {
  const [left, right] = [familyOf(a.type), familyOf(b.type)];
  if (right === 'timespan' && (left === 'timestamp' || left === 'any') && (op === '+' || op === '-'))
    return movedBy(asTimeValue(a), b, op === '+' ? 1 : -1);
  if (left === 'timespan' && (right === 'timestamp' || right === 'any') && op === '+')
    return movedBy(asTimeValue(b), a, 1);
  if (
    op === '-' &&
    (left === 'timestamp' || right === 'timestamp') &&
    left !== 'timespan' &&
    right !== 'timespan'
  )
    return call('time_between', timespan, [asTimeValue(b), asTimeValue(a)]);
  if (left === 'timespan' && right === 'timespan') return ofSpans(op, a, b);
  if (left === 'timestamp' || right === 'timestamp') return nullOf(timespan);
  if (op === '*' && (left === 'number' || left === 'any')) return scaled(op, b, asNumberValue(a));
  if ((op === '*' || op === '/') && left === 'timespan') return scaled(op, a, asNumberValue(b));
  return nullOf(timespan);
}

function ofSpans(op: Arithmetic, a: Typed, b: Typed): Typed {
  if (op === '*') return nullOf(timespan);
  const numbers = withNumbers(op, { ...a, type: integer }, { ...b, type: integer });
  return op === '/' ? numbers : asSpan(numbers);
}

function scaled(op: '*' | '/', span: Typed, factor: Typed): Typed {
  if (factor.type.kind === 'null') return nullOf(timespan);
  return asSpan(withNumbers(op, { ...span, type: integer }, factor));
}

function asSpan(value: Typed): Typed {
  if (value.constant) {
    const count = value.constant.value;
    return count === null ? nullOf(timespan) : constant(Math.round(Number(count)), timespan);
  }
  if (isInt(value.type)) return { ...value, type: timespan };
  return { ...value, expression: { kind: 'cast', value: value.expression, to: integer }, type: timespan };
}

const engineNames = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'mod' } as const;

function withNumbers(op: Arithmetic, a: Typed, b: Typed): Typed {
  const type = op !== '/' && isInt(a.type) && isInt(b.type) ? integer : float;
  if (isNull(a) || isNull(b)) return nullOf(type);
  if (a.constant && b.constant) {
    const folded =
      type.kind === 'bigint'
        ? wholeNumber(op, BigInt(String(a.constant.value)), BigInt(String(b.constant.value)))
        : realNumber(op, Number(a.constant.value), Number(b.constant.value));
    if (folded) return folded;
  }
  return call(engineNames[op], type, [a, b]);
}

function wholeNumber(op: Arithmetic, a: bigint, b: bigint): Typed | undefined {
  if (op === '%' && b === 0n) return nullOf(integer);
  const result = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : a % b;
  return BigInt.asIntN(64, result) === result ? intOf(result) : undefined;
}

function intOf(value: bigint): Typed {
  const number = Number(value);
  return intConstant(Number.isSafeInteger(number) ? number : String(value));
}

function realNumber(op: Arithmetic, a: number, b: number): Typed | undefined {
  if ((op === '/' || op === '%') && b === 0) return nullOf(float);
  const result = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : op === '/' ? a / b : a % b;
  return Number.isFinite(result) ? constant(result, float) : undefined;
}

export function negated(value: Typed, span: Span): Typed {
  refuseConstants('-', value);
  if (value.constant && value.constant.value !== null) {
    const { type } = value;
    if (isInt(type)) return { ...intOf(-BigInt(String(value.constant.value))), span };
    return constant(-Number(value.constant.value), type, span);
  }
  if (value.type.kind === 'timespan') return { ...call('neg', timespan, [value]), span };
  const number = asNumberValue(value);
  if (isNull(number)) return { ...nullOf(float), span };
  return { ...call('neg', isInt(number.type) ? integer : float, [number]), span };
}
