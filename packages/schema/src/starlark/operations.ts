import { compare, equals } from './compare.ts';
import { ScriptFault } from './fault.ts';
import { findText } from './find-text.ts';
import { percent } from './format.ts';
import type { Meter } from './meter.ts';
import { calculate, calculateFloats, floatOf, intOf, isInt } from './numbers.ts';
import { Dict, Float, isTrue, List, Range, Tuple, typeOf } from './values.ts';
import type { Value } from './values.ts';
import { itemsOf } from './walk.ts';

/** `a sign b`, for all signs but `and` and `or`. */
export function operate(meter: Meter, sign: string, a: Value, b: Value): Value {
  switch (sign) {
    case '==':
      return equals(meter, a, b);
    case '!=':
      return !equals(meter, a, b);
    case '<':
      return compare(meter, a, b) < 0;
    case '<=':
      return compare(meter, a, b) <= 0;
    case '>':
      return compare(meter, a, b) > 0;
    case '>=':
      return compare(meter, a, b) >= 0;
    case 'in':
      return contains(meter, b, a);
    case 'not in':
      return !contains(meter, b, a);
    default:
  }
  if (isInt(a) && isInt(b)) return calculate(meter, sign, a, b);
  if ((a instanceof Float || isInt(a)) && (b instanceof Float || isInt(b))) {
    const result = calculateFloats(sign, numberOf(a), numberOf(b));
    if (result !== undefined) return result;
  }
  return (
    operateOnData(meter, sign, a, b) ??
    refuse(`a ${typeOf(a)} and a ${typeOf(b)} cannot be joined by "${sign}"`)
  );
}

const numberOf = (value: Float | number | bigint) => (value instanceof Float ? value.value : floatOf(value));

function refuse(message: string): never {
  throw new ScriptFault(message);
}

function operateOnData(meter: Meter, sign: string, a: Value, b: Value): Value | undefined {
  if (sign === '+') {
    if (typeof a === 'string' && typeof b === 'string') {
      meter.takeText(a.length + b.length);
      return a + b;
    }
    if (a instanceof List && b instanceof List) return new List(joined(meter, a.items, b.items));
    if (a instanceof Tuple && b instanceof Tuple) return new Tuple(joined(meter, a.items, b.items));
  } else if (sign === '*') {
    if (isInt(a)) return repeated(meter, b, a);
    if (isInt(b)) return repeated(meter, a, b);
  } else if (sign === '%' && typeof a === 'string') return percent(meter, a, b);
  else if (sign === '|' && a instanceof Dict && b instanceof Dict) {
    const union = new Dict();
    addAll(meter, union, a);
    addAll(meter, union, b);
    return union;
  }
  return undefined;
}

function joined(meter: Meter, a: readonly Value[], b: readonly Value[]): Value[] {
  meter.takeItems(a.length + b.length);
  return a.concat(b);
}

export function addAll(meter: Meter, into: Dict, from: Dict): void {
  if (into === from) return;
  for (const { key, value } of from.entries.values()) {
    meter.charge(1);
    into.set(meter, key, value);
  }
}

function repeated(meter: Meter, value: Value, times: number | bigint): Value | undefined {
  const count = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Number(times)));
  if (typeof value === 'string') {
    meter.takeText(value.length * count);
    return value.repeat(value === '' ? 0 : count);
  }
  if (!(value instanceof List || value instanceof Tuple)) return undefined;
  const { items } = value;
  meter.takeItems(items.length * count);
  const all: Value[] = [];
  if (items.length > 0) for (let i = 0; i < count; i++) for (const item of items) all.push(item);
  return value instanceof List ? new List(all) : new Tuple(all);
}

function contains(meter: Meter, within: Value, item: Value): boolean {
  if (typeof within === 'string') {
    if (typeof item !== 'string')
      refuse(`only a string can be looked for in a string, not a ${typeOf(item)}`);
    return findText(meter, within, item) >= 0;
  }
  if (within instanceof Dict) return within.get(meter, item) !== undefined;
  if (within instanceof List || within instanceof Tuple) {
    return within.items.some((other) => {
      meter.charge(1);
      return equals(meter, other, item);
    });
  }
  if (within instanceof Range) {
    if (typeof item !== 'number') return false;
    const index = (item - within.start) / within.step;
    return Number.isInteger(index) && index >= 0 && index < within.length;
  }
  return refuse(`nothing can be looked for in a ${typeOf(within)}`);
}

/** `a sign= b`: lists and dicts grow where they are. */
export function augment(meter: Meter, sign: string, a: Value, b: Value): Value {
  if (sign === '+' && a instanceof List && !isInt(b) && typeof b !== 'string') {
    extend(meter, a, b);
    return a;
  }
  if (sign === '|' && a instanceof Dict && b instanceof Dict) {
    a.checkChange();
    addAll(meter, a, b);
    return a;
  }
  return operate(meter, sign, a, b);
}

export function extend(meter: Meter, list: List, by: Value): void {
  list.checkChange();
  for (const item of itemsOf(meter, by)) list.items.push(item);
}

export function operateUnary(meter: Meter, sign: string, of: Value): Value {
  if (sign === 'not') return !isTrue(of);
  if (isInt(of)) {
    if (sign === '+') return of;
    if (sign === '-') return typeof of === 'number' ? 0 - of : intOf(-of);
    return calculate(meter, '-', typeof of === 'number' ? 0 - of : intOf(-of), 1);
  }
  if (of instanceof Float && sign !== '~') return sign === '-' ? new Float(-of.value) : of;
  return refuse(`"${sign}" has no meaning for a ${typeOf(of)}`);
}
