import { invalidInput } from '@margay/kit';
import type { EventObject } from '@margay/model';
import { parseExactJson } from '@margay/schema';
import type { EventSpans } from './split.ts';

/** An interpreter dies of JSON nested some 50,000 deep; no log needs a hundredth of this. */
export const deepestEvent = 200;

/** `isExact`: whole numbers beyond 2^53 become bigint. Throws invalid-input for what is not JSON. */
export function parseEvents(json: Uint8Array, spans: EventSpans, isExact: boolean): EventObject[] {
  const decoder = new TextDecoder();
  try {
    if (!isExact) return JSON.parse(decoder.decode(json)) as EventObject[]; // an array, because it was split as one
    if (spans.depths.every((depth) => depth <= deepestEvent))
      return parseExactJson(decoder.decode(json)) as EventObject[]; // as above
    // Exact parsing is recursive: what no rule will see is kept away from it.
    return Array.from(spans.depths, (depth, event) => {
      const text = decoder.decode(json.subarray(spans.bounds[event * 2], spans.bounds[event * 2 + 1]));
      return (depth <= deepestEvent ? parseExactJson(text) : JSON.parse(text)) as EventObject;
    });
  } catch (cause) {
    throw invalidInput('The batch is not well-formed JSON. Send the events as a JSON array.', { cause });
  }
}
