import { randomBytes } from 'node:crypto';
import { openPglite } from '../engines/pglite.ts';
import { openPostgres } from '../engines/postgres.ts';
import { migrate, type Migration } from '../migrate.ts';
import type { Store } from '../store.ts';
import { storeImage } from './store-image.ts';

/**
 * A fresh, migrated state store for one test file. With `MARGAY_TEST_DATABASE_URL` set it is a new schema on that
 * PostgreSQL server, so the same tests run on both engines.
 */
export async function openTestStore(migrations: readonly Migration[] = []): Promise<Store> {
  const url = process.env['MARGAY_TEST_DATABASE_URL'];
  if (url === undefined) return openPglite(undefined, await storeImage(migrations));
  const store = await openScratchSchema(url);
  await migrate(store, migrations);
  return store;
}

async function openScratchSchema(url: string): Promise<Store> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const admin = await openPostgres(url, { maxConnections: 1 });
  await admin.exec(`create schema ${schema}`);
  const scoped = new URL(url);
  scoped.searchParams.set('options', `-c search_path=${schema},public`);
  const store = await openPostgres(scoped.href, { maxConnections: 5 });
  return {
    ...store,
    async close() {
      await store.close();
      await admin.exec(`drop schema ${schema} cascade`);
      await admin.close();
    },
  };
}

/** An empty database of its own on that server, for tests of whole processes; undefined where there is none. */
export async function emptyTestDatabase(): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const url = process.env['MARGAY_TEST_DATABASE_URL'];
  if (url === undefined) return undefined;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = await openPostgres(url, { maxConnections: 1 });
  await admin.exec(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    async drop() {
      await admin.exec(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}
