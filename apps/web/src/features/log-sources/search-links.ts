import { tableNameOf } from '@margay/model';
import { failedEventsSql } from '../../lib/data-lake/failed-events.ts';

/** The search for the events of a source that matched no schema, newest first. */
export function failuresPath(sourceId: string): string {
  const q = failedEventsSql(sourceId, '*', 100);
  return `/investigate/search/?${new URLSearchParams({ mode: 'sql', q }).toString()}`;
}

/** The search for what a source has sent in the time its page counts, in the tables of its log types. */
export function eventsPath(sourceId: string, logTypes: readonly string[]): string {
  const bySource = { and: [{ target: 'p_source_id', operator: 'is', value: JSON.stringify(sourceId) }] };
  const params = new URLSearchParams({
    'databases[]': 'panther_logs',
    filters: JSON.stringify(bySource),
    timeFrame: 'Last24Hours',
  });
  for (const logType of logTypes) params.append('tables[]', tableNameOf(logType));
  return `/investigate/search/?${params.toString()}`;
}
