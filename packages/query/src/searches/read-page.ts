import type { Catalog } from '@margay/model';

import type { LogicalRow } from '../dialects/clickhouse/decode.ts';
import { decodeRows } from '../dialects/clickhouse/decode.ts';
import { eventKeysQuery, eventsQuery } from '../dialects/clickhouse/packed.ts';
import type { EngineQuery } from '../dialects/clickhouse/result.ts';
import type { Expression } from '../ir/expression.ts';
import type { Relation } from '../ir/relation.ts';
import { millisecondsOf } from '../ir/timestamps.ts';
import { searchRelation } from '../languages/simple/search-relation.ts';
import type { DetailsOptions, PageCursor } from './details.ts';
import { detailsOf, nextEvent } from './details.ts';

/** Runs one query and gives the engine's rows, one array per row. */
export type RunQuery = (query: EngineQuery) => Promise<unknown[][]>;

export interface Page {
  rows: LogicalRow[];
  /** Absent on the last page. */
  next?: PageCursor;
}

/** From so many tables on, finding the events first and then bringing them is faster than both at once. */
const manyTables = 3;

/**
 * One page of a search's rows: whole events, or the rows a query makes. Over several tables it first asks for the
 * keys of the page's events and then brings these events from the few tables they are in. Only logs have a row id of
 * their own: several matches, of several alerts, share that of their event.
 */
export async function readPage(
  relation: Relation,
  catalog: Catalog,
  options: DetailsOptions,
  run: RunQuery,
): Promise<Page> {
  const { cursor, pageSize, isDescending } = options;
  const after = cursor?.kind === 'after' ? cursor : undefined;
  const order = { isDescending, limit: pageSize, ...(after ? { after } : {}) };
  const keys = eventKeysQuery(relation, catalog, order);
  const isByKey = keys?.tables.every((table) => table.database === 'panther_logs');
  if (!keys || !isByKey || keys.tables.length < manyTables) {
    const page = detailsOf(relation, catalog, options);
    const rows = decodeRows(page.query, await run(page.query));
    return pageOf(rows, page.next(rows));
  }
  const found = decodeRows(keys.query, await run(keys.query));
  const next = nextEvent(found, pageSize, after);
  const query = found.length > 0 ? eventsWithKeys(found, keys.tables, catalog, isDescending) : undefined;
  return pageOf(query ? decodeRows(query, await run(query)) : [], next);
}

function pageOf(rows: LogicalRow[], next: PageCursor | undefined): Page {
  return next ? { rows, next } : { rows };
}

/** The events with these keys. The time range lets the engine skip all parts of a table that cannot hold them. */
function eventsWithKeys(
  found: LogicalRow[],
  tables: { database: string; table: string }[],
  catalog: Catalog,
  isDescending: boolean,
): EngineQuery | undefined {
  const byTable = Map.groupBy(found, (row) => Number(row['table']));
  const inputs = [...byTable].map(([number, rows]): Relation => {
    const times = rows.map((row) => String(row['p_event_time'])).toSorted();
    const range = { fromMs: millisecondsOf(times[0]!), toMs: millisecondsOf(times.at(-1)!) + 1 };
    const ids = rows.map((row): Expression => ({
      kind: 'literal',
      value: String(row['p_row_id']),
      type: { kind: 'string' },
    }));
    const where: Expression = {
      kind: 'call',
      fn: 'in',
      args: [{ kind: 'column', name: 'p_row_id' }, ...ids],
    };
    return searchRelation([tables[number]!], range, where);
  });
  const relation: Relation = inputs.length === 1 ? inputs[0]! : { kind: 'union', match: 'name', inputs };
  return eventsQuery(relation, catalog, { isDescending, limit: found.length, isBounded: true });
}
