import { stringifyJson } from '@margay/kit';
import type { EventObject, RuleError, RuleMatch } from '@margay/model';
import { parseLogJson } from '@margay/schema';
import type { Findings } from './findings.ts';

/**
 * Findings about single events in JSON: all that their rows in the lake are made of. A `basis` and `cameAt` are not in it.
 * Written and read by ourselves only. Events are texts of their own: their numbers keep their digits.
 */
export interface WrittenFindings {
  now: string;
  matches: { match: RuleMatch; event: string }[];
  errors: { error: RuleError; event: string | null }[];
}

export function writtenFindings({ now, matches, errors }: Findings): WrittenFindings {
  return {
    now: now.toISOString(),
    matches: matches.map(({ match, event }) => ({ match, event: stringifyJson(event) })),
    errors: errors.map(({ error, event }) => ({
      error,
      event: event === undefined ? null : stringifyJson(event),
    })),
  };
}

export function findingsOfWritten({ now, matches, errors }: WrittenFindings, unitId: string): Findings {
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

const eventOf = (text: string) => parseLogJson(text) as EventObject;
