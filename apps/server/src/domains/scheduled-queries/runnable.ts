import {
  type ContentRecord,
  isOfFirstForm,
  type SavedQueryDefinition,
  type Schedule,
  scheduleFault,
} from '../detections/index.ts';

export type QueryRecord = ContentRecord<'SAVED_QUERY'>;

/** A saved query with a schedule, whether it is enabled or not. */
export interface ScheduledQuery {
  id: string;
  versionId: string;
  enabled: boolean;
  /** Its text, or what the search form held. */
  definition: SavedQueryDefinition;
  schedule: Schedule;
  /** How far back it looks from its time; undefined where its text alone decides. */
  lookbackSeconds: number | undefined;
}

export function scheduledQueryOf({
  id,
  versionId,
  enabled,
  definition,
}: QueryRecord): ScheduledQuery | undefined {
  const { schedule, lookback, lookbackWindowSeconds } = definition;
  if (schedule === undefined) return undefined;
  const isLookingBack =
    lookback !== false && lookbackWindowSeconds !== undefined && lookbackWindowSeconds > 0;
  return {
    id,
    versionId,
    enabled,
    definition,
    schedule,
    lookbackSeconds: isLookingBack ? lookbackWindowSeconds : undefined,
  };
}

/** Why the clock leaves a scheduled query alone although it is enabled, with the remedy. */
export function reasonNotToRun({ id, definition, schedule }: ScheduledQuery): string | undefined {
  const { text, form } = definition;
  if (isOfFirstForm(text, form))
    return `The scheduled query ${id} is in the first form of searches. Open it in the search and save it there.`;
  if (text.trim() === '' && form?.simpleSearchQueryFilter === undefined)
    return `The scheduled query ${id} has neither a text nor a search form. Write it in SQL or PantherFlow.`;
  return scheduleFault(schedule);
}
