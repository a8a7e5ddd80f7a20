import type { LogSchema } from '@margay/schema';
import { createCsvJoiner } from '@margay/schema';
import { compileSchema } from '../compile-schema.ts';
import type { CompiledSchema } from '../compile-schema.ts';
import { createNormalizer } from '../normalizer.ts';
import { compareRows } from './compare-rows.ts';
import { readEmbeddedTests } from './read-test-cases.ts';
import type { SchemaTestCase, TestCaseFault } from './test-case.ts';

export interface SchemaTestResult {
  name: string;
  passed: boolean;
  /** What differs, one line each; empty when the test passed. */
  differences: string[];
  /** The rows the schema made. */
  rows: Record<string, unknown>[];
}

const parseTime = new Date(Date.UTC(2026, 0, 1));

/** Runs the tests embedded in a schema (`x-tests`). A test that cannot be read counts as failed. */
export function runEmbeddedTests(schema: LogSchema): SchemaTestResult[] {
  const { cases, faults } = readEmbeddedTests(schema.extensions['x-tests']);
  return runSchemaTests(compileSchema(schema), cases, faults);
}

/** Runs tests against a schema; each starts a stream of its own. */
export function runSchemaTests(
  schema: CompiledSchema,
  cases: readonly SchemaTestCase[],
  faults: readonly TestCaseFault[] = [],
): SchemaTestResult[] {
  const broken = faults.map(({ name, message }) => ({
    name,
    passed: false,
    differences: [message],
    rows: [],
  }));
  return [...broken, ...cases.map((test) => runCase(schema, test))];
}

function runCase(schema: CompiledSchema, test: SchemaTestCase): SchemaTestResult {
  const source = { id: 'test', label: 'test', logTypes: [schema.logType] };
  const entries = entriesOf(schema, test).map((text) => ({ text }));
  const batch = createNormalizer({ schemas: [schema], source }).normalize(entries, {
    batchId: 'test',
    parseTime,
  });
  const rows = batch.events.map(({ event }) => event);
  const errors = batch.failures.map(({ error }) => error);
  const differences = differencesOf(test, rows, errors);
  return { name: test.name, passed: differences.length === 0, differences, rows };
}

/** Text formats are line by line; a JSON entry may stand on several lines. */
export function entriesOf(schema: CompiledSchema, test: SchemaTestCase): string[] {
  if (test.cut === 'whole' && (schema.isJson || !schema.hasHeader)) return [test.input.replace(/\r?\n$/, '')];
  const lines = test.input.split('\n');
  const entries: string[] = [];
  const joiner =
    schema.csvDelimiter === undefined
      ? undefined
      : createCsvJoiner(schema.csvDelimiter, (record) => entries.push(record));
  for (const line of lines) {
    if (joiner === undefined) entries.push(line);
    else joiner.take(line);
  }
  joiner?.end();
  return entries.map((entry) => entry.replace(/\r$/, '')).filter((entry) => entry.trim() !== '');
}

function differencesOf(
  test: SchemaTestCase,
  rows: readonly Record<string, unknown>[],
  errors: readonly string[],
): string[] {
  const { expected } = test;
  if (expected.kind === 'error') {
    return errors.length > 0 && rows.length === 0 ? [] : ['expected no match, but the entry was accepted'];
  }
  const wanted = expected.kind === 'rows' ? expected.rows : [];
  if (errors.length > 0) return errors.map((error) => `the entry does not match: ${error}`);
  if (rows.length !== wanted.length) return [`expected ${wanted.length} rows, got ${rows.length}`];
  return wanted.flatMap((row, index) => {
    const prefix = wanted.length === 1 ? '' : `row ${index + 1}: `;
    return compareRows(row, rows[index]!).map((difference) => prefix + difference);
  });
}
