import type { EventObject } from '@margay/model';

/** A way to one value of an event. `isExact`: keys are case-sensitive, as in data models. */
export interface ValuePath {
  keys: string[];
  isExact: boolean;
}

/** Stands for a field that is not there; a field that holds null is there. */
export const missing = Symbol('missing');

/** Reads each path at most once per event. */
export interface PathReader {
  begin(event: EventObject): void;
  /** A JSON value or `missing`. */
  read(path: number): unknown;
}

export function createPathReader(
  paths: readonly ValuePath[],
  valueAt: (event: EventObject, path: ValuePath) => unknown = readParsed,
): PathReader {
  const values: unknown[] = paths.map(() => missing);
  const readAt = new Float64Array(paths.length);
  let current: EventObject = {};
  let turn = 0;

  return {
    begin(event) {
      current = event;
      turn += 1;
    },
    read(path) {
      if (readAt[path] === turn) return values[path];
      readAt[path] = turn;
      values[path] = valueAt(current, paths[path]!);
      return values[path];
    },
  };
}

function readParsed(event: EventObject, path: ValuePath): unknown {
  let value: unknown = event;
  for (const key of path.keys) {
    if (!isMapping(value)) return missing;
    value = stepInto(value, key, path.isExact);
  }
  return value;
}

export function stepInto(object: Record<string, unknown>, key: string, isExact: boolean): unknown {
  return isExact ? exactChild(object, key) : childOf(object, key);
}

/** What the event object finds under a key: exact first, then without regard to case. */
export function childOf(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : valueOfFolded(object, lowerOf(key));
}

function exactChild(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : missing;
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first key in document order that differs in case only. */
function valueOfFolded(object: Record<string, unknown>, lowered: string): unknown {
  for (const key in object) if (lowerOf(key) === lowered) return object[key];
  return missing;
}

/** Keys of events repeat; their lower case is worth keeping. Bounded, because attackers choose some keys. */
const lowered = new Map<string, string>();
const mostLowered = 20_000;

function lowerOf(key: string): string {
  const known = lowered.get(key);
  if (known !== undefined) return known;
  if (lowered.size >= mostLowered) lowered.clear();
  const lower = key.toLowerCase();
  lowered.set(key, lower);
  return lower;
}
