import { newId } from '@margay/kit';
import type { Logger } from '@margay/kit';
import type { Engine, SettingValue, Statement } from '../engines/engine.ts';
import type {
  QueryLimits,
  QueryPool,
  QueryProgress,
  QueryRequest,
  QueryResult,
  StreamFormat,
} from '../front-door.ts';
import { lakeClosed } from '../engines/lake-closed.ts';
import { engineErrorNumber, queryCancelled, queryErrorOf, tooManyQueries } from './engine-errors.ts';
import { createQueryMemory, type MemoryStep } from './memory.ts';
import { parseResult } from './parse-result.ts';
import { createShares, type Shares } from './shares.ts';

export interface SeatCounts {
  interactive: number;
  scheduled: number;
  internal: number;
}

export interface QueryRunner {
  query(request: QueryRequest): Promise<QueryResult>;
  stream(request: QueryRequest, format: StreamFormat): AsyncIterable<Uint8Array>;
  cancel(tag: string): Promise<boolean>;
  progress(tag: string): Promise<QueryProgress | undefined>;
  /** Ends everything that runs or waits here, and refuses whatever comes after. */
  stop(): void;
}

const usualPatienceMs = 20_000;
/** Queries of one owner that wait in one pool; whoever has more does not wait for them. */
const mostWaiting = 50;
/** How long after its own limit a query may still run before it is ended from outside. */
const graceMs = 500;
const memoryExceeded = 241;
const progressEveryMs = 250;
const killEveryMs = 100;
/** A query may reach the server a moment after its connection broke: so many answers in a row say that it is not there. */
const answersThatItIsGone = 3;
/** The engine looks for its end only between blocks of rows; who waits is told this long after it was asked for. */
const answerAfterMs = 300;

/** A stream is never in memory whole; 0 is the engine's word for no limit. */
const unlimitedBytes: QueryLimits = { maxResultBytes: 0 };

const engineFormats: Record<StreamFormat, string> = {
  csv: 'CSVWithNames',
  ndjson: 'JSONEachRow',
  rows: 'JSONCompactEachRow',
};

export function createQueryRunner(
  engine: Engine,
  options: {
    seats: SeatCounts;
    limits: Required<QueryLimits>;
    /** Of all queries together; undefined where the engine looks after that. */
    memoryBytes: number | undefined;
    /** How long a person's query waits for its turn before it is refused. */
    patienceMs?: number;
    logger: Logger;
  },
): QueryRunner {
  const { logger, patienceMs = usualPatienceMs } = options;
  const refuse = tooManyQueries;
  const seatsFor = (capacity: number, perOwner = Math.max(1, capacity - 1)): Shares =>
    createShares({ capacity, perOwner, waitingPerOwner: mostWaiting, refuse });
  const { interactive, scheduled, internal } = options.seats;
  const seats: Record<QueryPool, Shares> = {
    interactive: seatsFor(interactive),
    scheduled: seatsFor(scheduled),
    internal: seatsFor(internal, internal),
  };
  const memory = createQueryMemory({
    totalBytes: options.memoryBytes,
    seatCount: interactive + scheduled + internal,
    refuse,
  });
  const running = new Map<string, AbortController>();
  let isStopped = false;

  /** Takes a seat, runs the body, and sees to it that an abort reaches the engine. */
  async function* seated(
    request: QueryRequest,
    body: (statement: Statement) => AsyncIterable<Uint8Array>,
    onAbort?: (reason: unknown) => void,
  ): AsyncGenerator<Uint8Array> {
    if (isStopped) throw lakeClosed();
    const tag = request.tag ?? newId();
    const limits = { ...options.limits, ...request.limits };
    const controller = new AbortController();
    controller.signal.addEventListener('abort', () => onAbort?.(controller.signal.reason), { once: true });
    const onOuterAbort = () => controller.abort(queryCancelled());
    request.signal?.addEventListener('abort', onOuterAbort, { once: true });
    if (request.signal?.aborted) onOuterAbort();
    running.set(tag, controller);
    const stops: (() => void)[] = [];
    let hasBegun = false;
    let isLost = false;
    try {
      const { pool, owner } = request.lane;
      const { maxMemoryBytes } = limits;
      const claim = {
        owner,
        signal: controller.signal,
        ...(pool === 'interactive' ? { patienceMs } : {}),
      };
      for (const step of memory.stepsOf({ sql: request.sql, pool, maxMemoryBytes })) {
        if (step.pot) stops.push(await step.pot.take({ ...claim, amount: step.bytes }));
        stops.push(await seats[pool].take(claim));
        controller.signal.throwIfAborted();
        stops.push(endWhenAborted(tag, controller.signal));
        stops.push(abortAfter(limits.timeoutMs + graceMs, controller));
        if (request.onProgress) stops.push(report(tag, request.onProgress));
        const settings = settingsOf(tag, limits, step);
        let hasGiven = false;
        hasBegun = true;
        try {
          for await (const chunk of body({ sql: request.sql, params: request.params, settings })) {
            hasGiven = true;
            yield chunk;
          }
          return;
        } catch (thrown) {
          if (step.isLast || hasGiven || engineErrorNumber(thrown) !== memoryExceeded) throw thrown;
          memory.noteLarge(request.sql);
        }
        for (const stop of stops.splice(0).toReversed()) stop();
        hasBegun = false;
      }
    } catch (thrown) {
      isLost = hasBegun && engineErrorNumber(thrown) === undefined;
      throw controller.signal.aborted ? controller.signal.reason : queryErrorOf(thrown);
    } finally {
      const leave = () => {
        for (const stop of stops.toReversed()) stop();
      };
      // Whoever waits for the answer need not wait for this.
      if (isLost) void untilGone(tag).then(leave);
      else leave();
      if (running.get(tag) === controller) running.delete(tag);
      request.signal?.removeEventListener('abort', onOuterAbort);
    }
  }

  const kill = async (tag: string): Promise<boolean> => {
    const ended = await engine.run({
      sql: "KILL QUERY WHERE Settings['log_comment'] = {tag:String} ASYNC",
      params: { tag },
      format: 'TSV',
    });
    return ended.length > 0;
  };

  /** The engine did not say how the query ended: a server goes on with it when the connection breaks. */
  const untilGone = async (tag: string): Promise<void> => {
    for (let answers = 0; answers < answersThatItIsGone && !isStopped;) {
      try {
        answers = (await kill(tag)) ? 0 : answers + 1;
      } catch {
        answers = 0; // A server that does not answer may still run it.
      }
      await new Promise((resolve) => setTimeout(resolve, killEveryMs).unref());
    }
  };

  /** Again and again until it is over: an abort may come before the engine has begun. */
  const endWhenAborted = (tag: string, signal: AbortSignal): (() => void) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const attempt = () => {
      kill(tag).catch((error: unknown) => logger.warn({ error, tag }, 'cancelling a query failed'));
    };
    const onAbort = () => {
      attempt();
      timer = setInterval(attempt, killEveryMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    return () => {
      clearInterval(timer);
      signal.removeEventListener('abort', onAbort);
    };
  };

  const abortAfter = (ms: number, controller: AbortController): (() => void) => {
    const timer = setTimeout(() => controller.abort(queryErrorOf({ code: '159' })), ms);
    return () => clearTimeout(timer);
  };

  const report = (tag: string, onProgress: (progress: QueryProgress) => void): (() => void) => {
    let isOver = false;
    const timer = setInterval(() => {
      progress(tag).then(
        (found) => {
          if (found && !isOver) onProgress(found);
        },
        () => undefined, // Progress is a courtesy; the query itself reports what is wrong.
      );
    }, progressEveryMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  };

  const progress = async (tag: string): Promise<QueryProgress | undefined> => {
    const bytes = await engine.run({
      sql: `SELECT sum(read_rows), sum(total_rows_approx), sum(read_bytes), sum(memory_usage), max(elapsed), count()
        FROM system.processes WHERE Settings['log_comment'] = {tag:String}`,
      params: { tag },
      format: 'JSONCompact',
    });
    const [readRows, totalRows, readBytes, memoryBytes, elapsed, count] = (
      parseResult(bytes).rows[0] ?? []
    ).map(Number);
    if (!count) return undefined;
    return {
      readRows: readRows ?? 0,
      totalRows: Math.max(totalRows ?? 0, readRows ?? 0),
      readBytes: readBytes ?? 0,
      memoryBytes: memoryBytes ?? 0,
      elapsedMs: Math.round((elapsed ?? 0) * 1000),
    };
  };

  return {
    query: async (request) => {
      const startedAt = performance.now();
      const stopped = Promise.withResolvers<never>();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const whole = seated(
        request,
        async function* (statement) {
          yield await engine.run({ ...statement, format: 'JSONCompact' });
        },
        (reason) => (timer = setTimeout(() => stopped.reject(reason), answerAfterMs)),
      );
      // Goes on without anybody waiting where it was stopped: the seat is free once the engine is done.
      const work = Array.fromAsync(whole).finally(() => clearTimeout(timer));
      const bytes = Buffer.concat(await Promise.race([work, stopped.promise]));
      // The engine counts a constant column once, however many rows repeat it.
      if (bytes.length > (request.limits?.maxResultBytes ?? options.limits.maxResultBytes)) {
        throw queryErrorOf({ code: '396' });
      }
      const parsed = parseResult(bytes);
      return { ...parsed, elapsedMs: Math.round(performance.now() - startedAt) };
    },
    stream: (request, format) =>
      seated({ ...request, limits: { ...unlimitedBytes, ...request.limits } }, (statement) =>
        engine.stream({ ...statement, format: engineFormats[format] }),
      ),
    cancel: async (tag) => {
      const here = running.get(tag);
      here?.abort(queryCancelled());
      // Another process may run it against the same server.
      return here ? true : kill(tag);
    },
    progress,
    stop: () => {
      isStopped = true;
      for (const controller of running.values()) controller.abort(queryCancelled());
    },
  };
}

/** The second line of defence, and the shape of the answer. The first is that the SQL is ours. */
function settingsOf(
  tag: string,
  limits: Required<QueryLimits>,
  { bytes, isLast }: MemoryStep,
): Record<string, SettingValue> {
  return {
    // Before the last try it is quicker to begin again with more memory than to use the disk.
    ...(isLast
      ? {}
      : { max_bytes_ratio_before_external_group_by: 0, max_bytes_ratio_before_external_sort: 0 }),
    log_comment: tag,
    max_execution_time: Math.max(0.001, limits.timeoutMs / 1000),
    timeout_overflow_mode: 'throw',
    max_result_rows: limits.maxResultRows,
    result_overflow_mode: 'throw',
    max_result_bytes: limits.maxResultBytes,
    max_memory_usage: bytes,
    // Generated SQL over hundreds of tables is long; what a person typed was limited before.
    max_query_size: 16_777_216,
    max_ast_elements: 1_000_000,
    max_expanded_ast_elements: 2_000_000,
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_denormals: 1,
    // What is searched in the text of an object is searched as people write it: `path/to`, not `path\/to`.
    output_format_json_escape_forward_slashes: 0,
    date_time_output_format: 'simple',
    session_timezone: 'UTC',
    readonly: 1,
  };
}
