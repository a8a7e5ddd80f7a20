import type { DetectionFacts, Finding } from '@margay/alert';
import type { Evaluation } from '@margay/detect';
import { dateOfEventTime } from '../events/date-of-event-time.ts';
import type { EventBatch } from '../events/event-batch.ts';

/** Which stored event something is about. */
export interface EventReference {
  logType: string;
  rowId: string;
  eventTime: Date;
}

export function eventAt(batch: EventBatch, index: number): EventReference | undefined {
  const [logType, rowId, time] = [batch.logTypes[index], batch.rowIds[index], batch.times[index]];
  if (logType === undefined || rowId === undefined || time === undefined) return undefined;
  return { logType, rowId, eventTime: dateOfEventTime(time) };
}

/** The matches of a batch as findings whose clock is the time of the event, in that order. */
export function matchFindings(
  evaluation: Evaluation,
  batch: EventBatch,
  detection: DetectionFacts,
): Finding[] {
  return evaluation.matches
    .toSorted((a, b) => a.eventIndex - b.eventIndex)
    .flatMap((match): Finding[] => {
      const event = eventAt(batch, match.eventIndex);
      if (event === undefined) return [];
      const { logType, rowId, eventTime } = event;
      // Enough to find the event again; grouping looks at nothing else of it.
      const facts = {
        logType,
        sourceId: '',
        eventTime,
        rowId,
        event: { p_log_type: logType, at: eventTime },
      };
      return [{ kind: 'match', detection, at: eventTime, event: facts, texts: match }];
    });
}
