import type { Catalog } from '@margay/model';

import { eventsQuery } from '../dialects/clickhouse/packed.ts';
import type { EngineQuery } from '../dialects/clickhouse/result.ts';
import { toClickHouse } from '../dialects/clickhouse/to-clickhouse.ts';
import type { LogicalRow } from '../dialects/clickhouse/decode.ts';
import { call, column, literal } from '../ir/conditions.ts';
import type { Expression, SortKey } from '../ir/expression.ts';
import type { Relation } from '../ir/relation.ts';
import { timestamp } from '../ir/types.ts';
import { columnsOf } from '../ir/typing.ts';
import { unsorted } from './timeline.ts';

/**
 * Where the next page starts: behind an event, or after so many rows where rows are no events. `skip` counts the
 * rows already seen with this time and id: one event may be in several tables.
 */
export type PageCursor =
  | { kind: 'after'; eventTime: string; rowId: string; skip: number }
  | { kind: 'offset'; offset: number };

export interface DetailsPage {
  query: EngineQuery;
  /** The cursor after this page, or undefined when the page was the last. */
  next: (rows: readonly LogicalRow[]) => PageCursor | undefined;
}

export interface DetailsOptions {
  isDescending: boolean;
  pageSize: number;
  cursor?: PageCursor;
  /** Of whole events only these columns, or paths into them; absent: everything. */
  fields?: readonly string[];
}

/**
 * One page of a search's rows. Rows that are stored events come whole and in order of event time, page by page
 * behind the last event seen. Rows a query has made (projected, grouped …) come in their own order by offset.
 */
export function detailsOf(relation: Relation, catalog: Catalog, options: DetailsOptions): DetailsPage {
  const { cursor, pageSize, isDescending, fields } = options;
  const after = cursor?.kind === 'after' ? cursor : undefined;
  const events = eventsQuery(relation, catalog, {
    isDescending,
    limit: pageSize,
    ...(after ? { after } : {}),
    ...(fields ? { fields } : {}),
  });
  if (events) return { query: events, next: (rows) => nextEvent(rows, pageSize, after) };
  const types = new Map(columnsOf(relation, catalog).map((column) => [column.name, column.type.kind]));
  const isEvent = types.get('p_event_time') === 'timestamp' && types.get('p_row_id') === 'string';
  const isKeyed = isEvent && isUnordered(relation);
  if (isKeyed) {
    const ties = types.has('p_rule_id') ? [ruleId] : [];
    const page = keyedPage(relation, options, after, ties);
    return { query: toClickHouse(page, catalog), next: (rows) => nextEvent(rows, pageSize, after) };
  }
  const offset = cursor?.kind === 'offset' ? cursor.offset : 0;
  const page: Relation = { kind: 'limit', input: relation, count: pageSize, offset };
  return {
    query: toClickHouse(page, catalog),
    next: (rows) => (rows.length < pageSize ? undefined : { kind: 'offset', offset: offset + rows.length }),
  };
}

function isUnordered(relation: Relation): boolean {
  return relation.kind !== 'sort' && relation.kind !== 'limit' && relation.kind !== 'aggregate';
}

type EventCursor = Extract<PageCursor, { kind: 'after' }>;

/** The cursor behind the last of a full page of events. */
export function nextEvent(
  rows: readonly LogicalRow[],
  pageSize: number,
  cursor: EventCursor | undefined,
): EventCursor | undefined {
  const last = rows.at(-1);
  if (!last || rows.length < pageSize) return undefined;
  const { p_event_time: eventTime, p_row_id: rowId } = last;
  if (typeof eventTime !== 'string') return undefined;
  const id = typeof rowId === 'string' ? rowId : '';
  const others = rows.findLastIndex((row) => row['p_event_time'] !== eventTime || row['p_row_id'] !== rowId);
  const isSameAsBefore = others < 0 && cursor?.eventTime === eventTime && cursor.rowId === id;
  const skip = rows.length - 1 - others + (isSameAsBefore ? cursor.skip : 0);
  return { kind: 'after', eventTime, rowId: id, skip };
}

const eventTime = column('p_event_time');
const rowId = column('p_row_id');
const ruleId = column('p_rule_id');

function keyedPage(
  relation: Relation,
  options: DetailsOptions,
  after: EventCursor | undefined,
  ties: Expression[],
): Relation {
  const { isDescending: descending, pageSize: count } = options;
  const keys: SortKey[] = [
    { value: eventTime, descending },
    { value: rowId, descending },
    ...ties.map((value) => ({ value, descending: false })),
  ];
  const rows: Relation = after
    ? { kind: 'filter', input: unsorted(relation), where: behind(after, descending) }
    : unsorted(relation);
  const offset = after ? { offset: after.skip } : {};
  return { kind: 'limit', count, ...offset, input: { kind: 'sort', keys, input: rows } };
}

function behind(after: { eventTime: string; rowId: string }, isDescending: boolean): Expression {
  const time = literal(after.eventTime, timestamp);
  const id = literal(after.rowId);
  const fn = isDescending ? 'lt' : 'gt';
  return call(
    'or',
    call(fn, eventTime, time),
    call('and', call('eq', eventTime, time), call(isDescending ? 'le' : 'ge', rowId, id)),
  );
}
