import { pageSql, type EventPosition, type PageCells } from '@margay/query';
import { dateOfEventTime } from './date-of-event-time.ts';
import type { Slices } from '../judge/slices.ts';
import type { EventWindow } from './event-window.ts';
import { fillFromColumns, fillFromLines } from './fill-page.ts';
import type { SliceCounts } from './lake-reader.ts';
import { mostRows, readRows, type ReadDeps } from './read-rows.ts';
import type { RebuiltPage } from './rebuild-page.ts';
import { rawRowColumns } from './rebuild-raw.ts';
import { reducedCells, reducedPage } from './reduced-event.ts';

/** Counts the candidates of one window by slices, which tell how far a replay is. */
interface WindowCounting {
  slices: Pick<Slices, 'indexAt' | 'list'>;
  /** The times of all candidates: the page that holds them makes asking the lake unnecessary. */
  tell(times: readonly string[]): void;
  ask(): Promise<SliceCounts>;
}

interface WindowDeps extends ReadDeps {
  /** Absent where nobody asks how many there are: then the last page is the one that is not full. */
  counting?: WindowCounting;
  /** Rows of the first page; later pages follow `pageBytes`. */
  firstPageRows?: number;
  pageBytes?: number;
}

/** A page with its row of texts complete. */
export type EventPage = RebuiltPage & { logType: string };

const fewestRows = 50;
/** Of a first page with lines, whose length is not known yet. */
const firstRows = 1_000;
/** What is handed on at once: small enough that the main thread is never held for long. */
const rowsPerStep = 2_000;

/** The events of one log type in the order of time, then row id, a page at a time; never all of them in memory. */
export async function* readWindow(
  deps: WindowDeps,
  window: EventWindow,
  signal: AbortSignal,
): AsyncGenerator<EventPage> {
  const { counting, pageBytes = 8_000_000 } = deps;
  const { logType } = window;
  let { from, reads } = window;
  let rows = deps.firstPageRows ?? (reads ? mostRows : firstRows);
  let after: EventPosition | undefined;
  // A first page of nothing but columns often holds all candidates; then they need not be counted before.
  let counts = reads ? undefined : await counting?.ask();
  for (;;) {
    const to =
      counting && counts ? pageEnd(counting.slices, window, counts, { from, after, rows }) : window.to;
    const cells: PageCells = reads ? reducedCells(reads) : { columns: rawRowColumns };
    const { sql, params } = pageSql({ ...window, from, to }, after, rows, cells);
    const stored = await readRows(deps, { sql, params }, cells.columns, signal);
    const page = reads ? reducedPage(stored, reads, logType) : await deps.rebuilder.fromRaw(stored);
    const count = page.texts.length;
    const isWhole = count < rows;
    if (counts === undefined) {
      if (isWhole) counting?.tell(page.times);
      else counts = await counting?.ask();
    }
    let lacking = 0;
    for (let at = 0; at < count; at += rowsPerStep) {
      const step = stepOf(page, at);
      if (reads) lacking += await fillFromLines(deps, window, step, signal);
      await fillFromColumns(deps, window, step, signal);
      yield { ...step, logType };
    }
    if (isWhole && to >= window.to) return;
    if (isWhole) [from, after] = [to, undefined];
    else after = { time: page.times[count - 1] ?? '', rowId: page.rowIds[count - 1] ?? '' };
    if (lacking > count / 2) [reads, rows] = [undefined, firstRows];
    else if (count > 0) rows = rowsOf(pageBytes, stored.bytes / count);
  }
}

const rowsOf = (pageBytes: number, bytesPerRow: number): number =>
  Math.max(fewestRows, Math.min(mostRows, Math.floor(pageBytes / bytesPerRow)));

/** Where the slices of one page's candidates end. With an end, the lake need not look at what comes later. */
function pageEnd(
  slices: WindowCounting['slices'],
  { to }: EventWindow,
  counts: SliceCounts,
  { from, after, rows }: { from: Date; after: EventPosition | undefined; rows: number },
): Date {
  const first = slices.indexAt(after ? dateOfEventTime(after.time) : from);
  let slice = first;
  for (let sum = 0; sum + (counts.get(slice) ?? 0) <= rows; slice++) {
    if (slice >= slices.list.length) return to;
    sum += counts.get(slice) ?? 0;
  }
  // One slice may hold more than a page.
  const end = slices.list[Math.max(slice, first + 1)]?.startsAt;
  return end === undefined || end > to ? to : end;
}

function stepOf({ texts, times, rowIds }: RebuiltPage, at: number): RebuiltPage {
  const cut = (list: string[]) => list.slice(at, at + rowsPerStep);
  return { texts: cut(texts), times: cut(times), rowIds: cut(rowIds) };
}
