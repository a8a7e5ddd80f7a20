import { columnsOf, readPage, type LogicalRow } from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';
import type { ReadySearch } from '@margay/query';
import { typeName, type ResultPage, type ResultRow } from '../results/page.ts';
import { cursorText, readCursor } from '../schema.ts';
import { nearRange } from './near-range.ts';

export interface DetailsRequest {
  isDescending: boolean;
  pageSize: number;
  cursor?: string;
  /** Of the same search, where it is known already. */
  timeline?: ResultPage | undefined;
}

/** One page of rows: whole events by event time, or the rows of a query in its own order. */
export async function detailsPage(
  search: ReadySearch,
  request: DetailsRequest,
  ask: AskLake,
): Promise<ResultPage> {
  const { relation, catalog, limit } = search;
  const cursor = request.cursor === undefined ? undefined : readCursor(request.cursor);
  const seen = cursor?.seen ?? 0;
  const pageSize = Math.min(request.pageSize, limit - seen);
  if (pageSize < 1) return { order: [], types: {}, rows: [], endCursor: null, rowCount: 0 };
  const { isDescending, timeline } = request;
  const within = timeline && nearRange(timeline, { isDescending, pageSize, at: cursor?.at });
  let isEvents = false;
  const { rows, next } = await readPage(
    relation,
    catalog,
    { isDescending, pageSize, within, ...(cursor ? { cursor: cursor.at } : {}) },
    (query) => {
      isEvents ||= query.packed !== undefined;
      return ask(query, pageSize);
    },
  );
  const known = columnsOf(relation, catalog).filter((column) => !column.hidden);
  const types = new Map(known.map((column) => [column.name, typeName(column.type)]));
  const order = isEvents ? fieldsOf(rows) : orderOf(types.keys(), rows);
  const total = seen + rows.length;
  return {
    order,
    types: Object.fromEntries(order.map((name) => [name, types.get(name) ?? 'json'])),
    rows: withIds(rows, seen),
    endCursor: next && total < limit ? cursorText({ seen: total, at: next }) : null,
    rowCount: rows.length,
  };
}

const first = ['p_event_time', 'p_log_type'];

/** Fields that the events of the page have: time and log type, then their own, then the standard ones. */
function fieldsOf(rows: readonly LogicalRow[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const rest = [...names].filter((name) => !first.includes(name));
  const isStandard = (name: string) => name.startsWith('p_');
  return [
    ...first.filter((name) => names.has(name)),
    ...rest.filter((name) => !isStandard(name)),
    ...rest.filter(isStandard),
  ];
}

/** The columns of the query, then fields that no schema column covers. */
function orderOf(columns: Iterable<string>, rows: readonly LogicalRow[]): string[] {
  const names = new Set(columns);
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/** Matches of several detections share the row id of their event, so a repeated id gets a number. */
function withIds(rows: readonly LogicalRow[], seen: number): ResultRow[] {
  const taken = new Set<string>();
  return rows.map((node, index) => {
    const own = node['p_row_id'];
    const isUsable = typeof own === 'string' && own !== '' && !taken.has(own);
    const id = isUsable ? own : `${typeof own === 'string' ? own : ''}#${seen + index}`;
    taken.add(id);
    return { id, node };
  });
}
