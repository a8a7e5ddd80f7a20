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
export function createEventTexts(initialBytes = 1 << 20): EventTexts {
  let buffer = Buffer.allocUnsafe(initialBytes);
  let position = 0;
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
      reserve(most + 2);
      buffer[position++] = starts.length === 0 ? openBracket : comma;
      starts.push(position);
      position += buffer.write(text, position);
    },
    take() {
      if (starts.length === 0) return { eventsJson: new Uint8Array(), eventStarts: new Uint32Array() };
      buffer[position++] = closeBracket;
      const eventsJson = new Uint8Array(buffer.subarray(0, position));
      return {
        eventsJson,
        eventStarts: Uint32Array.from([...starts, position]),
      };
    },
  };
}
