import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinEvents, splitEvents } from './split.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('splitEvents', () => {
  it('finds every event of any JSON array, and its depth', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 5 })), fc.constantFrom(0, 1, 2), (events, indent) => {
        const json = bytes(JSON.stringify(events, undefined, indent));
        const { bounds, depths } = splitEvents(json, events.length);
        for (const [index, event] of events.entries()) {
          const part = text(json.subarray(bounds[index * 2], bounds[index * 2 + 1]));
          expect(JSON.stringify(JSON.parse(part))).toBe(JSON.stringify(event));
          expect(depths[index]).toBe(depthOf(event));
        }
      }),
    );
  });

  it('finds the end of texts with quotes and backslashes in every order', () => {
    const word = fc.array(fc.constantFrom('\\', '"', 'a', ',', ']', '}', 'é', '😀'), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const texts = words.map((parts) => parts.join(''));
        const json = bytes(JSON.stringify(texts));
        const { bounds } = splitEvents(json, texts.length);
        const found = texts.map((_text, index) => json.subarray(bounds[index * 2], bounds[index * 2 + 1]));
        expect(found.map((part) => JSON.parse(text(part)) as string)).toEqual(texts);
      }),
    );
  });

  it('keeps the chosen events byte for byte', () => {
    const json = bytes('[{"a":9007199254740993}, {"b":"\\\\\\"]"} ,{"c":1.50}]');
    const spans = splitEvents(json, 3);
    expect(text(joinEvents(json, spans, [0, 2]))).toBe('[{"a":9007199254740993},{"c":1.50}]');
    expect(text(joinEvents(json, spans, []))).toBe('[]');
  });

  it.each([
    ['an object', '{}', 0],
    ['nothing', '', 0],
    ['fewer events', '[1]', 2],
    ['more events', '[1,2]', 1],
    ['an open array', '[1', 1],
    ['an open text', '["a', 1],
  ])('refuses %s', (_name, json, count) => {
    expect(() => splitEvents(bytes(json), count)).toThrow(/batch/);
  });
});
