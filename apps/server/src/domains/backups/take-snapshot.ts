import type { EventBuffer } from '@margay/ingest';
import type { Lake } from '@margay/lake';
import type { Sql, Store } from '@margay/store';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface Snapshot {
  state: Record<string, number>;
  lake: Record<string, number>;
  batches: number;
}

export interface SnapshotEngines {
  store: Store;
  lake: Lake;
  buffer: EventBuffer;
}

/** Rows of every table of the state store. */
export async function countState(sql: Sql): Promise<Record<string, number>> {
  const tables = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql.query<{ n: number }>(`select count(*) as n from ${name}`);
    counts[name] = Number(row?.n);
  }
  return counts;
}

/** Rows of every table of the lake. */
export async function countLake(lake: Lake): Promise<Record<string, number>> {
  const tables = await lake.statistics();
  return Object.fromEntries(
    tables.map(({ database, table, rowCount }) => [`${database}.${table}`, rowCount]),
  );
}

/**
 * Everything at one moment, as a power cut would leave it, into an empty folder on the same disk. In that moment, about as
 * long as copying the state takes, nothing is written to the state or the lake. What was accepted and is not yet in the
 * lake is in the spool; whatever was half done is done again by the start that follows a restore, as after a power cut.
 */
export async function takeSnapshot(engines: SnapshotEngines, folder: string): Promise<Snapshot> {
  const { store, lake, buffer } = engines;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return store.snapshot(join(folder, 'state'), async (sql) => {
    // Counted before inserts go on: a row more than the files hold would make a good backup look damaged.
    const rows = await lake.snapshot(join(folder, 'lake'), () => countLake(lake));
    // Last: a batch leaves the spool only when the state and the lake have all of it.
    await buffer.snapshot(join(folder, 'spool'));
    return {
      state: await countState(sql),
      lake: rows,
      batches: (await readdir(join(folder, 'spool', 'pending'))).length,
    };
  });
}
