import { PGlite, types, type Transaction } from '@electric-sql/pglite';
import { internalError, MargayError, messageOf } from '@margay/kit';
import { lockFolder } from '@margay/kit/node';
import { constants } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Migratable } from '../migrate.ts';
import type { Sql, Store } from '../store.ts';
import { explained } from './explained.ts';

const parsers = {
  [types.INT8]: Number,
  [types.NUMERIC]: (value: string) => value,
};

function sqlOf(runner: Pick<PGlite | Transaction, 'query' | 'exec'>): Sql {
  return {
    async query<Row extends object>(text: string, params: readonly unknown[] = []) {
      const result = await explained(runner.query<Row>(text, [...params], { parsers }));
      return result.rows;
    },
    async exec(text) {
      await runner.exec(text);
    },
  };
}

/** What migrations need of an engine, over a database that is open. */
export const pgliteSql = (db: PGlite): Migratable => ({
  ...sqlOf(db),
  transaction: (work) => db.transaction((tx) => work(sqlOf(tx))),
});

/**
 * All of it is touched at the start. PGlite would take 128 MB; what is not here, the operating system still has in its
 * own cache of files.
 */
const sharedBuffers = '32MB';

/** Trying again does not mend a folder: somebody has to look, so the kind is not that of a passing failure. */
const openError = (dataDir: string | undefined, cause: unknown) =>
  new MargayError(
    'conflict',
    `The state store in ${dataDir ?? 'memory'} could not be opened: ${messageOf(cause)}. Check that the folder is writable and that the disk is not full. If the folder is damaged, put it back from a backup, or move it away to start with an empty one.`,
    { code: 'StateStoreDamaged', cause },
  );

/**
 * PostgreSQL in the process. `dataDir` is a folder, or undefined for a store in memory (tests).
 * One process per folder: a second one is refused by the lock file with a clear message.
 */
export async function openPglite(dataDir: string | undefined, template?: Blob): Promise<Store> {
  let unlock = async () => {};
  if (dataDir !== undefined) {
    await mkdir(dirname(dataDir), { recursive: true });
    unlock = await lockFolder(
      `${dataDir}.lock`,
      'Only one process may use the embedded state store. Stop the other one, or set DATABASE_URL to share a PostgreSQL server.',
    );
  }
  const db = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(template === undefined ? {} : { loadDataDir: template }),
  }).catch(async (cause: unknown) => {
    await unlock();
    throw openError(dataDir, cause);
  });
  return {
    engine: 'pglite',
    ...pgliteSql(db),
    listen: (channel, onNews) => db.listen(channel, onNews),
    async snapshot(folder, meanwhile) {
      if (dataDir === undefined) throw internalError('A store in memory has no files to keep.');
      // What is written out now need not be taken from the log when the copy is opened.
      await db.exec('checkpoint');
      return db.transaction(async (tx) => {
        await cp(dataDir, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
        return meanwhile(sqlOf(tx));
      });
    },
    async close() {
      await db.close();
      await unlock();
    },
  };
}
