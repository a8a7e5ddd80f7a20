import type { Catalog } from '@margay/model';
import { matchRowsOf, type LogicalRow, type MatchRowsOptions } from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';
import { detailsPage } from '../components/details.ts';
import { timelinePage } from '../components/timeline.ts';
import { readPageSize } from '../schema.ts';

export interface AlertEventsRequest {
  /** Times between which the alert's events happened; open where absent. Both are included. */
  window: { from?: Date | null; to?: Date | null };
  /** Log types of the alert: only their tables are read. Empty or absent: all. */
  logTypes?: readonly string[];
  database?: MatchRowsOptions['database'];
  pageSize?: number;
  cursor?: string;
  /** Default: newest first. */
  isAscending?: boolean;
}

export interface AlertEvents {
  rows: LogicalRow[];
  endCursor: string | null;
}

const everything = 1_000_000;

function eventsOf(
  alertId: string,
  { window, logTypes, database }: Pick<AlertEventsRequest, 'window' | 'logTypes' | 'database'>,
  catalog: Catalog,
) {
  const range = {
    ...(window.from ? { fromMs: window.from.getTime() } : {}),
    ...(window.to ? { toMs: window.to.getTime() + 1 } : {}),
  };
  const relation = matchRowsOf([alertId], catalog, {
    ...(logTypes && logTypes.length > 0 ? { logTypes } : {}),
    ...(database ? { database } : {}),
    range,
  });
  return { relation, range };
}

/** One page of an alert's events from the tables of rule matches the catalog shows. */
export async function readAlertEvents(
  alertId: string,
  request: AlertEventsRequest,
  deps: { catalog: Catalog; now: Date; ask: AskLake },
): Promise<AlertEvents> {
  const { cursor } = request;
  const { relation, range } = eventsOf(alertId, request, deps.catalog);
  if (!relation) return { rows: [], endCursor: null };
  const page = await detailsPage(
    { relation, catalog: deps.catalog, range, limit: everything, now: deps.now },
    {
      isDescending: !request.isAscending,
      pageSize: readPageSize(request.pageSize, 25),
      ...(cursor === undefined ? {} : { cursor }),
    },
    deps.ask,
  );
  return { rows: page.rows.map((row) => row.node), endCursor: page.endCursor };
}

/** How many events of an alert happened when, by log type. */
export interface AlertTimeline {
  /** Width of a bucket; null where there is no event. */
  bucketSeconds: number | null;
  /** Those with events, in order. */
  buckets: { startTime: Date; logType: string; count: number }[];
}

/** All of an alert's events over time, counted in the lake. */
export async function countAlertEvents(
  alertId: string,
  request: Pick<AlertEventsRequest, 'window' | 'logTypes' | 'database'>,
  deps: { catalog: Catalog; now: Date; ask: AskLake },
): Promise<AlertTimeline> {
  const { relation, range } = eventsOf(alertId, request, deps.catalog);
  if (!relation) return { bucketSeconds: null, buckets: [] };
  const { catalog, now, ask } = deps;
  const { rows, types } = await timelinePage({ relation, catalog, range, limit: everything, now }, ask);
  const width = types['bucketSeconds'];
  return {
    bucketSeconds: typeof width === 'number' ? width : null,
    buckets: rows.flatMap(({ node: { bucket, series, count } }) =>
      typeof bucket === 'string'
        ? [{ startTime: new Date(bucket), logType: String(series), count: Number(count) }]
        : [],
    ),
  };
}
