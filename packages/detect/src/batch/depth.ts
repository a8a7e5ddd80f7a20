import { endOfText } from './split.ts';

/** An interpreter dies of JSON nested some 50,000 deep; no log needs a hundredth of this. */
export const deepestEvent = 200;

const quote = 0x22;
const openBracket = 0x5b;
/** `{` and `}` are `[` and `]` with this bit. */
const withoutBraceBit = 0xdf;
const closeBracket = 0x5d;

/** Whether the well-formed JSON at `[start, end)` is nested deeper than an interpreter is trusted with. */
export function isTooDeep(json: Uint8Array, start: number, end: number): boolean {
  // Hardly any event has so many brackets at all, those inside its texts counted too.
  let brackets = 0;
  for (let at = start; at < end; at++) if ((json[at]! & withoutBraceBit) === openBracket) brackets += 1;
  return brackets > deepestEvent && depthOf(json, start, end) > deepestEvent;
}

function depthOf(json: Uint8Array, start: number, end: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = start; at < end; at++) {
    const byte = json[at]!;
    if (byte === quote) at = endOfText(json, at);
    else if ((byte & withoutBraceBit) === openBracket) deepest = Math.max(deepest, ++depth);
    else if ((byte & withoutBraceBit) === closeBracket) depth -= 1;
  }
  return deepest;
}
