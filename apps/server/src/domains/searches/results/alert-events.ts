import type { Catalog } from '@margay/model';
import { matchRowsOf, type LogicalRow, type MatchRowsOptions } from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';
import { detailsPage } from '../components/details.ts';
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

/** One page of an alert's events from the tables of rule matches the catalog shows. */
export async function readAlertEvents(
  alertId: string,
  request: AlertEventsRequest,
  deps: { catalog: Catalog; now: Date; ask: AskLake },
): Promise<AlertEvents> {
  const { window, logTypes, database, cursor } = request;
  const range = {
    ...(window.from ? { fromMs: window.from.getTime() } : {}),
    ...(window.to ? { toMs: window.to.getTime() + 1 } : {}),
  };
  const relation = matchRowsOf([alertId], deps.catalog, {
    ...(logTypes && logTypes.length > 0 ? { logTypes } : {}),
    ...(database ? { database } : {}),
    range,
  });
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
