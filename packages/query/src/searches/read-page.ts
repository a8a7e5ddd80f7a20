import type { Catalog } from '@margay/model';

import type { LogicalRow } from '../dialects/clickhouse/decode.ts';
import { decodeRows } from '../dialects/clickhouse/decode.ts';
import { eventKeysQuery, eventsQuery } from '../dialects/clickhouse/packed.ts';
import type { EngineQuery } from '../dialects/clickhouse/result.ts';
import { call, column, literal } from '../ir/conditions.ts';
import type { Expression } from '../ir/expression.ts';
import type { Relation, TimeRange } from '../ir/relation.ts';
import { united } from '../ir/relations.ts';
import { millisecondsOf } from '../ir/timestamps.ts';
import { filteredByTime, searchRelation } from '../languages/simple/search-relation.ts';
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

export interface PageOptions extends DetailsOptions {
  /** Where at least a page of events behind the cursor was counted. Said for nothing where rows are no events. */
  within?: TimeRange | undefined;
}

/**
 * One page of a search's rows: whole events, or the rows a query makes. Over several tables it first asks for the
 * keys of the page's events and then brings these events from the few tables they are in.
 */
export async function readPage(
  relation: Relation,
  catalog: Catalog,
  { within, ...options }: PageOptions,
  run: RunQuery,
): Promise<Page> {
  const { cursor, pageSize, isDescending } = options;
  const after = cursor?.kind === 'after' ? cursor : undefined;
  const order = { isDescending, limit: pageSize, ...(after ? { after } : {}) };
  const keys = eventKeysQuery(relation, catalog, order);
  if (keys && within) {
    const near = await readPage(filteredByTime(relation, within), catalog, options, run);
    // Fewer than were counted: some have gone since.
    if (near.rows.length === pageSize) return near;
  }
  if (!keys || keys.tables.length < manyTables) {
    const page = detailsOf(relation, catalog, options);
    const rows = decodeRows(page.query, await run(page.query));
    return pageOf(rows, page.next(rows));
  }
  const found = decodeRows(keys.query, await run(keys.query));
  const next = nextEvent(found, pageSize, after);
  const query = found.length > 0 ? eventsWithKeys(found, keys.tables, catalog, options) : undefined;
  return pageOf(query ? decodeRows(query, await run(query)) : [], next);
}

function pageOf(rows: LogicalRow[], next: PageCursor | undefined): Page {
  return next ? { rows, next } : { rows };
}

/**
 * The events with these keys. The time range lets the engine skip all parts of a table that cannot hold them. Matches
 * of several rules share the row id of their event, so a match is named by both ids.
 */
function eventsWithKeys(
  found: LogicalRow[],
  tables: { database: string; table: string }[],
  catalog: Catalog,
  { isDescending, fields }: DetailsOptions,
): EngineQuery | undefined {
  const byTable = [...Map.groupBy(found, (row) => Number(row['table']))].toSorted(([a], [b]) => a - b);
  const inputs = byTable.map(([number, rows]): Relation => {
    const table = tables[number]!;
    const times = rows.map((row) => String(row['p_event_time'])).toSorted();
    const range = { fromMs: millisecondsOf(times[0]!), toMs: millisecondsOf(times.at(-1)!) + 1 };
    const columns = catalog.find(table.database, table.table)?.columns ?? [];
    const isMatches = columns.some((column) => column.name === 'p_rule_id');
    const isOneOfThem = isIn(
      column('p_row_id'),
      rows.map((row) => String(row['p_row_id'])),
    );
    if (!isMatches) return searchRelation([table], range, isOneOfThem);
    const names = rows.map((row) => `${String(row['p_row_id'])}\n${String(row['rule'])}`);
    const ruleId = call('coalesce', column('p_rule_id'), literal(''));
    const name = call('concat', column('p_row_id'), literal('\n'), ruleId);
    return searchRelation([table], range, call('and', isOneOfThem, isIn(name, names)));
  });
  const order = { isDescending, limit: found.length, isBounded: true };
  return eventsQuery(united(inputs, 'name'), catalog, { ...order, ...(fields ? { fields } : {}) });
}

function isIn(value: Expression, list: string[]): Expression {
  return call('in', value, ...list.map((one) => literal(one)));
}
