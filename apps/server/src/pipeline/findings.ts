import type { Evaluation } from '@margay/detect';
import type { EventObject, RuleError, RuleMatch } from '@margay/model';
import { parseLogJson } from '@margay/schema';
import type { Sql } from '@margay/store';
import type { LogTypePart } from './messages.ts';

/** A match with the event it is about. */
export interface FoundMatch {
  match: RuleMatch;
  event: EventObject;
  /** When the event came, where it was judged later than that. */
  cameAt?: Date;
}

export interface FoundError {
  error: RuleError;
  /** Absent when the error concerns the rule as a whole. */
  event: EventObject | undefined;
  cameAt?: Date;
}

export interface Findings {
  /** Stable over repetitions of the same part. */
  partId: string;
  matches: FoundMatch[];
  errors: FoundError[];
  now: Date;
}

/** Which alert each finding belongs to; null while it belongs to none (a signal, a threshold not reached yet). */
export interface RecordedFindings {
  alertIdOfMatch: (string | null)[];
  alertIdOfError: (string | null)[];
  /** Detections that were set aside: when the part is repeated, they still have not judged it. */
  setAside?: string[];
}

/** Turns findings into alerts, inside the caller's transaction. */
export type RecordFindings = (tx: Sql, findings: Findings) => Promise<RecordedFindings>;

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
