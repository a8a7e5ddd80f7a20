import { conflict, internalError, messageOf } from '@margay/kit';
import { createHash } from 'node:crypto';
import type { Sql, Store } from './store.ts';

export interface Migration {
  /** `0001-init`: the order is the order of the ids. */
  id: string;
  sql: string;
}

/** What migrations need of a state store. */
export type Migratable = Sql & Pick<Store, 'transaction'>;

const checksumOf = (migration: Migration) => createHash('sha256').update(migration.sql).digest('hex');
const lockKey = 7_205_331;

/**
 * Brings the state store to the newest form, each migration in its own transaction, in order, once.
 * Two processes that start together wait for one another. A migration that changed after it was applied is an
 * error: write a new one instead. A store that has seen changes this program does not know belongs to a newer version
 * and is refused with `NewerData` before anything is changed.
 */
export async function migrate(store: Migratable, migrations: readonly Migration[]): Promise<string[]> {
  await store.exec(
    'create table if not exists schema_migrations (id text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  await refuseNewer(store, migrations);
  const applied: string[] = [];
  for (const migration of migrations) {
    const isNew = await store.transaction((tx) => applyOnce(tx, migration));
    if (isNew) applied.push(migration.id);
  }
  return applied;
}

async function applyOnce(tx: Sql, migration: Migration): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
  const rows = await tx.query<{ checksum: string }>('select checksum from schema_migrations where id = $1', [
    migration.id,
  ]);
  const checksum = checksumOf(migration);
  if (rows[0] !== undefined) {
    if (rows[0].checksum === checksum) return false;
    throw internalError(
      `State store: migration ${migration.id} was changed after it had been applied. Restore its text and add a new migration instead.`,
    );
  }
  await tx.exec(migration.sql).catch((cause: unknown) => {
    throw internalError(`State store: migration ${migration.id} could not be applied: ${messageOf(cause)}`, {
      cause,
    });
  });
  await tx.query('insert into schema_migrations (id, checksum) values ($1, $2)', [migration.id, checksum]);
  return true;
}

async function refuseNewer(store: Migratable, migrations: readonly Migration[]): Promise<void> {
  const known = new Set(migrations.map((migration) => migration.id));
  const rows = await store.query<{ id: string }>('select id from schema_migrations order by id');
  const unknown = rows.filter((row) => !known.has(row.id));
  if (unknown.length === 0) return;
  throw conflict(
    `The state store was changed by a newer Margay (${unknown.map((row) => row.id).join(', ')}), which this version does not know. Start that version or a newer one, or restore a backup that was made before the upgrade.`,
    { code: 'NewerData' },
  );
}
