import type { Migration } from '@margay/store';
import { glob } from 'node:fs/promises';
import { stateMigrations } from '../domain-contract/state-migrations.ts';

/**
 * What brings an empty state store to the tables of this version, by the folders: a test of one domain need not load all
 * of them. That the definitions name the same is tested with them.
 */
const source = new URL('../', import.meta.url);
const files = await Array.fromAsync(glob('domains/*/migrations/*.ts', { cwd: source }));
const found = await Promise.all(
  files.map(
    async (file) => Object.values((await import(new URL(file, source).href)) as object) as Migration[],
  ),
);
export const migrations = stateMigrations([{ name: 'all', migrations: found.flat() }]);
