import { readSchema, textOfProblem } from '@margay/schema';
import { compileSchema } from '../compile-schema.ts';
import type { CompiledSchema } from '../compile-schema.ts';
import { createNormalizer } from '../normalizer.ts';
import type { NormalizedBatch } from '../normalizer.ts';

export const testSource = { id: 'source-1', label: 'Test source', logTypes: [] as string[] };
export const testParseTime = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678));

/** Compiles the YAML of a managed schema, named `Test.Log` unless the text says otherwise. */
export function compileText(yaml: string, name?: string): CompiledSchema {
  const text = /^schema:/m.test(yaml) ? yaml : `schema: ${name ?? 'Test.Log'}\n${yaml}`;
  const { schema, problems } = readSchema(text, { owner: 'managed' });
  if (schema === undefined) throw new Error(problems.map(textOfProblem).join('\n'));
  return compileSchema(schema);
}

/** Sends entries through schemas as one batch. Values other than text are written as JSON. */
export function normalizeAll(
  schemas: readonly CompiledSchema[],
  entries: readonly unknown[],
): NormalizedBatch {
  const texts = entries.map((entry) => ({ text: typeof entry === 'string' ? entry : JSON.stringify(entry) }));
  const source = { ...testSource, logTypes: schemas.map((schema) => schema.logType) };
  return createNormalizer({ schemas, source }).normalize(texts, {
    batchId: 'batch',
    parseTime: testParseTime,
  });
}

/** The event of one entry without standard fields, or the text of the failure. */
export function normalizeOne(yaml: string, entry: unknown): unknown {
  const batch = normalizeAll([compileText(yaml)], [entry]);
  const failure = batch.failures[0];
  if (failure !== undefined) return failure.error;
  const event = batch.events[0]?.event ?? {};
  return Object.fromEntries(Object.entries(event).filter(([key]) => !key.startsWith('p_')));
}

/** The indicators and core fields of one entry. */
export function indicatorsOf(yaml: string, entry: unknown): Record<string, unknown> {
  const event = normalizeAll([compileText(yaml)], [entry]).events[0]?.event ?? {};
  return Object.fromEntries(
    Object.entries(event).filter(([key]) => key.startsWith('p_any_') || key === 'p_udm'),
  );
}
