import { invalidInput } from '@margay/kit';

/** Where each event of a JSON array begins and ends, in bytes, and how deep it is nested. */
export interface EventSpans {
  count: number;
  /** `[start, end)` of event i at 2i and 2i + 1. */
  bounds: Uint32Array;
  depths: Uint16Array;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const deepest = 65_535;

/**
 * Finds the events of a UTF-8 JSON array without parsing them. The text must be well-formed JSON; then the spans
 * are exact. Throws invalid-input when it is no array or does not hold `count` elements.
 */
export function splitEvents(json: Uint8Array, count: number): EventSpans {
  const bounds = new Uint32Array(count * 2);
  const depths = new Uint16Array(count);
  let index = 0;
  let depth = 0;
  let deepestHere = 0;
  let start = -1;
  let isClosed = false;

  function close(end: number): void {
    if (start < 0) return;
    if (index < count) {
      bounds[index * 2] = start;
      bounds[index * 2 + 1] = end;
      depths[index] = Math.min(deepestHere, deepest);
    }
    index += 1;
    start = -1;
    deepestHere = 0;
  }

  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte <= 0x20) continue;
    if (depth === 0) {
      if (byte !== openBracket) throw notAnArray();
      depth = 1;
      continue;
    }
    if (depth === 1 && start < 0 && byte !== comma && byte !== closeBracket) start = at;
    if (byte === quote) at = endOfText(json, at);
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth - 1 > deepestHere) deepestHere = depth - 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) {
        close(at);
        isClosed = true;
        break;
      }
    } else if (byte === comma && depth === 1) close(at);
  }
  if (!isClosed || index !== count)
    throw invalidInput(`The batch says it holds ${count} events, but its JSON array holds ${index}.`);
  return { count, bounds, depths };
}

/** Position of the closing quote. */
function endOfText(json: Uint8Array, from: number): number {
  // Most texts are short: a call for each costs more than looking at the bytes.
  for (let at = from + 1; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  return json.length;
}

function notAnArray() {
  return invalidInput('The batch is not a JSON array. Send the events as one array.');
}

/** A JSON array of the chosen events, byte for byte as they were. */
export function joinEvents(json: Uint8Array, spans: EventSpans, chosen: readonly number[]): Uint8Array {
  let size = 2 + Math.max(0, chosen.length - 1);
  for (const index of chosen) size += spans.bounds[index * 2 + 1]! - spans.bounds[index * 2]!;
  const out = new Uint8Array(size);
  let at = 0;
  out[at++] = openBracket;
  for (const [place, index] of chosen.entries()) {
    if (place > 0) out[at++] = comma;
    const part = json.subarray(spans.bounds[index * 2], spans.bounds[index * 2 + 1]);
    out.set(part, at);
    at += part.length;
  }
  out[at] = closeBracket;
  return out;
}
