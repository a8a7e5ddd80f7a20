import { messageOf, MargayError, newId, startHeartbeat, type Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import { replayContent, type ContentDeps } from './content.ts';
import { inLane, type Lake } from '@margay/lake';
import { cancelledReplay, type EnginePool, type ReplayOutcome, replayRule } from '@margay/replay';
import {
  emptySummary,
  summaryOf,
  type ReplayRecord,
  type ReplayState,
  type ReplaySummary,
} from './record.ts';
import { gigabyte } from './scope.ts';
import { claimReplay, endReplay, insertPreviews, noteProgress, releaseReplay } from './store.ts';

/** Works through the replays that wait, oldest first. */
export interface ReplayRunner {
  /** Looks for work; returns at once. */
  wake(): void;
  /** Ends the replay if it runs here; the others find out by themselves within a second. */
  stop(id: string): void;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
  /** Gives back what runs. */
  close(): Promise<void>;
}

export interface RunnerDeps extends ContentDeps {
  store: Store;
  lake: Pick<Lake, 'query' | 'layout' | 'statistics'>;
  pool: EnginePool;
  clock: () => Date;
  logger: Logger;
}

const leaseMs = 15_000;
const beatMs = 500;
/** A replay that took the server down this often is not tried again. */
const mostAttempts = 3;
export const mostPreviews = 1_000;
const previewsPerStep = 100;

/**
 * A replay belongs to whoever holds its lease. After a crash the lease runs out, and the replay starts again from the
 * beginning: what a rule keeps in memory from one event to the next is gone, and half a replay would not be the same.
 */
export function createReplayRunner(deps: RunnerDeps): ReplayRunner {
  const { store, clock, logger } = deps;
  const owner = newId();
  let running: { id: string; controller: AbortController } | undefined;
  let work: Promise<void> | undefined;
  let isClosed = false;
  let isWanted = false;

  async function workThrough(): Promise<void> {
    do {
      isWanted = false;
      for (;;) {
        if (isClosed) return;
        const record = await claimReplay(store, owner, leaseEnd(), clock());
        if (record === undefined) break;
        await run(record);
      }
    } while (isWanted);
  }

  const leaseEnd = () => new Date(clock().getTime() + leaseMs);

  async function run(record: ReplayRecord): Promise<void> {
    if (record.attempt > mostAttempts) {
      const error = `The server stopped ${mostAttempts} times while this replay ran, so it was given up. Start it again, over a shorter window.`;
      await endReplay(store, record.id, { state: 'ERROR_EVALUATION', error, now: clock() });
      return;
    }
    const controller = new AbortController();
    running = { id: record.id, controller };
    const beat = startBeat(record, controller);
    try {
      const { outcome, estimatedBytes } = await evaluate(record, controller.signal, beat.tell);
      const summary = {
        ...summaryOf(outcome.counts, estimatedBytes),
        errors: errorLines(outcome),
        histogram: outcome.slices,
      };
      beat.tell({ ...summary, evaluationProgress: 1 }, 'COMPUTATION_IN_PROGRESS');
      await keepPreviews(record, outcome, summary, controller.signal, beat.tell);
    } catch (error) {
      await fail(record, error, beat, controller.signal);
    } finally {
      await beat.end();
      running = undefined;
    }
  }

  async function evaluate(
    record: ReplayRecord,
    signal: AbortSignal,
    tell: Beat['tell'],
  ): Promise<{ outcome: ReplayOutcome; estimatedBytes: number }> {
    const scope = {
      logTypes: record.logTypes,
      from: record.startsAt,
      to: record.endsAt,
      parsedBefore: record.createdAt,
      ...(record.maxSizeInGB === null ? {} : { maxBytes: record.maxSizeInGB * gigabyte }),
    };
    const content = await replayContent(deps, record.rule, record.logTypes);
    let estimatedBytes = 0;
    const outcome = await deps.pool.use(`replay:${record.detectionId}`, signal, (engine) =>
      replayRule(content, scope, {
        engine,
        lake: inLane(deps.lake, { pool: 'scheduled', owner: record.createdBy.id }),
        signal,
        mostAlerts: mostPreviews,
        onProgress(counts, bytes) {
          estimatedBytes = bytes;
          tell(summaryOf(counts, bytes), 'EVALUATION_IN_PROGRESS');
        },
      }),
    );
    return { outcome, estimatedBytes };
  }

  async function keepPreviews(
    record: ReplayRecord,
    { alerts }: ReplayOutcome,
    summary: ReplaySummary,
    signal: AbortSignal,
    tell: Beat['tell'],
  ): Promise<void> {
    for (let done = 0; done < alerts.length; done += previewsPerStep) {
      if (signal.aborted) throw cancelledReplay();
      const step = alerts.slice(done, done + previewsPerStep);
      await store.transaction((tx) => insertPreviews(tx, record.id, step, done));
      const computationProgress = (done + step.length) / alerts.length;
      tell({ ...summary, evaluationProgress: 1, computationProgress }, 'COMPUTATION_IN_PROGRESS');
    }
    const whole = { ...summary, evaluationProgress: 1, computationProgress: 1 };
    await endReplay(store, record.id, { state: 'DONE', summary: whole, now: clock() });
  }

  async function fail(record: ReplayRecord, error: unknown, beat: Beat, signal: AbortSignal): Promise<void> {
    if (isClosed) {
      await releaseReplay(store, record.id, owner);
      return;
    }
    // Stopped by a person: the state says so already.
    if (signal.aborted) return;
    const isOurs = error instanceof MargayError && error.kind !== 'internal';
    if (!isOurs) logger.error({ replayId: record.id, error: messageOf(error) }, 'replay failed');
    const message = isOurs ? error.message : 'The replay failed on the server. Start it again.';
    const state = beat.state() === 'COMPUTATION_IN_PROGRESS' ? 'ERROR_COMPUTATION' : 'ERROR_EVALUATION';
    await endReplay(store, record.id, { state, summary: beat.summary(), error: message, now: clock() });
  }

  interface Beat {
    tell(summary: ReplaySummary, state: ReplayState): void;
    state(): ReplayState;
    summary(): ReplaySummary;
    end(): Promise<void>;
  }

  /** Writes the newest progress twice a second, and learns in passing when the replay was stopped elsewhere. */
  function startBeat({ id }: ReplayRecord, controller: AbortController): Beat {
    let latest = { state: 'EVALUATION_IN_PROGRESS' as ReplayState, summary: emptySummary };
    const heart = startHeartbeat(
      beatMs,
      async () => {
        const isOurs = await noteProgress(
          store,
          { id, owner },
          { ...latest, leaseUntil: leaseEnd(), now: clock() },
        );
        if (!isOurs) controller.abort(cancelledReplay());
      },
      (error) =>
        logger.warn({ replayId: id, error: messageOf(error) }, 'progress of a replay could not be written'),
    );
    return {
      tell: (summary, state) => (latest = { state, summary }),
      state: () => latest.state,
      summary: () => latest.summary,
      end: () => heart.stop(),
    };
  }

  return {
    wake() {
      isWanted = true;
      if (work !== undefined || isClosed) return;
      work = workThrough()
        .catch((error: unknown) => logger.error({ error: messageOf(error) }, 'replays could not be run'))
        .finally(() => (work = undefined));
    },
    stop(id) {
      if (running?.id === id) running.controller.abort(cancelledReplay());
    },
    async idle() {
      while (work !== undefined) await work;
    },
    async close() {
      isClosed = true;
      running?.controller.abort(cancelledReplay());
      await work;
    },
  };
}

const errorLines = ({ errors }: ReplayOutcome): string[] =>
  errors.slice(0, 5).map(({ error, event }) => (event === null ? error : `${error} (event ${event.rowId})`));
