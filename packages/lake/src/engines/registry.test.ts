import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { engineFor, engines } from './index.ts';

it('lists every engine folder, in alphabetical order', () => {
  const here = dirname(fileURLToPath(import.meta.url));
  const folders = readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
  const missing = folders.filter((folder) => !engines.some((engine) => engine.kind === folder));
  expect(missing.map((folder) => `add ${folder}Engine to engines/index.ts`)).toEqual([]);
  expect(engines.map((engine) => engine.kind)).toEqual(folders);
});

it('chooses by what is given, and says what to give when nothing fits', () => {
  expect(engineFor({ dataDir: './data' }).kind).toBe('chdb');
  expect(engineFor({ url: 'https://host:8443' }).kind).toBe('clickhouse');
  expect(() => engineFor({ url: 'postgres://host' })).toThrow('CLICKHOUSE_URL');
});
