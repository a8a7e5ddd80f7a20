import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { Dict, List, Range, Tuple, typeOf } from './values.ts';
import type { Value } from './values.ts';
import { lengthOf } from './walk.ts';

/** A whole number of moderate size: an index, a count, a step. */
export function smallInt(value: Value, what: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  throw new ScriptFault(`${what} must be an int, not a ${typeOf(value)}`);
}

function placeOf(length: number, index: Value): number {
  const given = smallInt(index, 'an index');
  const place = given < 0 ? given + length : given;
  if (place < 0 || place >= length)
    throw new ScriptFault(`the index ${given} lies outside: there are ${length}`);
  return place;
}

/** `of[index]`. */
export function itemAt(meter: Meter, of: Value, index: Value): Value {
  if (of instanceof Dict) {
    const found = of.get(meter, index);
    if (found !== undefined) return found;
    const shown = typeof index === 'string' ? JSON.stringify(index.slice(0, 60).toWellFormed()) : 'like this';
    throw new ScriptFault(`the dict has no key ${shown}`);
  }
  if (of instanceof List || of instanceof Tuple) return of.items[placeOf(of.items.length, index)]!;
  if (typeof of === 'string') return of[placeOf(of.length, index)]!;
  if (of instanceof Range) return of.at(placeOf(of.length, index));
  throw new ScriptFault(`a ${typeOf(of)} has no parts to take by an index`);
}

/** `of[index] = value`. */
export function setItem(meter: Meter, of: Value, index: Value, value: Value): void {
  if (of instanceof Dict) of.set(meter, index, value);
  else if (of instanceof List) {
    of.checkChange();
    of.items[placeOf(of.items.length, index)] = value;
  } else throw new ScriptFault(`the parts of a ${typeOf(of)} cannot be changed`);
}

/** `of[from:to:step]`. */
export function sliceOf(meter: Meter, of: Value, from: Value, to: Value, step: Value): Value {
  const length = lengthOf(of);
  if (length === undefined || of instanceof Dict) throw new ScriptFault(`a ${typeOf(of)} cannot be sliced`);
  const by = step === null ? 1 : smallInt(step, 'the step of a slice');
  if (by === 0) throw new ScriptFault('the step of a slice cannot be 0');
  const [start, count] = bounds(length, from, to, by);
  if (typeof of === 'string') {
    meter.takeText(count);
    if (by === 1) return of.slice(start, start + count);
    let text = '';
    for (let i = 0; i < count; i++) text += of[start + i * by];
    return text;
  }
  if (of instanceof Range) {
    const next = of.step * by;
    return new Range(of.at(start), of.at(start) + next * count, next);
  }
  meter.takeItems(count);
  const { items } = of as List | Tuple; // all others were handled
  const taken =
    by === 1
      ? items.slice(start, start + count)
      : Array.from({ length: count }, (_, i) => items[start + i * by]!);
  return of instanceof List ? new List(taken) : new Tuple(taken);
}

function bounds(length: number, from: Value, to: Value, by: number): [start: number, count: number] {
  const [least, most] = by > 0 ? [0, length] : [-1, length - 1];
  const clamp = (value: Value, fallback: number) => {
    if (value === null) return fallback;
    const given = smallInt(value, 'a bound of a slice');
    return Math.min(most, Math.max(least, given < 0 ? given + length : given));
  };
  const start = clamp(from, by > 0 ? least : most);
  const end = clamp(to, by > 0 ? most : least);
  return [start, Math.max(0, Math.ceil((end - start) / by))];
}
