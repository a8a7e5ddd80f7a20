import { firstRow, type Sql, type Store } from '@margay/store';
import type { ChainCodes, ChainPlace } from './chain.ts';
import { writeCheckpoint } from './checkpoints.ts';

const mostAtOnce = 5_000;

/**
 * Drops the entries at the beginning of the chain that are older than `before`. A checkpoint keeps the place from which
 * the rest goes on, so that it can still be verified. Gives how many entries went.
 */
export async function cutLog(
  { store, codes, clock }: { store: Store; codes: ChainCodes; clock: () => Date },
  before: Date,
): Promise<number> {
  for (let dropped = 0; ;) {
    const count = await store.transaction(async (tx) => {
      const place = await lastToDrop(tx, before);
      if (place === undefined) return 0;
      await writeCheckpoint(tx, codes, { kind: 'CUT', ...place }, clock());
      const gone = await tx.query('delete from audit_log where position <= $1 returning 1', [place.position]);
      return gone.length;
    });
    dropped += count;
    if (count < mostAtOnce) return dropped;
  }
}

/** Up to the first entry that is to stay: the times of neighbours may be the other way round. */
async function lastToDrop(tx: Sql, before: Date): Promise<ChainPlace | undefined> {
  return firstRow<ChainPlace>(
    tx,
    `select position, hash from audit_log
     where position is not null
       and position < coalesce(
         (select min(position) from audit_log where position is not null and created_at >= $1), 9223372036854775807)
       and position < coalesce((select min(position) from audit_log where position is not null), 0) + $2
       and position <= (select seal from audit_feed)
     order by position desc limit 1`,
    [before, mostAtOnce],
  );
}
