import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { Dict, List, Range, Tuple, typeOf } from './values.ts';
import type { Value } from './values.ts';

/** Calls `visit` for each member of what can be walked over, until it returns false. Nothing may change meanwhile. */
export function walk(meter: Meter, value: Value, visit: (item: Value) => boolean | void): void {
  if (value instanceof List || value instanceof Dict) {
    value.walkers++;
    try {
      if (value instanceof List) each(meter, value.items, visit);
      else {
        for (const { key } of value.entries.values()) {
          meter.charge(1);
          if (visit(key) === false) return;
        }
      }
    } finally {
      value.walkers--;
    }
  } else if (value instanceof Tuple) each(meter, value.items, visit);
  else if (value instanceof Range) {
    for (let i = 0; i < value.length; i++) {
      meter.charge(1);
      if (visit(value.at(i)) === false) return;
    }
  } else throw new ScriptFault(`a ${typeOf(value)} cannot be walked over`);
}

function each(meter: Meter, items: readonly Value[], visit: (item: Value) => boolean | void): void {
  for (let i = 0; i < items.length; i++) {
    meter.charge(1);
    if (visit(items[i]!) === false) return;
  }
}

/** The members as an array of their own. */
export function itemsOf(meter: Meter, value: Value): Value[] {
  meter.takeItems(lengthOf(value) ?? 0);
  if (value instanceof List || value instanceof Tuple) return value.items.slice();
  const items: Value[] = [];
  walk(meter, value, (item) => void items.push(item));
  return items;
}

export function lengthOf(value: Value): number | undefined {
  if (typeof value === 'string') return value.length;
  if (value instanceof List || value instanceof Tuple) return value.items.length;
  if (value instanceof Dict) return value.entries.size;
  return value instanceof Range ? value.length : undefined;
}
