import type { SearchKind } from './history-search.ts';
import type { HistoryEntry } from './queries.ts';

export const kindLabels: Record<SearchKind, string> = {
  search: 'Form',
  adhoc: 'SQL',
  pantherflow: 'PantherFlow',
  scheduled: 'Scheduled',
  indicator: 'Indicator',
  alertSummary: 'Alert summary',
};

/** What a person wrote by its language, anything else by what it is for; a run of the clock by both. */
export function kindOf({ kind, params }: Pick<HistoryEntry, 'kind' | 'params'>): string {
  const label = kindLabels[kind] ?? kind;
  if (kind !== 'scheduled') return label;
  const language = typeof params === 'object' && params !== null && 'language' in params && params.language;
  return `${label} ${language === 'pantherflow' ? kindLabels.pantherflow : kindLabels.adhoc}`;
}

/** Milliseconds from start to end; of what runs, until now. */
export function durationOf({ status, stats, progress }: HistoryEntry): number | undefined {
  if (status === 'running') return progress.elapsedMs > 0 ? progress.elapsedMs : undefined;
  return stats ? stats.executionTime : undefined;
}
