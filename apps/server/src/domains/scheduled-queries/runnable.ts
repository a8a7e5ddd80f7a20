import { type ContentRecord, type Schedule, scheduleFault } from '../detections/index.ts';

export type QueryRecord = ContentRecord<'SAVED_QUERY'>;

/** A saved query with a schedule, whether it is enabled or not. */
export interface ScheduledQuery {
  id: string;
  versionId: string;
  enabled: boolean;
  text: string;
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
  const { schedule, text, lookback, lookbackWindowSeconds } = definition;
  if (schedule === undefined) return undefined;
  const isLookingBack =
    lookback !== false && lookbackWindowSeconds !== undefined && lookbackWindowSeconds > 0;
  return {
    id,
    versionId,
    enabled,
    text,
    schedule,
    lookbackSeconds: isLookingBack ? lookbackWindowSeconds : undefined,
  };
}

/** Why the clock leaves a scheduled query alone although it is enabled, with the remedy. */
export function reasonNotToRun({ id, text, schedule }: ScheduledQuery): string | undefined {
  if (text.trim() === '') {
    return `The scheduled query ${id} has no text: it was saved from the search form. Write it in SQL or PantherFlow.`;
  }
  return scheduleFault(schedule);
}
