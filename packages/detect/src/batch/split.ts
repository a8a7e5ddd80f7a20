import { invalidInput } from '@margay/kit';

/** Where each event of a JSON array begins and ends, in bytes: `[start, end)` of event i at 2i and 2i + 1. */
export type EventBounds = Uint32Array;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Finds the events of a UTF-8 JSON array without parsing them. The text must be well-formed JSON; then the spans
 * are exact. Throws invalid-input when it is no array or does not hold `count` elements.
 */
export function splitEvents(json: Uint8Array, count: number): EventBounds {
  const bounds = new Uint32Array(count * 2);
  let index = 0;
  let depth = 0;
  let start = -1;
  let isClosed = false;

  function close(end: number): void {
    if (start < 0) return;
    if (index < count) {
      bounds[index * 2] = start;
      bounds[index * 2 + 1] = end;
    }
    index += 1;
    start = -1;
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
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
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
  return bounds;
}

/** Position of the closing quote, or the end of the bytes. */
export function endOfText(json: Uint8Array, from: number): number {
  // Most texts are short: a call for each costs more than looking at the bytes.
  for (let at = from + 1; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  return json.length;
}

/**
 * The same from where each event begins, which whoever wrote the array knows: `starts` holds that place of each event
 * and then the length of the whole. Only for arrays without blanks between the events. Throws invalid-input where the
 * places are not those of such an array.
 */
export function boundsFromStarts(json: Uint8Array, starts: Uint32Array, count: number): EventBounds {
  const bounds = new Uint32Array(count * 2);
  let isWhole =
    starts.length === count + 1 && starts[count] === json.length && json[json.length - 1] === closeBracket;
  for (let index = 0; isWhole && index < count; index++) {
    const start = starts[index]!;
    const end = starts[index + 1]! - 1;
    isWhole =
      start < end && (index === 0 ? start === 1 && json[0] === openBracket : json[start - 1] === comma);
    bounds[index * 2] = start;
    bounds[index * 2 + 1] = end;
  }
  if (!isWhole)
    throw invalidInput(
      `The batch says where its ${count} events begin, but no event begins there. Leave the places out, and they are looked for.`,
    );
  return bounds;
}

function notAnArray() {
  return invalidInput('The batch is not a JSON array. Send the events as one array.');
}

/** A JSON array of the chosen events, byte for byte as they were. */
export function joinEvents(json: Uint8Array, bounds: EventBounds, chosen: readonly number[]): Uint8Array {
  let size = 2 + Math.max(0, chosen.length - 1);
  for (const index of chosen) size += bounds[index * 2 + 1]! - bounds[index * 2]!;
  const out = new Uint8Array(size);
  let at = 0;
  out[at++] = openBracket;
  for (const [place, index] of chosen.entries()) {
    if (place > 0) out[at++] = comma;
    const part = json.subarray(bounds[index * 2], bounds[index * 2 + 1]);
    out.set(part, at);
    at += part.length;
  }
  out[at] = closeBracket;
  return out;
}
