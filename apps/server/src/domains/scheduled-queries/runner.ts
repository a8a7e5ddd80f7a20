import { messageOf, newId, startHeartbeat, type Heartbeat } from '@margay/kit';
import { executeRun, type ExecuteDeps } from './execute-run.ts';
import { claimRun, endLeases, renewLeases, type Lease } from './run-store.ts';

/** A process that dies holds its runs this long. */
const leaseMs = 60_000;
const renewMs = 20_000;
/** One seat of the lake's pool for scheduled work is left to others. */
const runsAtOnce = 2;

export interface Runner {
  /** Begins with the runs that wait, as far as there are seats. */
  wake(): Promise<void>;
  /** Once nothing runs any more. */
  idle(): Promise<void>;
  /** Takes back what a dead process held, where only one process can be. */
  recover(): Promise<void>;
  /** Cancels what runs in the lake; it is begun again later. */
  close(): Promise<void>;
}

export function createRunner(deps: ExecuteDeps): Runner {
  const { store, clock, logger } = deps;
  const owner = newId();
  const stopping = new AbortController();
  /** By the id of their run. */
  const active = new Map<string, Promise<void>>();
  let waking: Promise<void> = Promise.resolve();
  let renewer: Heartbeat | undefined;

  const lease = (): Lease => {
    const now = clock();
    return { owner, now, until: new Date(now.getTime() + leaseMs) };
  };
  const note = (what: string) => (error: unknown) => logger.error({ error: messageOf(error) }, what);

  async function fill(): Promise<void> {
    while (!stopping.signal.aborted && active.size < runsAtOnce) {
      const run = await claimRun(store, lease(), [...active.keys()]);
      if (run === undefined) return;
      const work = executeRun(deps, { run, owner, signal: stopping.signal })
        .catch(note('a run of a scheduled query broke off'))
        .finally(() => {
          active.delete(run.id);
          void wake();
        });
      active.set(run.id, work);
      keepLeases();
    }
  }

  function keepLeases(): void {
    renewer ??= startHeartbeat(
      renewMs,
      async () => {
        if (active.size > 0) await renewLeases(store, lease());
      },
      note('leases of scheduled queries could not be renewed'),
    );
  }

  /** One after the other, so that two calls do not take more than there are seats. */
  function wake(): Promise<void> {
    waking = waking.then(fill).catch(note('runs of scheduled queries could not be claimed'));
    return waking;
  }

  return {
    wake,
    async idle() {
      // A run may end while the next ones are being claimed: its seat is only filled by the claim after that.
      for (let settled: Promise<void> | undefined; settled !== waking || active.size > 0;) {
        settled = waking;
        await settled;
        await Promise.all(active.values());
      }
    },
    async recover() {
      if (store.engine === 'pglite') await endLeases(store);
    },
    async close() {
      stopping.abort();
      await waking;
      await Promise.all(active.values());
      await renewer?.stop();
    },
  };
}
