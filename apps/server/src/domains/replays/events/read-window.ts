import type { Lake } from '@margay/lake';
import type { RebuiltPage, StoredRows } from './rebuild-page.ts';
import { columnsToRebuild } from './rebuild-columns.ts';
import { rawRowColumns } from './rebuild-raw.ts';
import type { RebuilderThread } from './thread/rebuilder-thread.ts';
import { pageSql, type EventPosition, type EventWindow } from './window-sql.ts';

export interface ReadDeps {
  lake: Pick<Lake, 'query'>;
  rebuilder: RebuilderThread;
  /** Rows of the first page; later pages follow `pageBytes`. */
  firstPageRows?: number;
  pageBytes?: number;
  /** Counts what was read. */
  onRead?(bytes: number, ms: number): void;
}

/** A page with its row of texts complete. */
export type EventPage = RebuiltPage & { logType: string };

const fewestRows = 50;
const mostRows = 20_000;
const longestReadMs = 600_000;

/** The events of one log type in the order of time, then row id, a page at a time; never all of them in memory. */
export async function* readWindow(
  deps: ReadDeps,
  window: EventWindow,
  signal: AbortSignal,
): AsyncGenerator<EventPage> {
  const { firstPageRows = 1_000, pageBytes = 4_000_000 } = deps;
  let rows = firstPageRows;
  let after: EventPosition | undefined;
  for (;;) {
    const stored = await readPage(deps, window, signal, { after, rows, columns: rawRowColumns });
    const page = await deps.rebuilder.fromRaw(stored);
    const count = page.texts.length;
    if (count === 0) return;
    await fillFromColumns(deps, window, signal, { after, rows, page });
    yield { ...page, logType: window.logType };
    if (count < rows) return;
    after = { time: page.times[count - 1] ?? '', rowId: page.rowIds[count - 1] ?? '' };
    rows = Math.max(fewestRows, Math.min(mostRows, Math.floor(pageBytes / (stored.bytes / count))));
  }
}

interface PageRequest {
  after: EventPosition | undefined;
  rows: number;
  columns: readonly string[];
}

async function readPage(
  deps: ReadDeps,
  window: EventWindow,
  signal: AbortSignal,
  { after, rows, columns }: PageRequest,
): Promise<StoredRows> {
  const { sql, params } = pageSql(window, after, rows, columns);
  const limits = { timeoutMs: longestReadMs, maxResultRows: mostRows };
  const found = await deps.lake.query({ sql, params, pool: 'scheduled', signal, limits });
  const bytes = found.rows.reduce((sum, row) => sum + sizeOf(row), 0);
  deps.onRead?.(bytes, found.elapsedMs);
  return { columns: [...columns], rows: found.rows, bytes };
}

const sizeOf = (row: readonly unknown[]): number =>
  row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);

/** Rows whose line was not enough are read once more, with all their columns. */
async function fillFromColumns(
  deps: ReadDeps,
  window: EventWindow,
  signal: AbortSignal,
  { after, rows, page }: { after: EventPosition | undefined; rows: number; page: RebuiltPage },
): Promise<void> {
  const lacking = page.texts.flatMap((text, index) => (text === '' ? [index] : []));
  if (lacking.length === 0) return;
  const columns = columnsToRebuild(window.layout);
  const stored = await readPage(deps, window, signal, { after, rows, columns });
  const whole = await deps.rebuilder.fromColumns(stored, window.layout);
  const textOf = new Map(whole.rowIds.map((rowId, index) => [rowId, whole.texts[index]]));
  for (const index of lacking) page.texts[index] = textOf.get(page.rowIds[index] ?? '') ?? '{}';
}
