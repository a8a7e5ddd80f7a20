import type { Store } from '@margay/store';
import type { Actor } from '../../../api/actor.ts';
import { readTimeCursor, timeCursor } from '../../../api/time-cursor.ts';
import { readPageSize } from '../schema.ts';
import { asSeenBy, viewOf, type SearchView } from '../results/view.ts';
import { listSearches, type HistoryFilter } from './store.ts';

const day = 24 * 60 * 60_000;
/** How long searches are remembered. */
export const historyMs = 30 * day;

export interface HistoryRequest extends Pick<
  HistoryFilter,
  'statuses' | 'kinds' | 'authorIds' | 'isScheduled' | 'isAscending'
> {
  pageSize?: number;
  cursor?: string;
  contains?: string;
  startedAfter?: Date;
  startedBefore?: Date;
}

export interface HistoryPage {
  views: SearchView[];
  endCursor: string | null;
}

/**
 * Newest first unless asked otherwise. Who may read every log type sees everybody's searches and the runs of scheduled
 * queries; others see their own.
 */
export async function historyPage(
  store: Store,
  actor: Actor,
  request: HistoryRequest,
  now: Date,
): Promise<HistoryPage> {
  const limit = readPageSize(request.pageSize, 25);
  const seesAll = actor.logTypeAccess.kind === 'ALLOW_ALL';
  const { statuses, kinds, authorIds, isScheduled, isAscending, startedAfter, startedBefore } = request;
  const contains = request.contains?.trim().slice(0, 500);
  const oldest = new Date(now.getTime() - historyMs);
  // No text that is kept holds this character, and the store refuses to look for it.
  if (contains?.includes('\0')) return { views: [], endCursor: null };
  const found = await listSearches(store, {
    since: startedAfter && startedAfter > oldest ? startedAfter : oldest,
    ...(startedBefore ? { until: startedBefore } : {}),
    ...(contains ? { contains } : {}),
    ...(statuses ? { statuses } : {}),
    ...(kinds ? { kinds } : {}),
    ...(authorIds ? { authorIds } : {}),
    ...(isScheduled === undefined ? {} : { isScheduled }),
    ...(isAscending === undefined ? {} : { isAscending }),
    ...(seesAll ? {} : { ownerId: actor.id }),
    ...(request.cursor === undefined ? {} : { after: readTimeCursor(request.cursor, 'the search history') }),
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    views: shown.map((record) => viewOf(asSeenBy(actor, record))),
    endCursor: found.length > limit && last ? timeCursor({ at: last.startedAt, id: last.id }) : null,
  };
}
