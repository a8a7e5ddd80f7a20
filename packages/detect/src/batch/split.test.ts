import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startsOf } from '../testing/events.ts';
import { deepestEvent, isTooDeep } from './depth.ts';
import { boundsFromStarts, joinEvents, splitEvents } from './split.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);

describe('splitEvents', () => {
  it('finds every event of any JSON array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 5 })), fc.constantFrom(0, 1, 2), (events, indent) => {
        const json = bytes(JSON.stringify(events, undefined, indent));
        const bounds = splitEvents(json, events.length);
        for (const [index, event] of events.entries()) {
          const part = text(json.subarray(bounds[index * 2], bounds[index * 2 + 1]));
          expect(JSON.stringify(JSON.parse(part))).toBe(JSON.stringify(event));
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
        const bounds = splitEvents(json, texts.length);
        const found = texts.map((_text, index) => json.subarray(bounds[index * 2], bounds[index * 2 + 1]));
        expect(found.map((part) => JSON.parse(text(part)) as string)).toEqual(texts);
      }),
    );
  });

  it('keeps the chosen events byte for byte', () => {
    const json = bytes('[{"a":9007199254740993}, {"b":"\\\\\\"]"} ,{"c":1.50}]');
    const bounds = splitEvents(json, 3);
    expect(text(joinEvents(json, bounds, [0, 2]))).toBe('[{"a":9007199254740993},{"c":1.50}]');
    expect(text(joinEvents(json, bounds, []))).toBe('[]');
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

describe('boundsFromStarts', () => {
  it('finds what looking for them finds', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { minLength: 1 }), (events) => {
        const json = bytes(JSON.stringify(events));
        const bounds = boundsFromStarts(json, startsOf(events), events.length);
        expect(bounds).toEqual(splitEvents(json, events.length));
      }),
    );
  });

  const json = bytes('[{"a":1},{"b":2}]');
  it.each([
    ['of fewer events', [1, 17]],
    ['of more events', [1, 9, 13, 17]],
    ['that stand between others', [1, 8, 17]],
    ['in the wrong order', [9, 1, 17]],
    ['beyond the end', [1, 900, 17]],
    ['without the first', [2, 9, 17]],
    ['of a longer array', [1, 9, 18]],
    ['of an event of nothing', [1, 1, 17]],
  ])('refuses places %s', (_name, starts) => {
    expect(() => boundsFromStarts(json, Uint32Array.from(starts), 2)).toThrow(/Leave the places out/);
  });
});

describe('isTooDeep', () => {
  const isDeep = (json: string) => isTooDeep(bytes(json), 0, bytes(json).length);

  it('counts levels, not brackets, and none of those in texts', () => {
    const nested = (levels: number) => '{"a":['.repeat(levels / 2) + '1' + ']}'.repeat(levels / 2);
    expect(isDeep(nested(deepestEvent))).toBe(false);
    expect(isDeep(nested(deepestEvent + 2))).toBe(true);
    expect(isDeep(`[${'[],{},'.repeat(500)}0]`)).toBe(false);
    expect(isDeep(JSON.stringify(['"[{'.repeat(500), '\\'.repeat(3)]))).toBe(false);
    expect(isDeep(`[${JSON.stringify('\\"')},${nested(deepestEvent)}]`)).toBe(true);
  });

  it('looks at the bytes it is asked about alone', () => {
    const deep = '['.repeat(300) + ']'.repeat(300);
    const json = bytes(`[${deep},{"a":1}]`);
    expect(isTooDeep(json, 1, 601)).toBe(true);
    expect(isTooDeep(json, 602, json.length - 1)).toBe(false);
  });
});
