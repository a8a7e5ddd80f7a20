import { describe, expect, it } from 'vitest';
import { checkSchema, tableLimits } from './check-schema.ts';
import { readSchema } from './read-schema.ts';

const options = { owner: 'user', name: 'Custom.Wide' } as const;
const textOf = (fields: unknown) => JSON.stringify({ fields });
const flat = (count: number, name = (i: number) => `f${i}`) =>
  Array.from({ length: count }, (_, i) => ({ name: name(i), type: 'string' }));

describe('a schema that is to be saved', () => {
  it('may have as many columns as a table, however they are nested', () => {
    const half = flat(tableLimits.columns / 2);
    const nested = { name: 'nested', type: 'object', fields: half };
    const list = { name: 'list', type: 'array', element: { type: 'object', fields: half } };
    expect(checkSchema(textOf([...half.slice(1), nested, list]), options).problems).toEqual([]);
  });

  it.each([
    ['too many columns', flat(tableLimits.columns + 1), /4,001 fields .* at most 4,000/],
    [
      'one name that is too long',
      flat(1, () => 'x'.repeat(1_001)),
      /path of 1,001 characters; at most 1,000/,
    ],
    [
      'names too long together',
      flat(400, (i) => `${'x'.repeat(900)}${i}`),
      /400 fields have 361,090 characters together/,
    ],
    [
      'descriptions too long together',
      flat(30).map((field) => ({ ...field, description: 'x'.repeat(69_000) })),
      /references resolved has 2,07\d,\d{3} characters/,
    ],
  ])('is refused with its figures and a remedy for %s', (_what, fields, message) => {
    const text = textOf(fields);
    const { schema, problems } = checkSchema(text, options);
    expect(schema).toBeUndefined();
    expect(problems).toEqual([
      expect.objectContaining({ code: 'InvalidLogSchema', message: expect.stringMatching(message) }),
    ]);
    expect(problems[0]?.remedy).toMatch(/type json|Shorten/);
    // What was saved under other limits must still be read.
    expect(readSchema(text, options).problems).toEqual([]);
  });
});
