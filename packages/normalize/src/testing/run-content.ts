/**
 * Checks schema files and runs their tests:
 *   node packages/normalize/src/testing/run-content.ts <file or folder>... [--logs <file>] [--type <log type>]
 * With `--logs`, also sends every line of a log file (plain or gzip) through the schemas and counts what matches.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { compileSchema } from '../compile-schema.ts';
import { createNormalizer } from '../normalizer.ts';
import { checkContent, schemaFilesBelow } from './content.ts';
import type { ContentReport } from './content.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { logs: { type: 'string', multiple: true }, type: { type: 'string' } },
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printReport(report: ContentReport): number {
  const failed = report.tests.filter((test) => !test.passed);
  const faults = report.problems.length + failed.length;
  const state = faults === 0 ? 'ok  ' : 'FAIL';
  print(
    `${state} ${report.file}: ${report.tests.length - failed.length} of ${report.tests.length} tests passed`,
  );
  for (const problem of report.problems) print(`  ${report.file}:${problem}`);
  for (const test of failed) {
    print(`  test "${test.name}"`);
    for (const difference of test.differences) print(`    ${difference}`);
  }
  return faults;
}

function printLogs(file: string, reports: readonly ContentReport[]): void {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const wanted = values.type?.toLowerCase();
  const schemas = reports
    .flatMap(({ schema }) => schema ?? [])
    .filter((schema) => wanted === undefined || schema.name.toLowerCase() === wanted)
    .map((schema) => compileSchema({ ...schema, fieldDiscoveryEnabled: true }));
  const source = { id: 'logs', label: 'logs', logTypes: schemas.map(({ logType }) => logType) };
  const entries = text.split(/\r?\n/).map((line) => ({ text: line }));
  const batch = createNormalizer({ schemas, source }).normalize(entries, {
    batchId: file,
    parseTime: new Date(),
  });
  print(
    `${file}: ${batch.events.length} events, ${batch.failures.length} failures, ${batch.skipped} skipped`,
  );
  for (const [logType, count] of Object.entries(batch.perLogType)) print(`  ${logType}: ${count.events}`);
  for (const [logType, fields] of Object.entries(batch.discovered)) {
    const names = fields.map(({ parents, key }) => [...parents, key].join('.'));
    print(`  keys no field of ${logType} covers: ${names.slice(0, 40).join(', ')}`);
  }
  for (const failure of batch.failures.slice(0, 20)) {
    print(`  ${failure.logType}: ${failure.error}`);
    print(`    ${failure.payload.slice(0, 300)}`);
  }
}

const reports = checkContent(positionals.flatMap(schemaFilesBelow));
let faults = 0;
for (const report of reports) faults += printReport(report);
for (const file of values.logs ?? []) printLogs(file, reports);
const tests = reports.flatMap((report) => report.tests);
print(
  `${reports.length} files, ${tests.filter((test) => test.passed).length} of ${tests.length} tests passed, ${faults} faults`,
);
process.exitCode = faults === 0 && reports.length > 0 ? 0 : 1;
