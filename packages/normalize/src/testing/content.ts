import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '@margay/kit';
import { readSchema, textOfProblem } from '@margay/schema';
import type { LogSchema } from '@margay/schema';
import { compileSchema } from '../compile-schema.ts';
import { isTestFile, readTestDocuments } from '../schema-tests/read-test-cases.ts';
import { runEmbeddedTests, runSchemaTests } from '../schema-tests/run-schema-tests.ts';
import type { SchemaTestResult } from '../schema-tests/run-schema-tests.ts';

export interface ContentReport {
  file: string;
  schema?: LogSchema;
  /** `line:column: path: what is wrong and what to do`. */
  problems: string[];
  tests: SchemaTestResult[];
}

/** Every YAML file of schemas or schema tests below a file or folder; the manifests `source.yml` are left out. */
export function schemaFilesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name) && !/^source\.ya?ml$/.test(basename(name)))
    .toSorted()
    .map((name) => join(path, name));
}

/** Checks each file as a managed schema and runs its tests; test files run against the schemas beside them. */
export function checkContent(files: readonly string[]): ContentReport[] {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const reports = texts
    .filter(({ text }) => !isTestFileSafely(text))
    .map(({ file, text }) => checkSchema(file, text));
  const schemas = new Map(
    reports.flatMap(({ schema }) => (schema ? [[schema.name.toLowerCase(), schema] as const] : [])),
  );
  for (const { file, text } of texts) {
    if (isTestFileSafely(text)) reports.push(checkTestFile(file, text, schemas));
  }
  return reports;
}

function isTestFileSafely(text: string): boolean {
  try {
    return isTestFile(text);
  } catch {
    return false;
  }
}

function checkSchema(file: string, text: string): ContentReport {
  const { schema, problems } = readSchema(text, { owner: 'managed' });
  if (schema === undefined) return { file, problems: problems.map(textOfProblem), tests: [] };
  try {
    return { file, schema, problems: [], tests: runEmbeddedTests(schema) };
  } catch (cause) {
    return { file, schema, problems: [messageOf(cause)], tests: [] };
  }
}

function checkTestFile(file: string, text: string, schemas: ReadonlyMap<string, LogSchema>): ContentReport {
  const { cases, faults } = readTestDocuments(text);
  const report: ContentReport = {
    file,
    problems: faults.map(({ name, message }) => `${name}: ${message}`),
    tests: [],
  };
  for (const test of cases) {
    const schema = schemas.get((test.logType ?? '').toLowerCase());
    if (schema === undefined)
      report.problems.push(`${test.name}: there is no schema "${test.logType}" beside this file.`);
    else report.tests.push(...runSchemaTests(compileSchema(schema), [test]));
  }
  return report;
}
