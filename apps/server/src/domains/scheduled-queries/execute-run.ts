import { MargayError, messageOf, type Logger } from '@margay/kit';
import { askRows, type AskedRows, type RowLimits } from './ask-rows.ts';
import { judgeRun, type JudgeDeps } from './judge-run.ts';
import type { RunRecord } from './record.ts';
import { keepRows } from './row-store.ts';
import { reasonNotToRun, scheduledQueryOf, type ScheduledQuery } from './runnable.ts';
import { changeRun, LeaseLost, type RunChange } from './run-store.ts';
import type { DetectionsService } from '../detections/index.ts';

export interface ExecuteDeps extends JudgeDeps {
  detections: Pick<DetectionsService, 'find' | 'list' | 'content' | 'reload'>;
  logger: Logger;
  limits: RowLimits;
  /** Length of a minute of a query's time-out. */
  timeoutMinuteMs: number;
}

const maxAttempts = 3;
/** After the first failure; four times as long after each further one, and never longer than the last. */
const firstPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

interface Held {
  run: RunRecord;
  owner: string;
  signal: AbortSignal;
}

/** Works on a run that this owner holds, as far as it comes; whatever happens is in its row afterwards. */
export async function executeRun(deps: ExecuteDeps, held: Held): Promise<void> {
  try {
    const run = held.run.state === 'JUDGING' ? held.run : await ask(deps, held);
    if (run !== undefined) await judge(deps, { ...held, run });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    deps.logger.warn({ run: held.run.id }, 'a run of a scheduled query went on in another process');
  }
}

/** The run with its rows kept, or undefined when it has to wait or is over. */
async function ask(deps: ExecuteDeps, held: Held): Promise<RunRecord | undefined> {
  const { store, clock } = deps;
  const { id, attempts: before, queryId } = held.run;
  const hold = { id, owner: held.owner };
  const record = await deps.detections.find(queryId, ['SAVED_QUERY']);
  const query = record && scheduledQueryOf(record);
  if (query === undefined || (!query.enabled && held.run.trigger === 'SCHEDULE')) {
    const error = `The query was ${query === undefined ? 'deleted' : 'disabled'} before this run began.`;
    await changeRun(store, { ...hold, release: true }, { state: 'CANCELLED', completedAt: clock(), error });
    return undefined;
  }
  if (before >= maxAttempts) {
    await fail(deps, held, query, 'The server stopped each time while it ran.');
    return undefined;
  }
  const { scheduledAt } = held.run;
  const windowFrom =
    query.lookbackSeconds === undefined
      ? null
      : new Date(scheduledAt.getTime() - query.lookbackSeconds * 1000);
  const run = await changeRun(store, hold, {
    state: 'RUNNING',
    attempts: before + 1,
    startedAt: clock(),
    versionId: query.versionId,
    windowFrom,
  });
  const attempt: Attempt = { ...held, run, query };
  try {
    const reason = reasonNotToRun(query);
    if (reason !== undefined) throw new MargayError('invalid-input', reason);
    const { limits } = deps;
    const asked = await askRows(deps.lake, {
      query,
      scheduledAt,
      windowFrom,
      limits,
      timeoutMs: query.schedule.timeoutMinutes * deps.timeoutMinuteMs,
      tag: `scheduled:${id}:${run.attempts}`,
      signal: held.signal,
    });
    return await keep(deps, attempt, asked);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    await tryLater(deps, attempt, error);
    return undefined;
  }
}

interface Attempt extends Held {
  query: ScheduledQuery;
}

async function keep({ store }: ExecuteDeps, { run, owner }: Attempt, asked: AskedRows): Promise<RunRecord> {
  const { rowTexts, isCut, bytesScanned, elapsedMs } = asked;
  return store.transaction(async (tx) => {
    const kept = await changeRun(
      tx,
      { id: run.id, owner },
      { state: 'JUDGING', rowCount: rowTexts.length, isCut, bytesScanned, elapsedMs, error: '' },
    );
    await keepRows(tx, run.id, rowTexts);
    return kept;
  });
}

async function tryLater(deps: ExecuteDeps, attempt: Attempt, error: unknown): Promise<void> {
  const { run, owner, query, signal } = attempt;
  const hold = { id: run.id, owner, release: true };
  if (signal.aborted) {
    // The process stops: the attempt does not count.
    await changeRun(deps.store, hold, { state: 'PENDING', attempts: run.attempts - 1 });
    return;
  }
  const message = faultOf(error, query);
  const isTheirs = error instanceof MargayError && error.kind === 'invalid-input';
  deps.logger.warn(
    { query: query.id, run: run.id, attempt: run.attempts, error: messageOf(error) },
    'a scheduled query failed',
  );
  if (isTheirs || run.attempts >= maxAttempts) {
    await fail(deps, attempt, query, message);
    return;
  }
  const change: RunChange = {
    state: 'PENDING',
    nextAttemptAt: pauseAfter(deps.clock(), run.attempts),
    error: message,
  };
  await changeRun(deps.store, hold, change);
}

function faultOf(error: unknown, { id, schedule }: ScheduledQuery): string {
  if (!(error instanceof MargayError) || error.kind === 'internal') {
    return 'The query failed on the server. The log of the server says why.';
  }
  if (error.code !== 'QueryTimeout') return error.message;
  return `The query ${id} ran longer than its time-out of ${schedule.timeoutMinutes} min and was cancelled. Narrow its time range, add a filter, or give it a longer time-out.`;
}

function pauseAfter(now: Date, failures: number): Date {
  const ms = Math.min(longestPauseMs, firstPauseMs * 4 ** (failures - 1));
  return new Date(now.getTime() + ms);
}

async function fail(
  deps: ExecuteDeps,
  { run, owner }: Held,
  query: ScheduledQuery,
  error: string,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const hold = { id: run.id, owner, release: true };
    const failed = await changeRun(tx, hold, { state: 'FAILED', completedAt: deps.clock(), error });
    await deps.alertWriter.raise(
      {
        type: 'SAVED_QUERY_FAILED',
        relatedComponent: 'SAVED_QUERY',
        relatedId: query.id,
        relatedName: query.id,
        title: `The scheduled query ${query.id} failed`,
        description: `${error} Scheduled rules that use it were not run on its rows of ${run.scheduledAt.toISOString()}.`,
        details: {
          runId: run.id,
          scheduledAt: run.scheduledAt.toISOString(),
          attempts: failed.attempts,
          error,
        },
      },
      tx,
    );
  });
}

/** What the lake returned must be judged: this is tried until it is done. */
async function judge(deps: ExecuteDeps, { run, owner }: Held): Promise<void> {
  try {
    await judgeRun(deps, run, owner);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    deps.logger.error(
      { query: run.queryId, run: run.id, error: messageOf(error) },
      'rows of a scheduled query could not be judged',
    );
    const nextAttemptAt = pauseAfter(deps.clock(), 1);
    const message = 'Its rows could not be judged yet; this is tried again.';
    await changeRun(deps.store, { id: run.id, owner, release: true }, { nextAttemptAt, error: message });
  }
}
