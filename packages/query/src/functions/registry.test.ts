import { readdirSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { compileSql } from '../languages/sql/compile-sql.ts';
import { testCatalog } from '../testing/catalog.ts';
import type { TestEngine } from '../testing/engine.ts';
import { openTestEngine } from '../testing/engine.ts';
import { queryFunctions } from './index.ts';

/** Files of this folder that are no function. */
const helpers = new Set([
  'cidr.ts',
  'define.ts',
  'index.ts',
  'neighbour.ts',
  'padding.ts',
  'pattern.ts',
  'regexp-options.ts',
  'share.ts',
  'time-format.ts',
  'time-units.ts',
]);

const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !helpers.has(file))
  .map((file) => file.slice(0, -3))
  .toSorted();

describe('the list of functions', () => {
  it('has a file for each function and a line for each file', () => {
    const listed = queryFunctions.map((fn) => fn.name.replaceAll('_', '-'));
    const missing = files.filter((file) => !listed.includes(file));
    expect(missing, `add to functions/index.ts: ${missing.join(', ')}`).toEqual([]);
    expect(listed.toSorted()).toEqual(files);
  });

  it('gives every name to one function', () => {
    const names = queryFunctions.flatMap((fn) => [fn.name, ...(fn.aliases ?? [])]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(queryFunctions.map((fn) => [fn.name, fn] as const))(
    '%s is documented and has examples',
    (_name, fn) => {
      expect(fn.doc).toMatch(/\.$/);
      if (fn.kind !== 'window') expect(fn.examples.length).toBeGreaterThan(0);
    },
  );
});

const options = { now: new Date('2024-06-01T00:00:00Z') };
const examples = queryFunctions.flatMap((fn) =>
  fn.examples.map((example) => [example.sql, fn.name, example] as const),
);

describe('examples on the engine', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openTestEngine();
  });
  afterAll(() => engine.close());

  it.each(examples)('%s', async (sql, name, example) => {
    const { query, diagnostics } = compileSql(`select ${sql} as result`, testCatalog, options);
    expect(diagnostics).toEqual([]);
    const [row] = await engine.run(query!);
    const { result } = row!;
    if (typeof example.value === 'number') expect(result, name).toBeCloseTo(example.value, 9);
    else expect(result, name).toEqual(example.value);
  });

  it('has an example that uses each function by its own name or sign', () => {
    const operators: Record<string, RegExp> = { like: /\bLIKE\b/, ilike: /\bILIKE\b/ };
    for (const fn of queryFunctions.filter((candidate) => candidate.kind !== 'window')) {
      const pattern = operators[fn.name] ?? new RegExp(`\\b${fn.name}\\(`);
      expect(
        fn.examples.some((example) => pattern.test(example.sql)),
        fn.name,
      ).toBe(true);
    }
  });
});

describe('SQL of the functions', () => {
  it('stays what was reviewed', async () => {
    const lines = examples.map(([sql]) => {
      const { query } = compileSql(`select ${sql} as result`, testCatalog, options);
      return `${sql}\n  ${query!.sql}\n  ${JSON.stringify(query!.params)}\n`;
    });
    await expect(lines.join('\n')).toMatchFileSnapshot('golden-sql.txt');
  });
});
