import { messageOf, stringifyJson } from '@margay/kit';
import type { TableLayout } from '@margay/lake';
import type { EventObject } from '@margay/model';
import { createColumnRebuilder } from './rebuild-columns.ts';
import { createRawRebuilder, RawRow } from './rebuild-raw.ts';
import type { SchemaText } from './schema-texts.ts';

/** A page of stored rows made into events again. Arrays have one entry per row, in order. */
export interface RebuiltPage {
  /** JSON text per event; empty where the row's line was not enough. */
  texts: string[];
  times: string[];
  rowIds: string[];
}

export interface PageRebuilder {
  /** Lines of JSON with the columns of `rawRowColumns`. */
  fromRaw(ndjson: Uint8Array): RebuiltPage;
  /** Lines of JSON with the columns of `columnsToRebuild`. */
  fromColumns(ndjson: Uint8Array, layout: TableLayout): RebuiltPage;
}

export function createPageRebuilder(texts: readonly SchemaText[]): PageRebuilder {
  const rebuild = createRawRebuilder(texts);
  return {
    fromRaw: (ndjson) =>
      pageOf(ndjson, (row) => {
        const parsed = RawRow.safeParse(row);
        return parsed.success ? safely(() => rebuild(parsed.data)) : undefined;
      }),
    fromColumns: (ndjson, layout) => pageOf(ndjson, createColumnRebuilder(layout)),
  };
}

/** One row the parsers cannot stand must not end a replay. */
function safely(make: () => EventObject | undefined): EventObject | undefined {
  try {
    return make();
  } catch (error) {
    process.emitWarning(`a stored row could not be parsed again: ${messageOf(error)}`);
    return undefined;
  }
}

function pageOf(
  ndjson: Uint8Array,
  make: (row: Record<string, unknown>) => EventObject | undefined,
): RebuiltPage {
  const page: RebuiltPage = { texts: [], times: [], rowIds: [] };
  const lines = Buffer.from(ndjson.buffer, ndjson.byteOffset, ndjson.byteLength).toString('utf8').split('\n');
  for (const line of lines) {
    if (line === '') continue;
    const row = JSON.parse(line) as Record<string, unknown>; // the engine's own JSON; values are checked by whoever reads them
    const event = make(row);
    page.texts.push(event === undefined ? '' : stringifyJson(event));
    page.times.push(String(row['p_event_time']));
    page.rowIds.push(String(row['p_row_id']));
  }
  return page;
}
