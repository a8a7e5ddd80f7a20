import type { Store } from './store.ts';

const lockKey = 7_205_332;

/**
 * Does what only one process may do at a time among those that share the store, such as making what the first start
 * makes: the others wait. The embedded store has one process, and needs no lock. The work must not use the lock itself.
 */
export async function inTurn<Result>(store: Store, work: () => Promise<Result>): Promise<Result> {
  if (store.engine === 'pglite') return work();
  // The lock lasts as long as its transaction; the work runs on other connections.
  return store.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
    return work();
  });
}
