import { join } from 'node:path';
import { openPglite } from './engines/pglite.ts';
import { openPostgres } from './engines/postgres.ts';
import type { Store } from './store.ts';

/** A PostgreSQL server when a URL is given, else the embedded engine in the data folder. */
export function openStore(options: { url?: string | undefined; dataDir: string }): Promise<Store> {
  if (options.url !== undefined) return openPostgres(options.url);
  return openPglite(join(options.dataDir, 'state'));
}
