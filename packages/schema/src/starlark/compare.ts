import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { isInt } from './numbers.ts';
import { deepestData, Dict, Float, List, Range, Tuple, typeOf } from './values.ts';
import type { Value } from './values.ts';

/** `a == b`. Values of different types differ, but whole numbers and floats are compared by their value. */
export function equals(meter: Meter, a: Value, b: Value, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length === b.length) meter.charge(a.length / 32);
    return a === b;
  }
  if (a instanceof Float || b instanceof Float) {
    const left = a instanceof Float ? a.value : a;
    const right = b instanceof Float ? b.value : b;
    // A plain comparison of a whole number of any size and a float is exact.
    return (isInt(left) || a instanceof Float) && (isInt(right) || b instanceof Float) && left == right;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (depth > deepestData) throw new ScriptFault('these values are nested too deep to be compared');
  if ((a instanceof List && b instanceof List) || (a instanceof Tuple && b instanceof Tuple)) {
    if (a.items.length !== b.items.length) return false;
    for (let i = 0; i < a.items.length; i++) {
      meter.charge(1);
      if (!equals(meter, a.items[i]!, b.items[i]!, depth + 1)) return false;
    }
    return true;
  }
  if (a instanceof Dict && b instanceof Dict) return sameDicts(meter, a, b, depth);
  if (!(a instanceof Range) || !(b instanceof Range)) return false;
  if (a.length !== b.length) return false;
  return a.length === 0 || (a.start === b.start && (a.length === 1 || a.step === b.step));
}

function sameDicts(meter: Meter, a: Dict, b: Dict, depth: number): boolean {
  if (a.entries.size !== b.entries.size) return false;
  for (const [id, { value }] of a.entries) {
    meter.charge(1);
    const other = b.entries.get(id);
    if (other === undefined || !equals(meter, value, other.value, depth + 1)) return false;
  }
  return true;
}

/** Below 0, 0 or above 0; throws for types without an order. */
export function compare(meter: Meter, a: Value, b: Value, depth = 0): number {
  meter.charge(1);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') {
    meter.charge(Math.min(a.length, b.length) / 32);
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const left = a instanceof Float ? a.value : a;
  const right = b instanceof Float ? b.value : b;
  if (isInt(left) && isInt(right)) {
    if (Number.isNaN(left) || Number.isNaN(right))
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if ((a instanceof List && b instanceof List) || (a instanceof Tuple && b instanceof Tuple)) {
    if (depth > deepestData) throw new ScriptFault('these values are nested too deep to be compared');
    const shared = Math.min(a.items.length, b.items.length);
    for (let i = 0; i < shared; i++) {
      const [x, y] = [a.items[i]!, b.items[i]!];
      if (!equals(meter, x, y, depth + 1)) return compare(meter, x, y, depth + 1);
      meter.charge(1);
    }
    return a.items.length - b.items.length;
  }
  throw new ScriptFault(`a ${typeOf(a)} and a ${typeOf(b)} have no order`);
}
