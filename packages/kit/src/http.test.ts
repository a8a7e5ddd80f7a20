import { describe, expect, it } from 'vitest';
import { replyJson } from './http.ts';

const read = (text: string) => replyJson({ body: new TextEncoder().encode(text) });

describe('a short reply as JSON', () => {
  it('is its value, and undefined where it is none', () => {
    expect(read('{"a": ["]}", "\\"[", 1]}')).toEqual({ a: [']}', '"[', 1] });
    expect(read(`"${'['.repeat(100)}"`)).toBe('['.repeat(100));
    expect(read('<html>')).toBe(undefined);
  });

  it('is undefined beyond 64 levels or a megabyte', () => {
    expect(read('['.repeat(64) + ']'.repeat(64))).toBeDefined();
    expect(read('['.repeat(65) + ']'.repeat(65))).toBe(undefined);
    expect(read('['.repeat(1_000_000))).toBe(undefined);
    expect(read(`"${'x'.repeat(1024 ** 2)}"`)).toBe(undefined);
  });
});
