import { stringifyJson } from '@margay/kit';
import { createRowEncoder, type Lake } from '@margay/lake';
import { openTemporaryLake, testLane } from '@margay/lake/testing';
import { compileSchema, createNormalizer } from '@margay/normalize';
import { parseLogJson, readSchema, shapeOf } from '@margay/schema';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsToRebuild } from './rebuild-columns.ts';
import { createPageRebuilder } from './rebuild-page.ts';
import { rawRowColumns } from './rebuild-raw.ts';

/** A type as the schema language writes it, and JSON texts of values it takes, as senders write them. */
interface Kind {
  yaml: string;
  text: fc.Arbitrary<string>;
}

const json = (value: fc.Arbitrary<unknown>) => value.map((item) => JSON.stringify(item));
const words = fc.string({ unit: 'grapheme', maxLength: 8 });
const fractions = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((value) => !Number.isInteger(value));
const scalars: Kind[] = [
  { yaml: 'type: string', text: json(words) },
  { yaml: 'type: int', text: json(fc.integer()) },
  { yaml: 'type: bigint', text: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) },
  { yaml: 'type: float', text: fc.oneof(json(fractions), json(fc.integer())) },
  { yaml: 'type: boolean', text: json(fc.boolean()) },
];
const strange = fc.constantFrom(
  '57.0',
  '1e400',
  '0.10',
  '-0.0',
  '1E5',
  '0.12345678901234567890',
  '[]',
  '[{},null]',
  '1e-9',
);
const free: Kind = {
  yaml: 'type: json',
  text: fc.oneof(strange, json(fc.array(fc.oneof(words, fc.integer(), fc.constant(null)), { minLength: 1 }))),
};
const listOf = ({ yaml, text }: Kind): Kind => ({
  yaml: `type: array, element: { ${yaml} }`,
  text: fc
    .array(fc.oneof({ arbitrary: text, weight: 5 }, fc.constant('null')), { maxLength: 4 })
    .map((items) => `[${items.join(',')}]`),
});
const objectOf = ({ yaml, text }: Kind): Kind => ({
  yaml: `type: object, fields: [{ name: in, ${yaml} }]`,
  text: text.map((item) => `{"in":${item}}`),
});
const leaves = [...scalars, free];
const kinds = [
  ...leaves,
  ...leaves.map(listOf),
  ...leaves.map(objectOf),
  ...leaves.map((kind) => listOf(objectOf(kind))),
];

describe('an event that rests in the lake', () => {
  let lake: Lake;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ lake, remove } = await openTemporaryLake());
  }, 60_000);
  afterAll(() => remove());

  it('comes back from its line and from its columns as it was sent', async () => {
    const spec = `schema: Test.Exact\nfields:\n${kinds.map(({ yaml }, index) => `  - { name: f${index}, ${yaml} }`).join('\n')}`;
    const { schema } = readSchema(spec, { owner: 'managed' });
    if (schema === undefined) throw new Error('the schema of this test is not valid');
    const layout = await lake.ensureTable('panther_logs', shapeOf(schema, 1));
    const fields = kinds.map(({ text }, index) =>
      fc.option(text, { freq: 3 }).map((value) => (value === null ? undefined : `"f${index}":${value}`)),
    );
    const lines = fc.sample(
      fc.tuple(...fields).map((parts) => `{${parts.filter((part) => part !== undefined).join(',')}}`),
      { numRuns: 150, seed: Number(process.env['MARGAY_TEST_SEED'] ?? 7) || Date.now() },
    );
    const normalizer = createNormalizer({
      schemas: [compileSchema(schema, 1)],
      source: { id: 's', label: 'l', logTypes: ['Test.Exact'] },
    });
    const { events, failures } = normalizer.normalize(
      lines.map((text) => ({ text })),
      { batchId: 'b'.repeat(32), parseTime: new Date(0) },
    );
    expect(failures).toEqual([]);
    const encoder = createRowEncoder(layout);
    for (const event of events) encoder.append(event);
    await lake.insert(layout, encoder.take(), { token: 'exact' });
    const read = async (columns: readonly string[]) => {
      const names = columns.map((name) => `\`${name}\``).join(', ');
      const { rows } = await lake.query({
        lane: testLane,
        sql: `select ${names} from panther_logs.test_exact order by p_row_id`,
      });
      return { columns: [...columns], rows, bytes: 0 };
    };
    const rebuilder = createPageRebuilder({
      schemas: [{ logType: 'Test.Exact', version: 1, spec, owner: 'managed' }],
      enrichment: [],
    });
    const byLine = rebuilder.fromRaw(await read(rawRowColumns)).texts;
    const byColumns = rebuilder.fromColumns(await read(columnsToRebuild(layout)), layout).texts;
    for (const [index, { event }] of events.entries()) {
      // No number stands for it.
      const sent = `${lines[index]?.slice(0, -1)}`.replaceAll('1e400', '"1e400"');
      expect(`${stringifyJson(event)},`).toContain(`${sent},`.replace('{,', '{'));
      expect(`${byLine[index]},`).toContain(`${sent},`.replace('{,', '{'));
      // The columns do not know the order of fields.
      expect(byName(byColumns[index] ?? '')).toBe(byName(lines[index] ?? ''));
    }
  });
});

function byName(text: string): string {
  const fields = Object.entries(parseLogJson(text) as Record<string, unknown>);
  const own = fields.filter(([name]) => !name.startsWith('p_')).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return stringifyJson(Object.fromEntries(own));
}
