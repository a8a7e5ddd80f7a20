import { exactNumber, stringifyJson } from '@margay/kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventTexts } from './event-texts.ts';

function gathered(texts: readonly string[], initialBytes?: number) {
  const events = createEventTexts(initialBytes);
  for (const text of texts) events.add(text);
  return events.take();
}

describe('the events of a part as JSON', () => {
  const value = fc.oneof(
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.bigInt(),
    fc.constantFrom('57.0', '1e400', '-0.10').map(exactNumber),
    // Half a character: JSON writes it escaped, and no byte is lost.
    fc.constantFrom('\ud800', 'a\udc00b', 'é'.repeat(200), '🦊'),
  );
  const event = fc.dictionary(fc.string({ unit: 'binary' }), value).map(stringifyJson);

  it('are one array, byte for byte, and each stands where it is said to, however often the room grows', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.constantFrom(1, 100, 1 << 16), (texts, room) => {
        const { eventsJson, eventStarts } = gathered(texts, room);
        expect(Buffer.from(eventsJson).equals(Buffer.from(`[${texts.join(',')}]`))).toBe(true);
        const found = texts.map((_, i) =>
          Buffer.from(eventsJson.subarray(eventStarts[i], (eventStarts[i + 1] ?? 0) - 1)).toString(),
        );
        expect(found).toEqual(texts);
        expect(eventStarts).toHaveLength(texts.length + 1);
      }),
    );
  });

  it('take their own room, however long one is, and hold no more than they need', () => {
    const texts = ['"a"', `"${'ü'.repeat(5_000_000)}"`, '"b"'];
    const { eventsJson } = gathered(texts);
    expect(eventsJson.buffer.byteLength).toBe(10_000_000 + 2 + 6 + 4);
    expect(Buffer.from(eventsJson).equals(Buffer.from(`[${texts.join(',')}]`))).toBe(true);
  });
});
