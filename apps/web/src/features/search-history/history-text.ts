import type { HistoryEntry, SearchKind } from './queries.ts';

export const kindLabels: Record<SearchKind, string> = {
  search: 'Search',
  adhoc: 'SQL',
  pantherflow: 'PantherFlow',
  scheduled: 'Scheduled',
  indicator: 'Indicator',
  alertSummary: 'Alert summary',
};

/** Milliseconds from start to end; of what runs, until now. */
export function durationOf({ status, stats, progress }: HistoryEntry): number | undefined {
  if (status === 'running') return progress.elapsedMs > 0 ? progress.elapsedMs : undefined;
  return stats ? stats.executionTime : undefined;
}
