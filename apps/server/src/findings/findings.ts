import type { Finding } from '@margay/alert';
import type { EventObject, RuleError, RuleMatch } from '@margay/model';

/** What a match rests on beside its event. Only judges of more than one event give it. */
export interface MatchBasis {
  /** The other events: each is a row of the match in the lake. */
  events: readonly EventObject[];
  /** The signals that contributed, as the feed names them. */
  signals: readonly { id: string; position: number }[];
  /** How far the judge had read the feed. */
  readUpTo: number;
}

/** A match with the event it is about; where there are several, the one it is shown with. */
export interface FoundMatch {
  match: RuleMatch;
  event: EventObject;
  basis?: MatchBasis;
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
  /** Stable over repetitions of the same unit of work. */
  unitId: string;
  matches: FoundMatch[];
  errors: FoundError[];
  /** What was found about resources instead of events: alerts, but neither signals nor rows of the lake. */
  verdicts?: readonly Finding[];
  now: Date;
}

/** Which alert each finding belongs to; null while it belongs to none (a signal, a threshold not reached yet). */
export interface RecordedFindings {
  alertIdOfMatch: (string | null)[];
  alertIdOfError: (string | null)[];
}

export const eventsOf = ({ event, basis }: FoundMatch): readonly EventObject[] =>
  basis === undefined ? [event] : [event, ...basis.events];
