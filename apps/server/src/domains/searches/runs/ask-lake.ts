import { MargayError } from '@margay/kit';
import type { Lake, QueryLane, QueryProgress } from '@margay/lake';
import type { EngineQuery } from '@margay/query';
import { sizeText } from './size-text.ts';

export interface PersonLimits {
  timeoutMs: number;
  maxMemoryBytes: number;
}

/** Somebody waits for these: enough for a hard question, never enough to hold everybody else up. */
export const personLimits: PersonLimits = { timeoutMs: 60_000, maxMemoryBytes: 2_000_000_000 };

/** Runs one generated query and gives the engine's rows. More rows than `maxRows` are an error. */
export type AskLake = (query: EngineQuery, maxRows: number) => Promise<unknown[][]>;

/** What a run has cost so far. */
export interface RunCost {
  bytesScanned: number;
  elapsedMs: number;
}

const limitCodes = ['QueryTimeout', 'QueryReadsTooMuch', 'QueryMemoryExceeded', 'QueryResultTooLarge'];

/** An error of a query that ran into one of its limits says how far it came. */
function withScanned(thrown: unknown, latest: QueryProgress | undefined, elapsedMs: number): unknown {
  if (!(thrown instanceof MargayError) || !limitCodes.includes(thrown.code)) return thrown;
  const { kind, message, code, status, details } = thrown;
  const { readRows = 0, totalRows = 0, readBytes = 0 } = latest ?? {};
  const rows = (count: number) => count.toLocaleString('en-US');
  const read =
    readRows === 0
      ? 'nothing that could be counted'
      : `${rows(readRows)} of about ${rows(Math.max(readRows, totalRows))} rows (${sizeText(readBytes)})`;
  const scanned = `It had read ${read} in ${(elapsedMs / 1000).toFixed(1)} s.`;
  return new MargayError(kind, `${message} ${scanned}`, { code, status, details, cause: thrown });
}

/** Asks the lake for one run and adds up what it costs; aborting the signal ends the query that runs. */
export function lakeAsker(
  lake: Pick<Lake, 'query'>,
  run: {
    tag: string;
    signal?: AbortSignal;
    onProgress?: (progress: QueryProgress) => void;
    lane: QueryLane;
    limits?: PersonLimits;
  },
): { ask: AskLake; cost: RunCost } {
  const { signal, onProgress, lane, limits = personLimits } = run;
  const cost: RunCost = { bytesScanned: 0, elapsedMs: 0 };
  let number = 0;
  const ask: AskLake = async (query, maxResultRows) => {
    let latest: QueryProgress | undefined;
    const startedAt = performance.now();
    const asked = lake.query({
      sql: query.sql,
      params: query.params,
      tag: `${run.tag}:${number++}`,
      lane,
      limits: { ...limits, maxResultRows },
      ...(signal ? { signal } : {}),
      onProgress: (progress) => {
        latest = progress;
        onProgress?.(progress);
      },
    });
    const { rows, elapsedMs, readBytes } = await asked.catch((thrown: unknown) => {
      throw withScanned(thrown, latest, performance.now() - startedAt);
    });
    cost.bytesScanned += readBytes;
    cost.elapsedMs += elapsedMs;
    return rows;
  };
  return { ask, cost };
}
