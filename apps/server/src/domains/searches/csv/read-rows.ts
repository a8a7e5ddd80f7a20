import { MargayError } from '@margay/kit';
import type { Lake, QueryRequest } from '@margay/lake';
import {
  countOf,
  decodeRows,
  readPage,
  toClickHouse,
  withRowLimit,
  type EngineQuery,
  type LogicalRow,
  type PageCursor,
} from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';
import type { ReadySearch } from '@margay/query';
import { closedRange, msOf } from '../components/timeline.ts';
import { tablesRead } from '../results/tables.ts';
import { findingColumns } from './finding-columns.ts';
import { slicesOf, within, type TimeSlice, type TimeSlices } from './time-slices.ts';

export interface RowReader {
  lake: Pick<Lake, 'stream'>;
  ask: AskLake;
  /** Of the stream; what `Lake.query` takes. */
  stream: Omit<QueryRequest, 'sql' | 'params' | 'signal'>;
  /** Not more rows than this. */
  maxRows: number;
  isDescending: boolean;
  /** Of events only these columns, or paths into them, are read. */
  columns: readonly string[];
  /** About how many rows there are. */
  totalRows: number;
  /** About how many rows one slice of time has. */
  sliceRows?: number | undefined;
}

/** A page grows until its text is so long: memory depends on that, however large the events are. */
const pageCharacters = 4_000_000;
const firstPageRows = 1_000;
const mostPageRows = 10_000;
const mostNamedRows = 5_000;
const streamBatch = 2_000;

/** How many rows a search has, without its own limit. */
export async function countRows({ relation, catalog }: ReadySearch, ask: AskLake): Promise<number> {
  const query = toClickHouse(countOf(relation), catalog);
  const [row] = decodeRows(query, await ask(query, 1));
  return Number(row?.['count'] ?? 0);
}

/** All rows of a search in batches, each once. */
export async function* readRows(search: ReadySearch, reader: RowReader): AsyncGenerator<LogicalRow[]> {
  const { relation, catalog } = search;
  const { ask, maxRows, isDescending, totalRows, sliceRows } = reader;
  const readNext = createPageReader(search, reader);
  const addFindings = findingColumns(search, reader.columns, ask);
  let seen = 0;
  let slices: TimeSlices | undefined;
  let slice: TimeSlice | undefined;
  let rowsOfSlice = 0;
  let cursor: PageCursor | undefined;
  while (seen < maxRows) {
    const { rows, next, isEvents } = await readNext(slice, cursor, maxRows - seen);
    // Rows without an order of their own may come in another order with the next page.
    if (next?.kind === 'offset') {
      const query = toClickHouse(withRowLimit(relation, maxRows), catalog);
      yield* streamRows(query, reader);
      return;
    }
    if (isEvents) await addFindings(rows);
    if (rows.length > 0) yield rows;
    seen += rows.length;
    rowsOfSlice += rows.length;
    cursor = next;
    if (cursor?.kind === 'after' && isEvents && !slices) {
      const extent = await closedRange({ relation, catalog, range: {} }, ask);
      slices = extent && slicesOf(extent, { totalRows, isDescending, wantedRows: sliceRows });
      slice = slices?.first(msOf(cursor.eventTime));
    } else if (!cursor && slices && slice) {
      slice = slices.next(slice, rowsOfSlice);
      rowsOfSlice = 0;
      if (!slice) return;
    } else if (!cursor) return;
  }
}

/** Reads page by page, each as long as the text of the one before says it may be. */
function createPageReader(search: ReadySearch, { ask, isDescending, columns }: RowReader) {
  const { relation, catalog } = search;
  // Events of many tables are named one by one in the query that brings them.
  const mostRows = tablesRead(relation, catalog).length > 2 ? mostNamedRows : mostPageRows;
  let pageSize = firstPageRows;
  return async (slice: TimeSlice | undefined, cursor: PageCursor | undefined, most: number) => {
    for (;;) {
      const size = Math.min(pageSize, most);
      const options = { isDescending, pageSize: size, fields: columns, ...(cursor ? { cursor } : {}) };
      let characters = 0;
      let isEvents = false;
      const run = async (query: EngineQuery) => {
        const found = await ask(query, size);
        isEvents ||= query.packed !== undefined;
        characters += textLength(found);
        return found;
      };
      const wanted = slice ? within(relation, slice) : relation;
      const page = await readPage(wanted, catalog, options, run).catch((error: unknown) => {
        if (isTooLarge(error) && size > 1) return undefined;
        throw error;
      });
      if (!page) {
        pageSize = Math.ceil(size / 8);
        continue;
      }
      const fitting = Math.floor((size * pageCharacters) / Math.max(1, characters));
      pageSize = Math.max(1, Math.min(fitting, size * 4, mostRows));
      return { ...page, next: page.next, isEvents };
    }
  };
}

const isTooLarge = (error: unknown) => error instanceof MargayError && error.code === 'QueryResultTooLarge';

function textLength(rows: readonly (readonly unknown[])[]): number {
  let length = 0;
  for (const row of rows) for (const cell of row) if (typeof cell === 'string') length += cell.length;
  return length;
}

async function* streamRows(query: EngineQuery, { lake, stream }: RowReader): AsyncGenerator<LogicalRow[]> {
  const { sql, params } = query;
  const decoder = new TextDecoder();
  let rest = '';
  let batch: unknown[][] = [];
  for await (const chunk of toItsEnd(lake, { ...stream, sql, params })) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') continue;
      batch.push(JSON.parse(line) as unknown[]); // one array per line, by the format
      if (batch.length === streamBatch) {
        yield decodeRows(query, batch);
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield decodeRows(query, batch);
}

/**
 * A stream that is never left in the middle: whoever stops reading has it cancelled in the engine and read to its end.
 * Closing an embedded session under a result that is still being made has been seen to end the whole process.
 */
export async function* toItsEnd(
  lake: Pick<Lake, 'stream'>,
  request: Omit<QueryRequest, 'signal'>,
): AsyncGenerator<Uint8Array> {
  const stopping = new AbortController();
  const chunks = lake.stream({ ...request, signal: stopping.signal }, 'rows')[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        isOver = true;
        throw error;
      });
      if (next.done) {
        isOver = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!isOver) {
      stopping.abort();
      const ended = { done: true } as const;
      while (!(await chunks.next().catch(() => ended)).done);
    }
  }
}
