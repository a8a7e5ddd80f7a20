import type { SearchKind } from './history-search.ts';
import type { HistoryEntry } from './queries.ts';

export const kindLabels: Record<SearchKind, string> = {
  search: 'Search',
  adhoc: 'SQL',
  pantherflow: 'PantherFlow',
  scheduled: 'Scheduled',
  indicator: 'Indicator',
  alertSummary: 'Alert summary',
};

/** What people call it: a search of the search screen by its language, anything else by what it is for. */
export function kindOf({ kind, params }: Pick<HistoryEntry, 'kind' | 'params'>): string {
  const language = typeof params === 'object' && params !== null && 'language' in params && params.language;
  if (kind === 'search' && language === 'pantherflow') return kindLabels.pantherflow;
  if (kind === 'search' && language === 'sql') return kindLabels.adhoc;
  return kindLabels[kind] ?? kind;
}

/** Milliseconds from start to end; of what runs, until now. */
export function durationOf({ status, stats, progress }: HistoryEntry): number | undefined {
  if (status === 'running') return progress.elapsedMs > 0 ? progress.elapsedMs : undefined;
  return stats ? stats.executionTime : undefined;
}
