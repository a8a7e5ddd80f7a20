import { firstRow, type Sql, type Store } from '@margay/store';
import { chainStart, type ChainCodes, type ChainPlace } from './chain.ts';
import { newestCheckpoint, writeCheckpoint } from './checkpoints.ts';
import { entryColumns, entryOfRow, type AuditRow, type ChainedEntry } from './entry.ts';

/** Entries that are sealed at once. */
const mostAtOnce = 500;
/** Only one process seals at a time; those who write entries wait for nobody. */
const lockKey = 7_205_341;

export interface SealDeps {
  store: Store;
  codes: ChainCodes;
  clock: () => Date;
}

/**
 * Gives entries that were written since the last time their places in the chain, in the order of their ids. An entry whose
 * transaction is still open is not seen now and sealed later, so none is passed over. Gives how many were sealed.
 */
export async function sealEntries({ store, codes }: SealDeps): Promise<number> {
  const waiting = await firstRow(store, 'select 1 from audit_log where position is null limit 1');
  if (waiting === undefined) return 0;
  return store.transaction(async (tx) => {
    const lock = await firstRow<{ got: boolean }>(tx, 'select pg_try_advisory_xact_lock($1) as got', [
      lockKey,
    ]);
    return lock?.got === true ? sealBlock(tx, codes, 'position is null') : 0;
  });
}

/**
 * Seals what an earlier version wrote, before there was a chain, and notes down up to where that is. Done once, before
 * anything else is sealed.
 */
export async function sealOrigin({ store, codes, clock }: SealDeps): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const begun = await firstRow(
      tx,
      `select 1 from audit_checkpoints union all select 1 from audit_log where position is not null limit 1`,
    );
    if (begun !== undefined) return;
    while ((await sealBlock(tx, codes, 'position is null and mac is null')) > 0);
    await writeCheckpoint(tx, codes, { kind: 'ORIGIN', ...(await headOf(tx, codes)) }, clock());
  });
}

async function sealBlock(tx: Sql, codes: ChainCodes, which: string): Promise<number> {
  const rows = await tx.query<AuditRow>(
    `select ${entryColumns} from audit_log where ${which} order by id limit ${mostAtOnce}`,
  );
  if (rows.length === 0) return 0;
  const places = chained(await headOf(tx, codes), rows.map(entryOfRow), codes);
  await tx.query(
    `update audit_log a set position = s.position, hash = s.hash, seal = $2
     from jsonb_to_recordset($1::jsonb) as s(id text, position bigint, hash text) where a.id = s.id`,
    [JSON.stringify(places), places.at(-1)?.position ?? 0],
  );
  return places.length;
}

function chained(
  head: ChainPlace,
  entries: readonly ChainedEntry[],
  codes: ChainCodes,
): (ChainPlace & { id: string })[] {
  let before = head;
  return entries.map((entry) => {
    before = { position: before.position + 1, hash: codes.link(before, entry) };
    return { id: entry.id, ...before };
  });
}

/** Where the chain ends: at its last entry, or where it was cut. */
async function headOf(sql: Sql, codes: ChainCodes): Promise<ChainPlace> {
  const last = await firstRow<ChainPlace>(
    sql,
    'select position, hash from audit_log where position is not null order by position desc limit 1',
  );
  if (last !== undefined) return last;
  const cut = await newestCheckpoint(sql, codes, 'CUT');
  return cut === undefined ? chainStart : { position: cut.position, hash: cut.hash };
}
