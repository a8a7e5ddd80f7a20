import { mayReadLogType, type LogTypeAccess } from '@margay/auth';
import { forbidden } from '@margay/kit';
import type { Actor } from './actor.ts';

/**
 * The log types that something concerns: whose events it reads, judges or changes the judging of. `any`: it may concern
 * every log type, and why; then only whoever may read all of them may touch it.
 */
export type Reach = { logTypes: readonly string[] } | { any: string };

/** Why a role lacks what it needs; undefined where it lacks nothing. */
export function lackIn(access: LogTypeAccess, reach: Reach): string | undefined {
  if (access.kind === 'ALLOW_ALL') return undefined;
  if ('any' in reach) return `Your role may not read every log type, and ${reach.any}`;
  const lacking = [...new Set(reach.logTypes)].filter((logType) => !mayReadLogType(access, logType));
  return lacking.length === 0 ? undefined : `Your role may not read ${lacking.slice(0, 20).join(', ')}`;
}

export const lackText = (lack: string, deed: string) =>
  `${lack}, so you may not ${deed}. Ask an administrator for access.`;

/**
 * Throws `forbidden` unless the actor may read all of these log types, none of them standing for any. `deed`: what is about
 * to be done, as in "change the log source Doors".
 */
export function assertReads(
  actor: Pick<Actor, 'logTypeAccess'>,
  logTypes: readonly string[],
  deed: string,
): void {
  assertReaches(actor, logTypes.length === 0 ? { any: 'it names none' } : { logTypes }, deed);
}

/** The same for what may concern any log type for a reason of its own. */
export function assertReaches(
  { logTypeAccess }: Pick<Actor, 'logTypeAccess'>,
  reach: Reach,
  deed: string,
): void {
  const lack = lackIn(logTypeAccess, reach);
  if (lack !== undefined) throw forbidden(lackText(lack, deed), { code: 'LogTypeAccess' });
}
