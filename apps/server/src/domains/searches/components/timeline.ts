import {
  countOf,
  decodeRows,
  timelineOf,
  toClickHouse,
  type Expression,
  type LogicalRow,
  type Relation,
  type TimeRange,
} from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';
import type { ReadySearch } from '@margay/query';
import type { ResultPage } from '../results/page.ts';

const buckets = 60;
/** Buckets times log types, with room to spare. */
const maxRows = 100_000;

const order = ['bucket', 'series', 'count'];
const types = { bucket: 'timestamp', series: 'string', count: 'bigint' };

/**
 * Rows `{bucket, series, count}`: start of the bucket (ISO), log type, events. `types.bucketSeconds` is the width. A
 * search whose rows have no event time has one row without bucket that says how many rows there are, or no row.
 */
export async function timelinePage(search: ReadySearch, ask: AskLake): Promise<ResultPage> {
  const { relation, catalog, now } = search;
  const hasTime = timelineOf(relation, catalog, {}, { buckets, now }) !== undefined;
  if (!hasTime) return countPage(search, ask);
  const range = await closedRange(search, ask);
  const timeline = timelineOf(relation, catalog, range ?? {}, { buckets, now });
  if (!range || !timeline) return pageOf([], { bucketSeconds: null });
  const query = toClickHouse(timeline.relation, catalog);
  const rows = decodeRows(query, await ask(query, maxRows));
  const nodes = rows.map(({ bucket, logType, count }) => ({
    bucket: typeof bucket === 'string' ? isoOf(msOf(bucket)) : null,
    series: logType ?? '',
    count,
  }));
  return pageOf(nodes, {
    bucketSeconds: timeline.widthMs / 1000,
    startTime: isoOf(range.fromMs),
    endTime: isoOf(range.toMs),
  });
}

/**
 * Open ends are drawn where the events found begin and end, so that two days of events are not one bar of 180 days.
 * Undefined when there is no event.
 */
export async function closedRange(
  { relation, catalog, range }: Pick<ReadySearch, 'relation' | 'catalog' | 'range'>,
  ask: AskLake,
): Promise<Required<TimeRange> | undefined> {
  const { fromMs, toMs } = range;
  if (fromMs !== undefined && toMs !== undefined) return { fromMs, toMs };
  const query = toClickHouse(extentOf(relation), catalog);
  const [{ first, last } = {} as LogicalRow] = decodeRows(query, await ask(query, 1));
  if (typeof first !== 'string' || typeof last !== 'string') return undefined;
  return { fromMs: fromMs ?? msOf(first), toMs: toMs ?? msOf(last) + 1 };
}

function extentOf(relation: Relation): Relation {
  const time: Expression = { kind: 'column', name: 'p_event_time' };
  return {
    kind: 'aggregate',
    input: relation.kind === 'sort' ? relation.input : relation,
    keys: [],
    aggregates: [
      { name: 'first', value: { kind: 'aggregate', fn: 'min', args: [time] } },
      { name: 'last', value: { kind: 'aggregate', fn: 'max', args: [time] } },
    ],
  };
}

async function countPage({ relation, catalog }: ReadySearch, ask: AskLake): Promise<ResultPage> {
  const query = toClickHouse(countOf(relation), catalog);
  const [row] = decodeRows(query, await ask(query, 1));
  const count = Number(row?.['count'] ?? 0);
  return pageOf(count === 0 ? [] : [{ bucket: null, series: '', count }], { bucketSeconds: null });
}

function pageOf(nodes: TimelineNode[], facts: Record<string, unknown>): ResultPage {
  return {
    order,
    types: { ...types, ...facts },
    rows: nodes.map((node, index) => ({ id: String(index), node: { ...node } })),
    endCursor: null,
    rowCount: nodes.reduce((sum, { count }) => sum + Number(count), 0),
  };
}

interface TimelineNode {
  bucket: string | null;
  series: unknown;
  count: unknown;
}

/** Engine time `YYYY-MM-DD HH:MM:SS.fffffffff` in UTC. */
export function msOf(text: string): number {
  return Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`);
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
