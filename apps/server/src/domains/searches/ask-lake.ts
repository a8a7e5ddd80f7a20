import type { Lake, QueryProgress } from '@margay/lake';
import type { EngineQuery } from '@margay/query';

/** Somebody waits for these: enough for a hard question, never enough to hold everybody else up. */
export const personLimits = { timeoutMs: 60_000, maxMemoryBytes: 2_000_000_000 };

/** Runs one generated query and gives the engine's rows. More rows than `maxRows` are an error. */
export type AskLake = (query: EngineQuery, maxRows: number) => Promise<unknown[][]>;

/** What a run has cost so far. */
export interface RunCost {
  bytesScanned: number;
  elapsedMs: number;
}

/** Asks the lake for one run and adds up what it costs; aborting the signal ends the query that runs. */
export function lakeAsker(
  lake: Pick<Lake, 'query'>,
  run: { tag: string; signal?: AbortSignal; onProgress?: (progress: QueryProgress) => void },
): { ask: AskLake; cost: RunCost } {
  const { signal, onProgress } = run;
  const cost: RunCost = { bytesScanned: 0, elapsedMs: 0 };
  let number = 0;
  const ask: AskLake = async (query, maxResultRows) => {
    const { rows, elapsedMs, readBytes } = await lake.query({
      sql: query.sql,
      params: query.params,
      tag: `${run.tag}:${number++}`,
      pool: 'interactive',
      limits: { ...personLimits, maxResultRows },
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
    });
    cost.bytesScanned += readBytes;
    cost.elapsedMs += elapsedMs;
    return rows;
  };
  return { ask, cost };
}
