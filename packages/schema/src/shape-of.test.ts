import { describe, expect, it } from 'vitest';
import { forbiddenEdits } from './edits.ts';
import type { LogSchema } from './log-schema.ts';
import { readSchema } from './read/read-schema.ts';
import { shapeOf } from './shape-of.ts';

function schemaOf(fields: string): LogSchema {
  const { schema, problems } = readSchema(`fields: [${fields}]`, { owner: 'user', name: 'Custom.Test' });
  if (schema === undefined) throw new Error(problems[0]?.message);
  return schema;
}

describe('shapeOf', () => {
  it('gives the columns with their types and indicators', () => {
    const schema = schemaOf(`
      { name: '@t', type: timestamp, timeFormat: unix, description: When },
      { name: list, type: array, element: { type: object, fields: [{ name: 'a.b', type: string, indicators: [ip] }] } },
      { name: ips, type: array, element: { type: string, indicators: [ip] } },
      { name: more, type: json, isDiscovered: true }`);
    expect(shapeOf(schema, 3)).toEqual({
      logType: 'Custom.Test',
      version: 3,
      fields: [
        { name: 'at_sign_t', type: { kind: 'timestamp' }, description: 'When' },
        {
          name: 'list',
          type: {
            kind: 'array',
            element: {
              kind: 'object',
              fields: [{ name: 'a_b', type: { kind: 'string' }, indicators: ['ip'] }],
            },
          },
        },
        { name: 'ips', type: { kind: 'array', element: { kind: 'string' } }, indicators: ['ip'] },
        { name: 'more', type: { kind: 'json' }, discovered: true },
      ],
    });
  });
});

describe('forbiddenEdits', () => {
  const before = schemaOf(`
    { name: a, type: string },
    { name: o, type: object, fields: [{ name: x, type: int }] },
    { name: l, type: array, element: { type: string } }`);

  it('allows more fields and other attributes', () => {
    const after = schemaOf(`
      { name: l, type: array, element: { type: string, indicators: [ip] } },
      { name: o, type: object, fields: [{ name: x, type: int, required: true }, { name: y, type: int }] },
      { name: a, type: string, description: New, validate: { allow: [x] } },
      { name: b, type: json }`);
    expect(forbiddenEdits(before, after)).toEqual([]);
  });

  it.each([
    [
      '{ name: o, type: object, fields: [{ name: x, type: int }] }, { name: l, type: array, element: { type: string } }',
      ['a'],
    ],
    [
      '{ name: A, type: string }, { name: o, type: object, fields: [{ name: x, type: bigint }] }, { name: l, type: array, element: { type: int } }',
      ['a', 'o.x', 'l[]'],
    ],
    ['{ name: a, type: json }, { name: o, type: json }, { name: l, type: json }', ['a', 'o', 'l']],
  ])('refuses lost fields and changed types: %s', (fields, expected) => {
    expect(forbiddenEdits(before, schemaOf(fields)).map((edit) => edit.field)).toEqual(expected);
  });

  it('refuses another name', () => {
    expect(forbiddenEdits(before, { ...before, name: 'Custom.Other' })[0]?.message).toContain(
      'cannot be renamed',
    );
  });
});
