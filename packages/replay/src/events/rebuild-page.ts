import { messageOf, stringifyJson } from '@margay/kit';
import type { TableLayout } from '@margay/lake';
import type { EventObject } from '@margay/model';
import { createEnricher, type EnrichmentTable } from '@margay/normalize/enrich';
import { dateOfEventTime } from './date-of-event-time.ts';
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

/** Rows as the lake gives them. */
export interface StoredRows {
  columns: string[];
  rows: unknown[][];
  /** About. */
  bytes: number;
}

/** What events are made of beside their rows. */
export interface RebuildInputs {
  schemas: readonly SchemaText[];
  /** Tables as they are now. A row of them that had expired when the event was parsed is not found. */
  enrichment: readonly EnrichmentTable[];
}

export interface PageRebuilder {
  /** With the columns of `rawRowColumns`. */
  fromRaw(stored: StoredRows): RebuiltPage;
  /** With the columns of `columnsToRebuild`. */
  fromColumns(stored: StoredRows, layout: TableLayout): RebuiltPage;
}

export function createPageRebuilder({ schemas, enrichment }: RebuildInputs): PageRebuilder {
  const rebuild = createRawRebuilder(schemas);
  const enricher = createEnricher(enrichment);
  const enriched = (row: Record<string, unknown>, event: EventObject | undefined) => {
    if (event !== undefined)
      enricher.forLogType(String(event['p_log_type']))?.(
        event,
        dateOfEventTime(String(row['p_parse_time'])).getTime(),
      );
    return event;
  };
  return {
    fromRaw: (stored) =>
      pageOf(stored, (row) => {
        const parsed = RawRow.safeParse(row);
        return parsed.success ? safely(() => enriched(row, rebuild(parsed.data))) : undefined;
      }),
    fromColumns(stored, layout) {
      const make = createColumnRebuilder(layout);
      return pageOf(stored, (row) => enriched(row, make(row)));
    },
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
  { columns, rows }: StoredRows,
  make: (row: Record<string, unknown>) => EventObject | undefined,
): RebuiltPage {
  const page: RebuiltPage = { texts: [], times: [], rowIds: [] };
  for (const cells of rows) {
    const row = Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
    const event = make(row);
    page.texts.push(event === undefined ? '' : stringifyJson(event));
    page.times.push(String(row['p_event_time']));
    page.rowIds.push(String(row['p_row_id']));
  }
  return page;
}
