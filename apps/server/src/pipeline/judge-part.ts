import type { DetectEngine, Evaluation } from '@margay/detect';
import type { LogTypePart } from './messages.ts';

type Judged = Pick<LogTypePart, 'logType' | 'eventsJson' | 'eventStarts' | 'count'>;

/**
 * What the detections say about the events of a part, whose places are those in `eventStarts`. Events that were left out
 * before, since no detection says anything about them, count as if they had been judged.
 */
export async function judgePart(
  engine: DetectEngine,
  { logType, eventsJson, eventStarts, count }: Judged,
): Promise<Evaluation> {
  const sent = eventStarts.length - 1;
  const evaluation = await engine.evaluate({ logType, json: eventsJson, starts: eventStarts, count: sent });
  const leftOut = count - sent;
  if (leftOut === 0) return evaluation;
  const withLeftOut = <Told extends { events: number }>(told: Told): Told => ({
    ...told,
    events: told.events + leftOut,
  });
  return {
    ...evaluation,
    considered: evaluation.considered.map(withLeftOut),
    skipped: evaluation.skipped.map(withLeftOut),
  };
}
