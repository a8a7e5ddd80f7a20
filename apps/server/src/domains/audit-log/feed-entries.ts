import type { EventBuffer } from '@margay/ingest';
import { firstRow, type Store } from '@margay/store';
import { auditSource } from './audit-source.ts';
import { entryColumns, entryOfRow, type AuditRow } from './entry.ts';
import { pantherRecord } from './panther-record.ts';

/** One process feeds at a time; another one takes over where it has not gone on for so long. */
const leaseMs = 30_000;

export interface FeedDeps {
  store: Store;
  buffer: Pick<EventBuffer, 'append'>;
  /** Of this process among those that share the state store. */
  processId: string;
  clock: () => Date;
}

/**
 * Brings what was sealed into the event buffer, each seal as one batch with a name of its own, and moves the position
 * behind it. After a crash between the two the same batch is appended again under the same name, which the buffer, and
 * behind it the lake, knows. Gives how many batches went.
 */
export async function feedEntries({ store, buffer, processId, clock }: FeedDeps): Promise<number> {
  for (let batches = 0; ; batches++) {
    const now = clock();
    const claim = await firstRow<{ seal: number }>(
      store,
      `update audit_feed set claimed_by = $1, claimed_until = $2
       where (claimed_by is null or claimed_by = $1 or claimed_until < $3)
         and exists (select 1 from audit_log a where a.seal > audit_feed.seal and a.position is not null)
       returning seal`,
      [processId, new Date(now.getTime() + leaseMs), now],
    );
    if (claim === undefined) return batches;
    const entries = await nextSeal(store, claim.seal);
    const seal = entries.at(-1)?.seal;
    if (seal === undefined || seal === null) return batches;
    // What is older than the chain was never to be judged.
    const fresh = entries.filter(({ mac }) => mac !== null);
    if (fresh.length > 0)
      await buffer.append(
        {
          sourceId: auditSource.id,
          receivedAt: now,
          format: { type: auditSource.streamType, ...auditSource.streamOptions },
          contentType: 'application/x-ndjson',
          idempotencyKey: `seal ${seal}`,
        },
        new TextEncoder().encode(fresh.map((entry) => `${JSON.stringify(pantherRecord(entry))}\n`).join('')),
      );
    await store.query('update audit_feed set seal = $1 where claimed_by = $2 and seal = $3', [
      seal,
      processId,
      claim.seal,
    ]);
  }
}

async function nextSeal(store: Store, after: number) {
  const rows = await store.query<AuditRow>(
    `select ${entryColumns} from audit_log
     where seal = (select min(seal) from audit_log where seal > $1 and position is not null) and position is not null
     order by position`,
    [after],
  );
  return rows.map(entryOfRow);
}
