import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { onPostgresql } from './on-postgresql.ts';

const root = resolve(import.meta.dirname, '..', '..');
const domains = 'apps/server/src/domains';

it('names files that are there', async () => {
  for (const file of Object.keys(onPostgresql))
    await expect(readFile(join(root, file), 'utf8'), file).resolves.toMatch(/from 'vitest'/);
});

it('has a file of each domain whose tests open a state store', async () => {
  const opening = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: join(root, domains) })) {
    const text = await readFile(join(root, domains, file), 'utf8');
    if (text.includes('@margay/store/testing')) opening.add(file.split('/')[0] ?? '');
  }
  expect(opening.size).toBeGreaterThan(10);
  const named = Object.keys(onPostgresql).map((file) => file.slice(domains.length + 1).split('/')[0] ?? '');
  for (const domain of opening)
    expect(
      named,
      `add a test file of apps/server/src/domains/${domain} to tools/setup/on-postgresql.ts, with what of it could differ on PostgreSQL`,
    ).toContain(domain);
});
