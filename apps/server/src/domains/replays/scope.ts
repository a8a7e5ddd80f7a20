import { invalidInput, forbidden } from '@margay/kit';
import { mayReadLogType, type LogTypeAccess } from '@margay/auth';
import type { ReplayScope } from '@margay/replay';

export const dayMs = 86_400_000;
export const gigabyte = 1_000_000_000;

export interface ReplayLimits {
  /** How far back a replay may reach. */
  mostDays: number;
  mostGigabytes: number;
}

export const defaultReplayLimits: ReplayLimits = { mostDays: 30, mostGigabytes: 20 };

/** Refuses a scope that is empty, too large, or of log types the person may not read. */
export function assertScope(scope: ReplayScope, access: LogTypeAccess, limits: ReplayLimits): void {
  const { logTypes, from, to } = scope;
  if (logTypes.length === 0)
    throw invalidInput('The replay has no log types. Choose at least one in "logTypes".', {
      details: { field: 'logTypes' },
    });
  const refused = logTypes.filter((logType) => !mayReadLogType(access, logType));
  if (refused.length > 0)
    throw forbidden(
      `Your role may not read ${refused.join(', ')}, so events of it cannot be replayed. Leave it out, or ask an administrator for access.`,
      { details: { field: 'logTypes', logTypes: refused } },
    );
  if (!(from < to))
    throw invalidInput(
      `The replay's window ends (${to.toISOString()}) before it begins (${from.toISOString()}). Swap "startsAt" and "endsAt".`,
      { details: { field: 'endsAt' } },
    );
  if (to.getTime() - from.getTime() > limits.mostDays * dayMs)
    throw invalidInput(`The replay's window is longer than ${limits.mostDays} days. Choose a shorter one.`, {
      details: { field: 'startsAt' },
    });
  const { maxBytes } = scope;
  if (maxBytes !== undefined && !(maxBytes > 0 && maxBytes <= limits.mostGigabytes * gigabyte))
    throw invalidInput(
      `The replay's size must be more than 0 and at most ${limits.mostGigabytes} GB. Change "maxSizeInGB".`,
      { details: { field: 'maxSizeInGB' } },
    );
}
