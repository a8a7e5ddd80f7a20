import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { corpusPath } from '@margay/kit/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSchema } from '../read/read-schema.ts';
import { createDiscovery, withDiscoveredFields } from './discovered.ts';
import { createInference, inferFromLines } from './infer-schema.ts';
import { inferValue, mergeInferred } from './inferred.ts';

function infer(...samples: unknown[]) {
  const inference = createInference();
  for (const sample of samples) inference.add(sample);
  return inference.fields();
}

/** The inferred type of one field from its values. */
function typeOf(...values: unknown[]): unknown {
  return infer(...values.map((v) => ({ v })))[0]?.type;
}

const user = { owner: 'user', name: 'Custom.Inferred' } as const;

describe('inference', () => {
  it.each<[unknown[], string | undefined]>([
    [[1], 'bigint'],
    [[1.5], 'float'],
    [[1, 1.5], 'float'],
    [['12'], 'bigint'],
    [['12', 5], 'bigint'],
    [['1.5', 1], 'float'],
    [['0123'], 'string'],
    [['1.10'], 'string'],
    [['1234567890123456'], 'string'],
    [['-5'], 'bigint'],
    [[true, 'false'], 'boolean'],
    [[true, 1], 'string'],
    [['t'], 'string'],
    [['2024-01-02T03:04:05Z'], 'timestamp'],
    [['2024-01-02T03:04:05Z', 'x'], 'string'],
    [['2024-01-02T03:04:05Z', 5], 'string'],
    [[null], undefined],
    [[null, 5], 'bigint'],
    [[[]], undefined],
    [[[], [1]], 'array'],
    [[{}], undefined],
    [[{ a: 1 }], 'object'],
    [[{ a: 1 }, 5], 'json'],
    [[[1], 'x'], 'json'],
    [[[1], { a: 1 }], 'json'],
    [[Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, n]))], 'json'],
  ])('%j is %s', (values, type) => expect(typeOf(...values)).toBe(type));

  it('proposes indicators when all values agree', () => {
    expect(infer({ v: '192.0.2.1' }, { v: '::1' })[0]).toMatchObject({ indicators: ['ip'] });
    expect(infer({ v: 'https://example.com/a' })[0]).toMatchObject({ indicators: ['url'] });
    expect(infer({ v: 'ana@example.com' })[0]).toMatchObject({ indicators: ['email'] });
    expect(infer({ v: 'arn:aws:s3:::bucket' })[0]).toMatchObject({ indicators: ['aws_arn'] });
    expect(infer({ v: '192.0.2.1' }, { v: 'host' })[0]).not.toHaveProperty('indicators');
  });

  it('requires what every sample has, and keeps the order of the samples', () => {
    expect(infer({ b: 1, a: 1, o: { x: 1 } }, { b: 2, o: { x: 1, y: 2 } })).toEqual([
      { name: 'b', required: true, type: 'bigint' },
      { name: 'a', type: 'bigint' },
      {
        name: 'o',
        required: true,
        type: 'object',
        fields: [
          { name: 'x', required: true, type: 'bigint' },
          { name: 'y', type: 'bigint' },
        ],
      },
    ]);
  });

  it('gives names the language takes', () => {
    const text = '{"%x":1,"a b":2,"A B":3,"p_any":4,"":5,"__proto__":6,"c\\td":7}';
    const { inference } = inferFromLines([text], 'json');
    expect(inference.fields().map(({ name, rename }) => [name, rename?.from])).toEqual([
      ['percent_x', '%x'],
      ['a b', undefined],
      ['c_d', 'c\td'],
    ]);
  });

  it('reads JSON lines and CSV with a header, and counts the rest', () => {
    expect(inferFromLines(['{"a":1}', '', 'x', '[1]'], 'json')).toMatchObject({ unreadable: 1 });
    expect(inferFromLines(['{"a":1}', '[1]'], 'json').inference.counts()).toEqual({ used: 1, refused: 1 });
    const { inference, unreadable } = inferFromLines(['ip,n', '192.0.2.1,5', '192.0.2.2,', 'short'], 'csv');
    expect(unreadable).toBe(1);
    expect(inference.fields()).toEqual([
      { name: 'ip', required: true, type: 'string', indicators: ['ip'] },
      { name: 'n', type: 'bigint' },
    ]);
  });

  it('chooses the first required timestamp as event time when asked', () => {
    const inference = createInference();
    inference.add({ z: '2024-01-02T03:04:05Z', a: '2024-01-02T03:04:05Z', x: 1 });
    inference.add({ z: '2024-01-02T03:04:05Z' });
    const { schema } = readSchema(inference.schemaText({ chooseEventTime: true }), user);
    expect(
      schema?.fields
        .filter(({ value }) => value.type === 'timestamp' && value.isEventTime)
        .map(({ name }) => name),
    ).toEqual(['z']);
  });

  it('merging knows no order', () => {
    const one = fc.jsonValue().map((value) => inferValue(value));
    fc.assert(
      fc.property(one, one, one, (a, b, c) => {
        expect(plain(mergeInferred(a, b))).toEqual(plain(mergeInferred(b, a)));
        expect(plain(mergeInferred(mergeInferred(a, b), c))).toEqual(
          plain(mergeInferred(a, mergeInferred(b, c))),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('always writes a valid schema', () => {
    const sample = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1 }), (samples) => {
        const inference = createInference();
        for (const value of samples) inference.add(value);
        if (inference.fields().length === 0) return;
        expect(readSchema(inference.schemaText(), user).problems).toEqual([]);
      }),
    );
  });

  const corpus = corpusPath('logs/nginx-plus-json.ndjson.gz');
  it.skipIf(corpus === undefined)(
    'infers a valid schema from real deeply nested JSON (no corpus: skipped)',
    () => {
      const lines = gunzipSync(readFileSync(corpus!)).toString().split('\n');
      const { inference, unreadable } = inferFromLines(lines, 'json');
      expect([unreadable, inference.counts().used > 300]).toEqual([0, true]);
      expect(readSchema(inference.schemaText(), user).problems).toEqual([]);
    },
  );
});

/** Maps as objects, so that order does not count. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, item: unknown) =>
      item instanceof Map ? Object.fromEntries([...item].toSorted()) : item,
    ),
  );
}

describe('discovered fields', () => {
  const text = `# mine
fieldDiscoveryEnabled: true
fields:
  - name: a # keep this
    type: string
  - name: o
    type: object
    fields: [{ name: x, type: int }]
`;

  it('are added to the text, which stays as it was', () => {
    const discovery = createDiscovery();
    discovery.note([], 'ip', '192.0.2.1');
    discovery.note([], 'ip', 'host');
    discovery.note([], 'nothing', null);
    discovery.note(['o'], 'y', { z: 1 });
    discovery.note(['missing'], 'y', 1);
    discovery.note([], 'A', 1);
    const enlarged = withDiscoveredFields(text, discovery.fields());
    expect(enlarged).toContain('# mine');
    expect(enlarged).toContain('# keep this');
    const { schema, problems } = readSchema(enlarged, user);
    expect(problems).toEqual([]);
    expect(schema?.fields.map(({ name, isDiscovered, required }) => [name, isDiscovered, required])).toEqual([
      ['a', false, false],
      ['o', false, false],
      ['ip', true, false],
    ]);
    expect(schema?.fields[1]?.value).toMatchObject({
      fields: [
        { name: 'x' },
        { name: 'y', isDiscovered: true, value: { fields: [{ name: 'z', required: false }] } },
      ],
    });
    expect(withDiscoveredFields(enlarged, discovery.fields())).toBe(enlarged);
  });

  it('start a schema that has no fields', () => {
    const enlarged = withDiscoveredFields('fieldDiscoveryEnabled: true\n', [
      { parents: [], key: 'a b', value: { kind: 'bigint' } },
    ]);
    expect(readSchema(enlarged, user).schema?.fields[0]).toMatchObject({
      name: 'a b',
      column: 'a_b',
      isDiscovered: true,
    });
  });

  it('are refused for a text that is not YAML', () => {
    expect(() => withDiscoveredFields('a: [', [])).toThrow('not a YAML mapping');
  });
});
