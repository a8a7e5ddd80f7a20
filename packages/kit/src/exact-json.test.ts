import { describe, expect, it } from 'vitest';
import { stringifyJson } from './exact-json.ts';

describe('stringifyJson', () => {
  it('writes bigints as whole numbers', () => {
    expect(stringifyJson({ id: 9223372036854775807n, list: [1n, 'x'] })).toBe(
      '{"id":9223372036854775807,"list":[1,"x"]}',
    );
  });

  it('writes everything else as JSON.stringify does', () => {
    const value = { a: [1, null, 'ü"\n'], b: { c: true }, d: undefined };
    expect(stringifyJson(value)).toBe(JSON.stringify(value));
    expect(stringifyJson(undefined)).toBe('null');
  });

  it('still refuses what has no end', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(() => stringifyJson(loop)).toThrow(TypeError);
  });
});
