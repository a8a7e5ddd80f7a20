import { messageOf, newId, startHeartbeat, type Heartbeat, type Logger } from '@margay/kit';
import { type EnginePool, isCancelledReplay } from '@margay/replay';
import type { QuarantineRecord } from './record.ts';
import {
  CatchUpLost,
  claimCatchUp,
  dropOldQuarantines,
  dropTooOld,
  endCatchUpLeases,
  failCatchUp,
  releaseCatchUp,
  renewCatchUp,
} from './store.ts';
import { CannotJudge, workThrough, writeKept, type WorkDeps } from './work-through.ts';

/** Judges what passed detections while they were quarantined, one detection at a time. */
export interface CatchUpRunner {
  /** Looks for work; returns at once. */
  wake(): void;
  /** Ends what runs for the detection; the caller has written that it is over. */
  stop(detectionId: string): void;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
  /** Takes back what a dead process held, where only one process can be. */
  recover(): Promise<void>;
  /** Gives back what runs. */
  close(): Promise<void>;
}

export interface RunnerDeps extends WorkDeps {
  pool: EnginePool;
  logger: Logger;
  /** What passed longer ago than this is not judged any more. */
  longestMs: number;
}

const leaseMs = 15_000;
const beatMs = 500;
const pauseAfterFaultMs = 60_000;
/** Without a step done in between. */
const mostAttempts = 3;
const keptMs = 30 * 86_400_000;

export function createCatchUpRunner(deps: RunnerDeps): CatchUpRunner {
  const { store, clock, logger } = deps;
  const owner = newId();
  let running: { detectionId: string; controller: AbortController } | undefined;
  let work: Promise<void> | undefined;
  let isClosed = false;
  let isWanted = false;

  async function workOff(): Promise<void> {
    do {
      isWanted = false;
      const now = clock().getTime();
      await dropTooOld(store, new Date(now - deps.longestMs));
      await dropOldQuarantines(store, new Date(now - keptMs));
      while (!isClosed) {
        const record = await claimCatchUp(store, { owner, now: clock(), until: leaseEnd() });
        if (record === undefined) break;
        await run(record);
      }
    } while (isWanted && !isClosed);
  }

  const leaseEnd = () => new Date(clock().getTime() + leaseMs);

  async function run(record: QuarantineRecord): Promise<void> {
    const controller = new AbortController();
    running = { detectionId: record.detectionId, controller };
    const claim = keepClaim(record, controller);
    try {
      await writeKept(deps, record);
      if (record.state === 'CATCHING_UP') await judge(record, controller.signal);
      await releaseCatchUp(store, record, owner);
    } catch (error) {
      await end(record, error, controller.signal);
    } finally {
      await claim.stop();
      running = undefined;
    }
  }

  async function judge(record: QuarantineRecord, signal: AbortSignal): Promise<void> {
    if (record.attempt > mostAttempts)
      throw new CannotJudge(
        `The server stopped ${mostAttempts} times while it judged the same events, so it was given up. Save the detection anew to go on.`,
        await versionOf(record.detectionId),
      );
    await deps.pool.use('catch-up', signal, (engine) => workThrough(deps, { record, owner, signal }, engine));
  }

  const versionOf = async (detectionId: string) =>
    (await deps.detections.content()).rules.find(({ id }) => id === detectionId)?.versionId ?? '';

  /** Whatever happens, what is not decided stays on the list. */
  async function end(record: QuarantineRecord, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof CannotJudge) {
      const { message, versionId: triedVersionId } = error;
      await failCatchUp(store, record, { owner, error: message, triedVersionId });
      return;
    }
    const isStopped = signal.aborted || isCancelledReplay(error) || error instanceof CatchUpLost;
    if (!isStopped) {
      const cause = error instanceof Error && error.cause ? messageOf(error.cause) : undefined;
      logger.error(
        { detection: record.detectionId, error: messageOf(error), cause },
        'catching up broke off',
      );
    }
    const again = isStopped ? null : new Date(clock().getTime() + pauseAfterFaultMs);
    await releaseCatchUp(store, record, owner, again).catch((fault: unknown) =>
      logger.warn({ error: messageOf(fault) }, 'catching up could not be given back'),
    );
  }

  /** Keeps the claim, and learns in passing when a person ended it elsewhere. */
  const keepClaim = (record: QuarantineRecord, controller: AbortController): Heartbeat =>
    startHeartbeat(
      beatMs,
      async () => {
        const isOurs = await renewCatchUp(store, record, { owner, until: leaseEnd() });
        if (!isOurs) controller.abort(new CatchUpLost('it was ended, or goes on elsewhere'));
      },
      (error) => logger.warn({ error: messageOf(error) }, 'the claim of a catching up could not be renewed'),
    );

  return {
    wake() {
      isWanted = true;
      if (work !== undefined || isClosed) return;
      work = workOff()
        .catch((error: unknown) => logger.error({ error: messageOf(error) }, 'catching up could not be run'))
        .finally(() => (work = undefined));
    },
    stop(detectionId) {
      if (running?.detectionId === detectionId)
        running.controller.abort(new CatchUpLost('it was ended by a person'));
    },
    async idle() {
      while (work !== undefined) await work;
    },
    async recover() {
      if (store.engine === 'pglite') await endCatchUpLeases(store);
    },
    async close() {
      isClosed = true;
      running?.controller.abort(new CatchUpLost('the server stops'));
      await work;
    },
  };
}
