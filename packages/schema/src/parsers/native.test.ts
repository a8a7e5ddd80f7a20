import { describe, expect, it } from 'vitest';
import { readSchema } from '../read/read-schema.ts';
import { compileParser } from './index.ts';

const parse = compileParser({ kind: 'native' })();

describe('native JSON', () => {
  it('takes objects only', () => {
    expect(parse('{"a":1}')).toEqual({ kind: 'parsed', value: { a: 1 } });
    for (const text of ['[1]', '1', '"x"', 'null', '{', '', '{"a":1} x'])
      expect(parse(text).kind).toBe('failed');
  });

  it('can be named in managed schemas only', () => {
    const text = 'schema: Custom.Test\nparser: { native: { name: X } }\nfields: [{ name: a, type: string }]';
    expect(readSchema(text, { owner: 'user' }).problems[0]?.message).toContain('no attribute "native"');
    expect(readSchema(text.replace('Custom.Test', 'AWS.Test'), { owner: 'managed' }).problems).toEqual([]);
  });
});
