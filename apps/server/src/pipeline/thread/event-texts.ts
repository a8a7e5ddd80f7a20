import type { LogTypePart } from '../messages.ts';

/** Longer texts are measured before they are written; room for the worst case of one would be three times its size. */
const longestUnmeasured = 1 << 16;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Gathers events as one JSON array, and where each begins in it. */
export interface EventTexts {
  /** JSON of one event. */
  add(text: string): void;
  take(): Pick<LogTypePart, 'eventsJson' | 'eventStarts'>;
}

/** Each text becomes bytes at once, so that the texts of a part never live side by side. */
export function createEventTexts(initialBytes = 1 << 16): EventTexts {
  let buffer = Buffer.allocUnsafe(initialBytes);
  buffer[0] = openBracket;
  let position = 1;
  const starts: number[] = [];

  function reserve(count: number): void {
    const needed = position + count;
    if (needed <= buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, buffer.length * 2));
    buffer.copy(grown, 0, 0, position);
    buffer = grown;
  }

  return {
    add(text) {
      const most = text.length > longestUnmeasured ? Buffer.byteLength(text) : text.length * 3;
      reserve(most + 1);
      if (starts.length > 0) buffer[position++] = comma;
      starts.push(position);
      position += buffer.write(text, position);
    },
    take() {
      reserve(1);
      buffer[position++] = closeBracket;
      const eventsJson = new Uint8Array(buffer.subarray(0, position));
      return { eventsJson, eventStarts: Uint32Array.from([...starts, position]) };
    },
  };
}
