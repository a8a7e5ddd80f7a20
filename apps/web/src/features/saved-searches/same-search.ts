import type { SavedSearchFields } from '../../lib/saved-search.ts';
import { isZeroTime } from '../../lib/zero-time.ts';

/** What a search is when no limit and no order are said. */
const usual = { limit: 1000, sortDirection: 'descending' } as const;

/** JSON text whatever the order of its keys; anything else as it is. */
function canonical(text: string | null | undefined): string {
  try {
    return JSON.stringify(JSON.parse(text || '{}'), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
        : value,
    );
  } catch {
    return text ?? '';
  }
}

function essence(search: SavedSearchFields): string {
  const { queryKind, databases, tables, startTime, endTime } = search;
  const isForm = queryKind === 'simplesearch';
  // SQL says its time and its tables itself; the database of bare names is not part of a search of the search screen.
  const scope =
    queryKind === 'sql'
      ? []
      : [
          databases.toSorted(),
          tables.toSorted(),
          isZeroTime(startTime) ? '' : Date.parse(startTime ?? ''),
          isZeroTime(endTime) ? '' : Date.parse(endTime ?? ''),
          search.relativeTime || '',
          search.relativeNumberVal ?? '',
          search.relativeNumberVal == null ? '' : (search.relativeTimeUnit ?? ''),
        ];
  return JSON.stringify([
    queryKind,
    isForm ? canonical(search.simpleSearchQueryFilter) : (search.query || search.sqlQuery || '').trim(),
    scope,
    search.limit ?? usual.limit,
    search.sortDirection ?? usual.sortDirection,
  ]);
}

/** Whether two searches ask for the same; names, tags and schedules are no part of it. */
export const isSameSearch = (one: SavedSearchFields, other: SavedSearchFields): boolean =>
  essence(one) === essence(other);
