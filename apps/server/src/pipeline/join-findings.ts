import type { Evaluation } from '@margay/detect';
import type { EventObject } from '@margay/model';
import { parseLogJson } from '@margay/schema';
import type { Findings } from '../findings/findings.ts';
import type { LogTypePart } from './messages.ts';

const decoder = new TextDecoder();

/** Joins what the rules said with the events they said it about; only those events are parsed. */
export function joinFindings(
  evaluation: Evaluation,
  { eventsJson, eventStarts }: Pick<LogTypePart, 'eventsJson' | 'eventStarts'>,
): Pick<Findings, 'matches' | 'errors'> {
  const parsed = new Map<number, EventObject>();
  const eventAt = (index: number): EventObject | undefined => {
    const [start, next] = [eventStarts[index], eventStarts[index + 1]];
    if (index < 0 || start === undefined || next === undefined) return undefined;
    const known = parsed.get(index);
    if (known !== undefined) return known;
    const event = parseLogJson(decoder.decode(eventsJson.subarray(start, next - 1))) as EventObject;
    parsed.set(index, event);
    return event;
  };
  return {
    matches: evaluation.matches.flatMap((match) => {
      const event = eventAt(match.eventIndex);
      return event === undefined ? [] : [{ match, event }];
    }),
    errors: evaluation.errors.map((error) => ({ error, event: eventAt(error.eventIndex) })),
  };
}
