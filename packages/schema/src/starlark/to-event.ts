import { exactNumber } from '@margay/kit';
import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { floatText, isInt } from './numbers.ts';
import { deepestData, Dict, Float, List, Range, Tuple, typeOf } from './values.ts';
import type { Value } from './values.ts';
import { walk } from './walk.ts';

/** What `parse` returned, as an entry of JSON would come: plain data without prototypes. Throws ScriptFault. */
export function eventOf(meter: Meter, value: Value): Record<string, unknown> {
  if (!(value instanceof Dict)) throw new ScriptFault(`parse() must return a dict, not a ${typeOf(value)}`);
  if (value.entries.size === 0) throw new ScriptFault('parse() returned an empty dict');
  return recordOf(meter, value, 0);
}

function recordOf(meter: Meter, dict: Dict, depth: number): Record<string, unknown> {
  if (depth > deepestData) throw new ScriptFault('what parse() returned is nested too deep');
  // Without a prototype a key called __proto__ is only a name. Object.create returns any.
  const record = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of dict.entries.values()) {
    if (typeof key !== 'string')
      throw new ScriptFault(
        `keys of the event must be strings, but parse() returned a key that is a ${typeOf(key)}`,
      );
    meter.take(64);
    record[key.toWellFormed()] = plainOf(meter, value, depth + 1);
  }
  return record;
}

function plainOf(meter: Meter, value: Value, depth: number): unknown {
  meter.take(16);
  if (value === null || typeof value === 'boolean' || isInt(value)) return value;
  if (typeof value === 'string') {
    meter.takeText(value.length);
    return value.toWellFormed();
  }
  if (value instanceof Float) return floatOut(value.value);
  if (value instanceof Dict) return recordOf(meter, value, depth);
  if (!(value instanceof List || value instanceof Tuple || value instanceof Range))
    throw new ScriptFault(`a ${typeOf(value)} cannot be a value of the event`);
  if (depth > deepestData) throw new ScriptFault('what parse() returned is nested too deep');
  const items: unknown[] = [];
  walk(meter, value, (item) => {
    items.push(plainOf(meter, item, depth + 1));
  });
  return items;
}

/** A float that is whole keeps its point, as a number of JSON written so does. */
function floatOut(value: number): unknown {
  if (!Number.isFinite(value))
    throw new ScriptFault(`a float that is ${floatText(value)} cannot be a value of the event`);
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? exactNumber(`${value}.0`) : value;
}
