import type { Segment } from '@margay/ingest';
import { createHash } from 'node:crypto';
import type { Sql, Store } from '@margay/store';

/**
 * Small batches are handled together: one insert for many requests. Which batches went together is written down
 * before the work begins, because the insert token of the group must be the same when it is repeated after a crash.
 */
export interface Group {
  id: string;
  segments: Segment[];
  /** True when an earlier process had begun this group: what it reached is not known. */
  isRepeat: boolean;
}

export const groupIdOf = (batchIds: readonly string[]) =>
  createHash('sha256').update(batchIds.join(',')).digest('hex').slice(0, 32);

export interface KnownGroup {
  id: string;
  batchIds: string[];
}

export async function readGroups(sql: Sql): Promise<KnownGroup[]> {
  const rows = await sql.query<{ id: string; batch_ids: string[] }>(
    'select id, batch_ids from ingest_groups order by created_at',
  );
  return rows.map((row) => ({ id: row.id, batchIds: row.batch_ids }));
}

export async function writeGroup(store: Store, group: KnownGroup): Promise<void> {
  await store.query(
    'insert into ingest_groups (id, batch_ids) values ($1, $2::text[]) on conflict do nothing',
    [group.id, group.batchIds],
  );
}

export async function dropGroup(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from ingest_groups where id = $1', [id]);
}

/** Removes a group that came to its end, with the marks of its parts. */
export async function forgetGroup(sql: Sql, id: string): Promise<void> {
  await dropGroup(sql, id);
  await sql.query(`delete from finished_parts where part_id = $1 or part_id like $1 || '.%'`, [id]);
}
