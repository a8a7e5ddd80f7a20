import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkContent, schemaFilesBelow } from './content.ts';

const folder = fileURLToPath(new URL('../../../../content/schemas', import.meta.url));

describe('content/schemas', () => {
  const reports = existsSync(folder) ? checkContent(schemaFilesBelow(folder)) : [];

  it('has schemas', () => expect(reports.length).toBeGreaterThan(0));

  it.each(reports.map((report) => [report.file.slice(folder.length + 1), report] as const))(
    '%s is valid and its tests pass',
    (_, report) => {
      expect(report.problems).toEqual([]);
      const failed = report.tests.filter((test) => !test.passed);
      expect(failed.map(({ name, differences }) => `${name}: ${differences.join('; ')}`)).toEqual([]);
    },
  );

  it('names no log type twice', () => {
    const names = reports.flatMap(({ schema }) => (schema === undefined ? [] : schema.name.toLowerCase()));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
