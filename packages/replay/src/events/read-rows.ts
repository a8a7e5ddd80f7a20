import type { LaneLake } from '@margay/lake';
import type { BoundSql } from '@margay/query';
import type { StoredRows } from './rebuild-page.ts';
import type { RebuilderThread } from './thread/rebuilder-thread.ts';

export interface ReadDeps {
  lake: Pick<LaneLake, 'query'>;
  rebuilder: RebuilderThread;
  /** Counts what was read. */
  onRead?(bytes: number, ms: number): void;
}

/** Of one query. */
export const mostRows = 20_000;
const longestReadMs = 600_000;

export async function readRows(
  deps: ReadDeps,
  { sql, params }: BoundSql,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<StoredRows> {
  const limits = { timeoutMs: longestReadMs, maxResultRows: mostRows };
  const found = await deps.lake.query({ sql, params, signal, limits });
  const bytes = found.rows.reduce((sum, row) => sum + sizeOf(row), 0);
  deps.onRead?.(bytes, found.elapsedMs);
  return { columns: [...columns], rows: found.rows, bytes };
}

const sizeOf = (row: readonly unknown[]): number =>
  row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
