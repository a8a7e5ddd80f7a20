import { invalidInput } from '@margay/kit';
import type { EventObject } from '@margay/model';
import { parseExactJson } from '@margay/schema';
import { isTooDeep } from './depth.ts';
import type { EventBounds } from './split.ts';

/**
 * As many bytes are parsed at a time where nobody keeps the events: what is forgotten at once costs the garbage collector
 * nothing. Larger pieces outlive the young generation, smaller ones cost more calls.
 */
const pieceBytes = 128 * 1024;

// A mark in the middle of a batch belongs to its text, as it would in one piece.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** `isExact`: whole numbers beyond 2^53 become bigint. Throws invalid-input for what is not JSON. */
export function parseEvents(json: Uint8Array, bounds: EventBounds, isExact: boolean): EventObject[] {
  return orInvalid(() => {
    if (!isExact) return JSON.parse(decoder.decode(json)) as EventObject[]; // an array, because it was split as one
    // Exact parsing is recursive: what no rule will see is kept away from it.
    return Array.from({ length: bounds.length / 2 }, (_, event) => {
      const start = bounds[event * 2]!;
      const end = bounds[event * 2 + 1]!;
      const text = decoder.decode(json.subarray(start, end));
      return (isTooDeep(json, start, end) ? JSON.parse(text) : parseExactJson(text)) as EventObject;
    });
  });
}

/** Each event parsed, in order, and kept by nobody. Throws invalid-input for what is not JSON. */
export function* passingEvents(json: Uint8Array, bounds: EventBounds): Generator<EventObject, void> {
  const count = bounds.length / 2;
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && bounds[to * 2 + 1]! - bounds[from * 2]! < pieceBytes) to += 1;
    yield* orInvalid(() => parsePiece(json, bounds, from, to));
    from = to;
  }
}

/** Together the pieces hold every byte of the array, so that a fault between two events is found too. */
function parsePiece(json: Uint8Array, bounds: EventBounds, from: number, to: number): EventObject[] {
  const isLast = to * 2 === bounds.length;
  const text = decoder.decode(
    json.subarray(from === 0 ? 0 : bounds[from * 2], isLast ? json.length : bounds[to * 2]),
  );
  // What lies before the next piece ends with a comma, which wants a value after it.
  const events = JSON.parse(`${from === 0 ? '' : '['}${text}${isLast ? '' : '0]'}`) as EventObject[]; // as above
  if (!isLast) events.pop();
  return events;
}

function orInvalid<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw invalidInput('The batch is not well-formed JSON. Send the events as a JSON array.', { cause });
  }
}
