import type { AuditActorKind, ChainedEntry } from './entry.ts';

const actorTypes: Record<AuditActorKind, string> = {
  person: 'USER',
  token: 'TOKEN',
  system: 'SYSTEM',
  anonymous: 'ANONYMOUS',
};

/**
 * Questions asked of log data, and searches kept to be asked again. Their words stay out of the event, and are read in the
 * audit log itself: whoever looks for an address in all logs would find everybody's searches for it, and one more with
 * each look.
 */
const isQuestion = (action: string) => /DATA_LAKE|EVENT_FIELDS|LIST_AUDIT_LOG/.test(action);

function withoutWords({ input }: Record<string, unknown>): Record<string, unknown> {
  const { id } = (input ?? {}) as { id?: unknown };
  return typeof id === 'string' ? { input: { id } } : {};
}

/** An entry as an event of the log type Panther.Audit, without what is empty. */
export function pantherRecord(entry: ChainedEntry): Record<string, unknown> {
  const { actorEmail, actorRole } = entry;
  const params = isQuestion(entry.action) ? withoutWords(entry.params) : entry.params;
  const errors = isQuestion(entry.action) ? [] : entry.errors;
  const input = params['input'];
  return {
    actionName: entry.action,
    actionResult: entry.result,
    // Detections read what was asked for at either place.
    actionParams: input === undefined ? params : { ...params, dynamic: { input } },
    actor: {
      id: entry.actorId ?? '',
      type: actorTypes[entry.actorKind],
      ...(entry.actorName !== null && { name: entry.actorName }),
      attributes: {
        ...(actorEmail !== null && actorEmail !== '' && { email: actorEmail }),
        ...(actorRole !== null && actorRole !== '' && { roleName: actorRole }),
      },
    },
    ...(errors.length > 0 && { errors: errors.map((message) => ({ message })) }),
    ...(isAddress(entry.sourceIp) && { sourceIP: entry.sourceIp }),
    ...(entry.forwardedFor.length > 0 && { XForwardedFor: entry.forwardedFor }),
    ...(entry.userAgent !== null && entry.userAgent !== '' && { userAgent: entry.userAgent }),
    timestamp: entry.createdAt.toISOString(),
    ...(entry.version !== null && { pantherVersion: entry.version }),
    entryId: entry.id,
    position: entry.position,
  };
}

/** A connection that is gone has none. */
const isAddress = (ip: string | null) => ip !== null && ip !== '' && ip !== 'unknown';
