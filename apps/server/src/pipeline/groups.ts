import type { EventBuffer, Segment } from '@margay/ingest';
import { createHash } from 'node:crypto';
import { firstRow, type Sql, type Store } from '@margay/store';

/**
 * Small batches are handled together: one insert for many requests. Which batches went together is written down
 * before the work begins, because the insert token of the group must be the same when it is repeated after a crash.
 */
export interface Group {
  id: string;
  segments: Segment[];
  /** True when an earlier process had begun this group: what it reached is not known. */
  isRepeat: boolean;
  /** Absent until it is begun. A repeat reads its events as of the same moment, so that it makes the same of them. */
  begunAt?: Date;
}

/**
 * Whose groups are meant. Those of a buffer that only this process works on belong to the buffer, so that the next start
 * finds them; those of a shared buffer to the process, and to another one once it is dead.
 */
export interface GroupOwner {
  bufferId: string;
  ownerId: string;
  isShared: boolean;
}

export const ownerOf = (buffer: Pick<EventBuffer, 'id' | 'isShared'>, processId: string): GroupOwner => ({
  bufferId: buffer.id,
  ownerId: buffer.isShared ? processId : buffer.id,
  isShared: buffer.isShared,
});

export const groupIdOf = (batchIds: readonly string[]) =>
  createHash('sha256').update(batchIds.join(',')).digest('hex').slice(0, 32);

export const batchIdsOf = (segments: readonly Segment[]) => segments.map((segment) => segment.ref.batchId);

export interface GroupKey {
  id: string;
  batchIds: string[];
}

export interface KnownGroup extends GroupKey {
  begunAt: Date;
}

interface GroupRow {
  id: string;
  batch_ids: string[];
  created_at: Date;
}

const knownGroup = (row: GroupRow): KnownGroup => ({
  id: row.id,
  batchIds: row.batch_ids,
  begunAt: row.created_at,
});

/** The groups this owner began and did not end. Groups from before buffers had names belong to the first that asks. */
export async function readGroups(sql: Sql, owner: GroupOwner): Promise<KnownGroup[]> {
  if (!owner.isShared) {
    await sql.query('update ingest_groups set buffer_id = $1, owner_id = $2 where owner_id is null', [
      owner.bufferId,
      owner.ownerId,
    ]);
  }
  const rows = await sql.query<GroupRow>(
    'select id, batch_ids, created_at from ingest_groups where owner_id = $1 order by created_at',
    [owner.ownerId],
  );
  return rows.map(knownGroup);
}

/** The batches of a group that are this owner's to work on, and since when. */
export interface BegunGroup {
  segments: Segment[];
  begunAt: Date;
}

/**
 * Writes a group down before its work begins. On a shared buffer a batch may have come to another process as well: what
 * that one works on, or has brought to its end, is left out. Gives back the batches that are this owner's now.
 */
export async function beginGroup(
  store: Store,
  owner: GroupOwner,
  segments: readonly Segment[],
  { contains, now }: { contains: EventBuffer['contains']; now: Date },
): Promise<BegunGroup> {
  if (!owner.isShared)
    return { segments: [...segments], begunAt: await writeGroup(store, owner, segments, now) };
  return store.transaction(async (tx) => {
    const own = await claim(tx, owner, segments, contains);
    return { segments: own, begunAt: own.length > 0 ? await writeGroup(tx, owner, own, now) : now };
  });
}

/** Gives back when it was begun: earlier than now where only the answer to an earlier attempt was lost. */
async function writeGroup(
  sql: Sql,
  owner: GroupOwner,
  segments: readonly Segment[],
  now: Date,
): Promise<Date> {
  const batchIds = batchIdsOf(segments);
  const row = await firstRow<{ created_at: Date }>(
    sql,
    `insert into ingest_groups (id, batch_ids, buffer_id, owner_id, created_at) values ($1, $2::text[], $3, $4, $5)
     on conflict (id) do update set id = excluded.id returning created_at`,
    [groupIdOf(batchIds), batchIds, owner.bufferId, owner.ownerId, now],
  );
  return row?.created_at ?? now;
}

async function claim(
  tx: Sql,
  owner: GroupOwner,
  segments: readonly Segment[],
  contains: EventBuffer['contains'],
): Promise<Segment[]> {
  // In one order for all, so that two processes never wait for one another.
  const rows = await tx.query<{ batch_id: string }>(
    `insert into ingest_claims (batch_id, owner_id) select unnest($1::text[]), $2
     on conflict (batch_id) do update set owner_id = excluded.owner_id
       where ingest_claims.owner_id = excluded.owner_id
     returning batch_id`,
    [batchIdsOf(segments).toSorted(), owner.ownerId],
  );
  const claimed = new Set(rows.map((row) => row.batch_id));
  const own: Segment[] = [];
  const gone: string[] = [];
  for (const segment of segments) {
    if (!claimed.has(segment.ref.batchId)) continue;
    // Asked after the claim: who ends a batch removes it from the buffer before it gives up its claim.
    if (segment.mayBeDone && !(await contains(segment.ref))) gone.push(segment.ref.batchId);
    else own.push(segment);
  }
  if (gone.length > 0) await tx.query('delete from ingest_claims where batch_id = any($1::text[])', [gone]);
  return own;
}

/**
 * Whether the group is still this owner's. Inside the transaction that depends on it: until that ends, nobody takes the
 * group over.
 */
export async function holdsGroup(tx: Sql, owner: GroupOwner, id: string): Promise<boolean> {
  const rows = await tx.query('select 1 from ingest_groups where id = $1 and owner_id = $2 for update', [
    id,
    owner.ownerId,
  ]);
  return rows.length > 0;
}

/** Makes one group of a dead process this owner's; undefined when there is none. Only for shared buffers. */
export async function takeOverGroup(store: Store, owner: GroupOwner): Promise<KnownGroup | undefined> {
  return store.transaction(async (tx) => {
    const [row] = await tx.query<GroupRow>(
      `update ingest_groups set owner_id = $2 where id = (
         select g.id from ingest_groups g
         where g.buffer_id = $1 and g.owner_id <> $2
           and not exists (select 1 from processes p where p.id = g.owner_id and p.lease_until >= now())
         order by g.created_at limit 1 for update of g skip locked)
       returning id, batch_ids, created_at`,
      [owner.bufferId, owner.ownerId],
    );
    if (row === undefined) return undefined;
    await tx.query('update ingest_claims set owner_id = $2 where batch_id = any($1::text[])', [
      row.batch_ids,
      owner.ownerId,
    ]);
    return knownGroup(row);
  });
}

/** Gives a group up whose batches are still in the buffer; nothing happens when it is another owner's by now. */
export async function dropGroup(store: Store, owner: GroupOwner, group: GroupKey): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await holdsGroup(tx, owner, group.id))) return;
    await removeGroup(tx, owner, group);
    await tx.query(`delete from balance_in_flight where group_id = $1 or group_id like $1 || '.%'`, [
      group.id,
    ]);
  });
}

/** Removes a group that came to its end, with the marks of its parts, unless it is another owner's by now. */
export async function forgetGroup(store: Store, owner: GroupOwner, group: GroupKey): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await holdsGroup(tx, owner, group.id))) return;
    await removeGroup(tx, owner, group);
    await tx.query(`delete from finished_parts where part_id = $1 or part_id like $1 || '.%'`, [group.id]);
  });
}

async function removeGroup(tx: Sql, owner: GroupOwner, group: GroupKey): Promise<void> {
  await tx.query('delete from ingest_groups where id = $1', [group.id]);
  if (!owner.isShared) return;
  await tx.query('delete from ingest_claims where batch_id = any($1::text[])', [group.batchIds]);
}
