import { messageOf, newId, startHeartbeat, type Logger } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import { hostname } from 'node:os';
import type { Role } from '../config.ts';

/** A process that says nothing for so long counts as dead, and what it worked on is taken over. */
const leaseSeconds = 15;
const beatMs = 3_000;

/** This process among those that share the state store. */
export interface Membership {
  /** New with every start. */
  id: string;
  /** Says that this process is over, so that others need not wait for its lease to end. */
  leave(): Promise<void>;
}

async function renew(sql: Sql, id: string): Promise<void> {
  await sql.query(`update processes set lease_until = now() + $2 * interval '1 second' where id = $1`, [
    id,
    leaseSeconds,
  ]);
}

/**
 * Tells the processes that share the state store that this one lives, for as long as it does. Leases are measured by the
 * clock of the store, which is the same for all. A lease that ran out while the process stood still is taken up again:
 * what others took over meanwhile shows at the things themselves, each of which names its owner.
 */
export async function joinProcesses(deps: {
  store: Store;
  roles: readonly Role[];
  logger: Logger;
}): Promise<Membership> {
  const { store, roles, logger } = deps;
  const id = newId();
  // The embedded store has one process: whoever is still listed is dead.
  if (store.engine === 'pglite') await store.query('delete from processes');
  else await store.query(`delete from processes where lease_until < now() - interval '1 day'`);
  await store.query(
    `insert into processes (id, roles, host, lease_until)
     values ($1, $2::text[], $3, now() + $4 * interval '1 second')`,
    [id, roles, hostname(), leaseSeconds],
  );
  const heart =
    store.engine === 'pglite'
      ? undefined
      : startHeartbeat(
          beatMs,
          () => renew(store, id),
          (error) =>
            logger.warn({ error: messageOf(error) }, 'the lease of this process could not be renewed'),
        );
  return {
    id,
    async leave() {
      await heart?.stop();
      await store.query('delete from processes where id = $1', [id]);
    },
  };
}
