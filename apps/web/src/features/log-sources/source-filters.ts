import type { Health } from '../../ui/marks/health.tsx';
import { healthOf } from './source-health.ts';
import type { SourceTeaser } from './queries.ts';

export const sourceSorts = ['dateCreated', 'name', 'lastEvent', 'events', 'failed', 'health'] as const;
export type SourceSort = (typeof sourceSorts)[number];
export type Direction = 'ascending' | 'descending';

/** State of the list, as its address holds it. */
export interface SourceListSearch {
  sortBy: SourceSort;
  sortDir: Direction;
  search?: string | undefined;
  types?: string[] | undefined;
  logTypes?: string[] | undefined;
  health?: Health[] | undefined;
}

/** Worst first, so that a descending order starts with what needs a look. */
const healthRank: Record<Health, number> = {
  unhealthy: 4,
  'no-data': 3,
  warning: 2,
  pending: 1,
  healthy: 0,
};

const timeOf = (text: string | null) => (text === null ? 0 : Date.parse(text));
const sortKeys: Record<SourceSort, (source: SourceTeaser) => number | string> = {
  dateCreated: (source) => timeOf(source.createdAtTime),
  name: (source) => source.integrationLabel.toLowerCase(),
  lastEvent: (source) => timeOf(source.lastEventReceivedAtTime),
  events: (source) => source.events24h,
  failed: (source) => source.failed24h,
  health: (source) => healthRank[healthOf(source)],
};

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b);
  return Number(a) - Number(b);
}

export function filterSources(sources: readonly SourceTeaser[], search: SourceListSearch): SourceTeaser[] {
  const text = search.search?.toLowerCase() ?? '';
  const found = sources.filter((source) => {
    const words = [source.integrationLabel, source.integrationId, ...source.logTypes];
    if (text !== '' && !words.some((word) => word.toLowerCase().includes(text))) return false;
    if (search.types && !search.types.includes(source.ingestionType)) return false;
    if (search.logTypes && !source.logTypes.some((name) => search.logTypes?.includes(name))) return false;
    return !search.health || search.health.includes(healthOf(source));
  });
  const key = sortKeys[search.sortBy];
  const sign = search.sortDir === 'ascending' ? 1 : -1;
  return found.toSorted(
    (a, b) => sign * compare(key(a), key(b)) || a.integrationId.localeCompare(b.integrationId),
  );
}

/** Filters in force, the search text included. */
export function filterCountOf(search: SourceListSearch): number {
  return [search.search, search.types, search.logTypes, search.health].filter(Boolean).length;
}
