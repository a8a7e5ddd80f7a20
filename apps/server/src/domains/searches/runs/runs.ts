import { limitExceeded, MargayError, messageOf, newId, type Logger } from '@margay/kit';
import type { Lake, QueryProgress } from '@margay/lake';
import { lakeAsker, type AskLake, type PersonLimits, type RunCost } from './ask-lake.ts';
import type { ResultPage } from '../results/page.ts';

export interface RunProgress {
  readRows: number;
  readBytes: number;
  totalRows: number;
  elapsedMs: number;
}

export type RunState =
  | { status: 'running'; progress: RunProgress }
  | { status: 'succeeded'; page: ResultPage; progress: RunProgress; cost: RunCost }
  | {
      status: 'failed' | 'cancelled';
      message: string;
      /** Ended because nobody asked for it any more; asking again starts it again. */
      isAbandoned?: boolean;
      progress: RunProgress;
      cost: RunCost;
    };

export interface RunRequest {
  /** Everything the result depends on: search, part, page and the caller's log-type access. */
  key: string;
  searchId: string;
  actorId: string;
  /** Looked at after the others: begins once what runs of the same search for this person has come, or a second later. */
  comesSecond?: boolean;
  work(ask: AskLake): Promise<ResultPage>;
  /** Called once when it is over. */
  onEnd(state: Exclude<RunState, { status: 'running' }>): void;
}

/** The parts of searches that run now or ran lately, in the memory of this process. */
export interface Runs {
  /** The run of this key, started when there is none; waits a moment for its end. */
  watch(request: RunRequest): Promise<RunState>;
  /** The result of a run that came to its end lately; undefined when there is none here. */
  known(key: string): ResultPage | undefined;
  /** Ends every run of a search, and refuses new ones. */
  cancel(searchId: string): void;
  /** Ends the runs of a search that this person started. */
  cancelOwn(searchId: string, actorId: string): void;
  /** This person looks at the search no more: what they started ends soon, unless it is asked for again. */
  leave(searchId: string, actorId: string): void;
  /** How far the running parts of a search are, together; undefined when none runs here. */
  progress(searchId: string): RunProgress | undefined;
  close(): void;
}

export interface RunsOptions {
  lake: Pick<Lake, 'query'>;
  /** Of each query of a run. Default 60 s and 2 GB. */
  limits?: PersonLimits;
  logger: Logger;
  /** How long one look at a run waits for it. Default 375 ms. */
  waitMs?: number;
  /** Rough size of the results kept in memory. */
  maxBytes?: number;
  maxRunning?: number;
  /** How long a run goes on that nobody asks for: usually, and after whoever started it has left. */
  unreadMs?: { usual: number; left: number };
}

interface Run {
  request: RunRequest;
  controller: AbortController;
  startedAt: number;
  endedAt?: number;
  latest?: QueryProgress;
  state?: Exclude<RunState, { status: 'running' }>;
  done: Promise<void>;
  size: number;
  /** When it was last asked for, and how long it goes on after that. */
  seenAt: number;
  unreadMs: number;
  timer?: ReturnType<typeof setTimeout>;
  isAbandoned?: boolean;
}

const abandonedMessage =
  'The search was ended because nobody waited for its result any more. Open it to run it again.';
export const cancelledMessage = 'The search was cancelled.';
/** These newest results stay whatever their size, so that who waits for one gets it. */
const alwaysKept = 8;
const bookkeepingSize = 2_000;
/** A fault is shown to whoever looks now; who comes later has it tried again. */
const faultKeptMs = 30_000;
/** What comes second waits for the first no longer than this. */
const secondAfterMs = 1_000;
/** Nearly until the console asks again, every 400 ms: what ends meanwhile is answered at once. */
const usualWaitMs = 375;
/** The console asks twice a second, and once a second from a page in the background. */
const usualUnreadMs = { usual: 10_000, left: 1_500 };
/** Who asks more rarely than that is given time by how rarely they ask. */
const patienceFactor = 3;
const mostUnreadMs = 300_000;

export function createRuns(options: RunsOptions): Runs {
  const { lake, limits, logger, waitMs = usualWaitMs, maxBytes = 96 * 1024 ** 2, maxRunning = 12 } = options;
  const { unreadMs = usualUnreadMs } = options;
  /** Least lately used first. */
  const runs = new Map<string, Run>();
  const cancelled = new Set<string>();

  /** Counts anew from now. */
  function expectReader(run: Run, ms: number): void {
    clearTimeout(run.timer);
    if (run.state !== undefined) return;
    run.timer = setTimeout(() => {
      run.isAbandoned = true;
      run.controller.abort();
    }, ms);
    run.timer.unref();
  }

  /** Longer for those who came back to find it ended, or they would start it again and again. */
  function patienceFor(key: string): number {
    const before = runs.get(key);
    if (!before?.isAbandoned) return unreadMs.usual;
    const away = performance.now() - before.seenAt;
    return Math.min(mostUnreadMs, Math.max(before.unreadMs, patienceFactor * away));
  }

  function start(request: RunRequest): Run {
    const running = [...runs.values()].filter(
      (run) => run.state === undefined && run.request.actorId === request.actorId,
    ).length;
    if (running >= maxRunning) {
      throw limitExceeded(`You have ${running} searches running. Wait for one to end or cancel one.`, {
        retryAfterSeconds: 5,
      });
    }
    const controller = new AbortController();
    const run: Run = {
      request,
      controller,
      startedAt: performance.now(),
      done: Promise.resolve(),
      size: bookkeepingSize,
      seenAt: performance.now(),
      unreadMs: patienceFor(request.key),
    };
    const { ask, cost } = lakeAsker(lake, {
      tag: `search:${request.searchId}:${newId()}`,
      lane: { pool: 'interactive', owner: request.actorId },
      ...(limits ? { limits } : {}),
      signal: controller.signal,
      onProgress: (progress) => (run.latest = progress),
    });
    run.done = isFree(request)
      .then(() => request.work(ask))
      .then(
        (page) => end(run, { status: 'succeeded', page, progress: progressOf(run), cost }),
        (thrown: unknown) => end(run, { ...faultOf(run, thrown), ...spentOf(run, cost) }),
      );
    return run;
  }

  /** Side by side they would share the processors, and the rows take twice their time. */
  async function isFree({ comesSecond, searchId, actorId }: RunRequest): Promise<void> {
    if (!comesSecond) return;
    const first = [...runs.values()].filter(
      ({ state, request: other }) =>
        state === undefined && !other.comesSecond && other.searchId === searchId && other.actorId === actorId,
    );
    await within(Promise.all(first.map((run) => run.done)), secondAfterMs);
  }

  function end(run: Run, state: NonNullable<Run['state']>): void {
    clearTimeout(run.timer);
    run.endedAt = performance.now();
    run.state = state;
    if (state.status === 'succeeded') run.size += roughSize(state.page.rows);
    run.request.onEnd(state);
    evict();
  }

  function faultOf(
    run: Run,
    thrown: unknown,
  ): { status: 'failed' | 'cancelled'; message: string; isAbandoned?: boolean } {
    const isOurs = thrown instanceof MargayError;
    if (run.isAbandoned) return { status: 'failed', message: abandonedMessage, isAbandoned: true };
    if (run.controller.signal.aborted || (isOurs && thrown.code === 'QueryCancelled'))
      return { status: 'cancelled', message: cancelledMessage };
    if (!isOurs || thrown.kind === 'internal') {
      const cause = thrown instanceof Error && thrown.cause ? messageOf(thrown.cause) : undefined;
      logger.error({ searchId: run.request.searchId, error: messageOf(thrown), cause }, 'search failed');
    }
    const message = isOurs ? thrown.message : 'The search failed on the server. Try it again.';
    return { status: 'failed', message };
  }

  function evict(): void {
    let bytes = 0;
    const newestFirst = [...runs].toReversed();
    for (const [index, [key, run]] of newestFirst.entries()) {
      bytes += run.size;
      if (run.state !== undefined && index >= alwaysKept && bytes > maxBytes) runs.delete(key);
    }
  }

  function current(key: string): Run | undefined {
    const run = runs.get(key);
    const isOldFault =
      run?.state !== undefined &&
      run.state.status !== 'succeeded' &&
      performance.now() - (run.endedAt ?? 0) > faultKeptMs;
    // Stopped without the search being given up: whoever asks again wants it.
    const isStopped = run?.state?.status === 'cancelled' && !cancelled.has(run.request.searchId);
    const isLeft = run?.isAbandoned && run.state?.status !== 'succeeded';
    return isOldFault || isStopped || isLeft ? undefined : run;
  }

  function abortWhere(isMeant: (run: Run) => boolean): void {
    for (const run of runs.values()) if (run.state === undefined && isMeant(run)) run.controller.abort();
  }

  return {
    async watch(request) {
      const known = current(request.key);
      if (!known && cancelled.has(request.searchId))
        return {
          status: 'cancelled',
          message: cancelledMessage,
          progress: noProgress,
          cost: { bytesScanned: 0, elapsedMs: 0 },
        };
      const run = known ?? start(request);
      runs.delete(request.key);
      runs.set(request.key, run);
      clearTimeout(run.timer);
      if (run.state === undefined) await within(run.done, waitMs);
      run.seenAt = performance.now();
      expectReader(run, run.unreadMs);
      return run.state ?? { status: 'running', progress: progressOf(run) };
    },
    known(key) {
      const state = runs.get(key)?.state;
      return state?.status === 'succeeded' ? state.page : undefined;
    },
    cancel(searchId) {
      cancelled.add(searchId);
      if (cancelled.size > 1_000) cancelled.delete(cancelled.values().next().value ?? '');
      abortWhere((run) => run.request.searchId === searchId);
    },
    cancelOwn: (searchId, actorId) =>
      abortWhere((run) => run.request.searchId === searchId && run.request.actorId === actorId),
    leave(searchId, actorId) {
      for (const run of runs.values())
        if (run.request.searchId === searchId && run.request.actorId === actorId)
          expectReader(run, unreadMs.left);
    },
    progress(searchId) {
      const running = [...runs.values()].filter(
        (run) => run.state === undefined && run.request.searchId === searchId,
      );
      if (running.length === 0) return undefined;
      return running.map(progressOf).reduce((sum, part) => ({
        readRows: sum.readRows + part.readRows,
        readBytes: sum.readBytes + part.readBytes,
        totalRows: sum.totalRows + part.totalRows,
        elapsedMs: Math.max(sum.elapsedMs, part.elapsedMs),
      }));
    },
    close: () => abortWhere(() => true),
  };
}

export const noProgress: RunProgress = { readRows: 0, readBytes: 0, totalRows: 0, elapsedMs: 0 };

/** What a run that came to no result read all the same. */
function spentOf(run: Run, cost: RunCost): { progress: RunProgress; cost: RunCost } {
  const progress = progressOf(run);
  return {
    progress,
    cost: {
      bytesScanned: cost.bytesScanned + progress.readBytes,
      elapsedMs: Math.max(cost.elapsedMs, progress.elapsedMs),
    },
  };
}

function progressOf(run: Run): RunProgress {
  return {
    readRows: run.latest?.readRows ?? 0,
    readBytes: run.latest?.readBytes ?? 0,
    totalRows: run.latest?.totalRows ?? 0,
    elapsedMs: Math.round((run.endedAt ?? performance.now()) - run.startedAt),
  };
}

async function within(done: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moment = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([done, moment]);
  clearTimeout(timer);
}

/** Bytes a value takes in memory, about: enough to keep the sum of results within bounds. */
function roughSize(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + roughSize(item), 16);
  return Object.entries(value).reduce((sum, [name, item]) => sum + 16 + name.length + roughSize(item), 16);
}
