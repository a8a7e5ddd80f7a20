import { exactTextOf } from '@margay/kit';
import type { EventObject } from '@margay/model';
import { createPathReader, isMapping, missing, type PathReader, stepInto, type ValuePath } from './paths.ts';

/**
 * Reads events that are objects still, and sees in them what is seen in their JSON once it is parsed. Where it cannot be
 * sure of that (a value that JSON has no word for), it calls `onOdd`, and what it reads means nothing.
 */
export function createLiveReader(paths: readonly ValuePath[], onOdd: () => void): PathReader {
  return createPathReader(paths, (event, path) => readLive(event, path, onOdd));
}

function readLive(event: EventObject, path: ValuePath, onOdd: () => void): unknown {
  let value = asParsed(event, onOdd);
  for (const key of path.keys) {
    if (!isMapping(value)) return missing;
    value = asParsed(stepInto(value, key, path.isExact), onOdd);
  }
  if (isMapping(value) && beginsWithNothing(value)) onOdd();
  return value;
}

function asParsed(value: unknown, onOdd: () => void): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'number':
      if (!Number.isFinite(value)) onOdd();
      return value;
    case 'object': {
      if (value === null || Array.isArray(value)) return value;
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype === null) {
        const text = exactTextOf(value);
        if (text !== undefined) return Number(text);
      } else if (prototype !== Object.prototype) onOdd();
      if (typeof (value as { toJSON?: unknown }).toJSON === 'function') onOdd();
      return value;
    }
    default:
      if (value !== missing) onOdd();
      return value;
  }
}

/** A key without a value is not written, so the mapping may be empty in JSON. */
function beginsWithNothing(mapping: Record<string, unknown>): boolean {
  for (const key in mapping) return !isWritten(mapping[key]);
  return false;
}

const isWritten = (value: unknown) =>
  value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
