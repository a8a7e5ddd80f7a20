import { readdirSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { catalogOf, testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../testing/engine.ts';
import { difference, readFlowCases } from '../../testing/flow-rows.ts';
import { compilePantherFlow } from './compile-pantherflow.ts';

const folder = path.join(import.meta.dirname, 'cases');
const files = readdirSync(folder).filter((file) => file === 'rows.yaml' || file.startsWith('more-'));
const options = { now: new Date('2025-06-01T00:00:00Z') };
const empty = catalogOf([]);

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

describe.each(files)('%s', (file) => {
  const cases = readFlowCases(path.join(folder, file));

  it('gives every case a name of its own', () => {
    expect(new Set(cases.map((test) => test.name)).size).toBe(cases.length);
  });

  it.each(cases.map((test) => [test.name, test] as const))('%s', async (_name, test) => {
    const catalog = test.catalog ? testCatalog : empty;
    const { query, diagnostics } = compilePantherFlow(test.query, catalog, options);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const rows = await engine.run(query!);
    const columns = query!.columns.filter((column) => !column.spread).map((column) => column.name);
    expect(difference(test, columns, rows)).toBeUndefined();
  });
});
