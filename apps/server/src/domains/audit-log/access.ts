import type { Actor } from '../../api/actor.ts';
import { accessRules } from '../../api/auth-rule.ts';
import type { ChainedEntry } from './entry.ts';

/**
 * Who reads the log: those who decide what everybody may do. Nobody else is to learn what their colleagues look for, and
 * whoever has this permission could give themselves any other.
 */
export const auditLogAccess = accessRules({
  read: ['UserModify'],
  verify: ['UserModify'],
  // A signed link says who may have the file; see `createExportLinks`.
  followExportLink: 'public',
});

/** Entries that say nothing of what is in log data: on people, access and settings. */
const withoutLogData =
  /^(SIGN_(IN|OUT)|[A-Z]+_API_TOKEN|[A-Z]+_USER(_ROLE|_PASSWORD|_MFA)?|[A-Z]+_[A-Z]+_SETTINGS|VERIFY_AUDIT_LOG|CREATE_BACKUP)$/;

/** For the store: the same as a regular expression of PostgreSQL. */
export const withoutLogDataPattern = withoutLogData.source;

/** True of whoever may not read every log type. */
export const isRestricted = ({ logTypeAccess }: Pick<Actor, 'logTypeAccess'>): boolean =>
  logTypeAccess.kind !== 'ALLOW_ALL';

/** What somebody sees of an entry: without what was asked for, where that may be of log types they may not read. */
export function seenBy(isRestrictedTo: boolean, entry: ChainedEntry): ChainedEntry & { isWithheld: boolean } {
  const isWithheld = isRestrictedTo && !withoutLogData.test(entry.action);
  return isWithheld ? { ...entry, params: {}, errors: [], isWithheld } : { ...entry, isWithheld };
}
