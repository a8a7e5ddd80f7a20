import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { testCatalog } from '../../../testing/catalog.ts';
import type { TestEngine } from '../../../testing/engine.ts';
import { openTestEngine } from '../../../testing/engine.ts';
import { compilePantherFlow } from '../compile-pantherflow.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());

/** Texts that read like other values, among them null and lists, stay different texts. */
const oddTexts = [
  '',
  'null',
  'true',
  '1',
  '1.0',
  '[1]',
  '[1, 2]',
  '{"a":1}',
  '{"b":2,"a":1}',
  '"',
  'a"b',
  '\\u0061',
  'größe',
];
const values = fc.oneof(
  fc.array(fc.option(fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'grapheme' })))),
  fc.array(fc.option(fc.maxSafeInteger())),
  fc.array(fc.option(fc.boolean())),
  fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))),
  fc.array(fc.option(fc.oneof(fc.constantFrom(...oddTexts), fc.integer(), fc.boolean()))),
);

it('different values and values are counted whatever their type, and null never', async () => {
  await fc.assert(
    fc.asyncProperty(values, async (column) => {
      const rows = [...column, null].map((x) => ({
        x: Object.is(x, -0) ? 0 : x,
      }));
      const text = `datatable ${JSON.stringify(rows)} | summarize n = agg.count(x), different = agg.count_distinct(x)`;
      const { query, diagnostics } = compilePantherFlow(text, testCatalog, {
        now: new Date(0),
      });
      expect(diagnostics).toEqual([]);
      const there = rows.map(({ x }) => x).filter((x) => x !== null);
      expect(await engine.run(query!)).toEqual([{ n: there.length, different: new Set(there).size }]);
    }),
    { numRuns: 60 },
  );
});
