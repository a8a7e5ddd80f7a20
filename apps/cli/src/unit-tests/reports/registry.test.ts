import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { reports } from './index.ts';

it('lists every report file under its own name, in order', () => {
  const files = readdirSync(dirname(fileURLToPath(import.meta.url)))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => !['index.ts', 'report.ts'].includes(name))
    .map((name) => name.replace('.ts', ''));
  expect(
    reports.map(({ format }) => format),
    'add the missing line to reports/index.ts',
  ).toEqual(files.toSorted());
});
