import { stringifyOnce } from '@margay/kit';
import type { EventObject, RuleError, RuleMatch } from '@margay/model';
import { parseLogJson } from '@margay/schema';
import type { Findings } from './findings.ts';

/**
 * Findings about single events in JSON: all that their rows in the lake are made of. A `basis` and `cameAt` are not in it.
 * Written and read by ourselves only. Events are texts of their own: their numbers keep their digits. Each is there once,
 * however many findings are about it; those name its place.
 */
export interface WrittenFindings {
  now: string;
  events: string[];
  matches: WrittenMatch[];
  errors: WrittenError[];
}

export interface WrittenMatch {
  match: RuleMatch;
  event: number | EarlierEvent;
}

export interface WrittenError {
  error: RuleError;
  event: number | EarlierEvent | null;
}

/** An earlier version of the program wrote the event's text itself there, and no `events`. */
type EarlierEvent = string;

export function writtenFindings({ now, matches, errors }: Findings): WrittenFindings {
  const places = new Map<EventObject, number>();
  const placeOf = (event: EventObject): number => {
    const place = places.get(event) ?? places.size;
    places.set(event, place);
    return place;
  };
  return {
    now: now.toISOString(),
    matches: matches.map(({ match, event }) => ({ match, event: placeOf(event) })),
    errors: errors.map(({ error, event }) => ({
      error,
      event: event === undefined ? null : placeOf(event),
    })),
    // Last: only now it is known which there are.
    events: [...places.keys()].map(stringifyOnce),
  };
}

export function findingsOfWritten(
  { now, events = [], matches, errors }: Omit<WrittenFindings, 'events'> & { events?: string[] },
  unitId: string,
): Findings {
  const parsed = events.map(parsedEvent);
  const eventOf = (event: number | EarlierEvent): EventObject => {
    const found = typeof event === 'string' ? parsedEvent(event) : parsed[event];
    if (found === undefined)
      throw new Error(`What ${unitId} found names its event ${event}, but only ${parsed.length} were kept.`);
    return found;
  };
  return {
    unitId,
    now: new Date(now),
    matches: matches.map(({ match, event }) => ({ match, event: eventOf(event) })),
    errors: errors.map(({ error, event }) => ({
      error,
      event: event === null ? undefined : eventOf(event),
    })),
  };
}

const parsedEvent = (text: string) => parseLogJson(text) as EventObject;
