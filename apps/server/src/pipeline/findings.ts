import type { Evaluation } from '@margay/detect';
import type { EventObject, RuleError, RuleMatch } from '@margay/model';
import { parseJson } from '@margay/schema';
import type { Sql } from '@margay/store';

/** A match with the event it is about. */
export interface FoundMatch {
  match: RuleMatch;
  event: EventObject;
}

export interface FoundError {
  error: RuleError;
  /** Absent when the error concerns the rule as a whole. */
  event: EventObject | undefined;
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
}

/** Turns findings into alerts, inside the caller's transaction. */
export type RecordFindings = (tx: Sql, findings: Findings) => Promise<RecordedFindings>;

const decoder = new TextDecoder();

/** Joins what the rules said with the events they said it about. Events are parsed only when something was found. */
export function joinFindings(
  evaluation: Evaluation,
  eventsJson: Uint8Array,
): Pick<Findings, 'matches' | 'errors'> {
  if (evaluation.matches.length === 0 && evaluation.errors.length === 0) return { matches: [], errors: [] };
  const events = parseJson(decoder.decode(eventsJson)) as EventObject[];
  return {
    matches: evaluation.matches.flatMap((match) => {
      const event = events[match.eventIndex];
      return event === undefined ? [] : [{ match, event }];
    }),
    errors: evaluation.errors.map((error) => ({ error, event: events[error.eventIndex] })),
  };
}
