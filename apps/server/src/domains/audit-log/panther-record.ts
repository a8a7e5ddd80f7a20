import type { AuditActorKind, ChainedEntry } from './entry.ts';

const actorTypes: Record<AuditActorKind, string> = {
  person: 'USER',
  token: 'TOKEN',
  system: 'SYSTEM',
  anonymous: 'ANONYMOUS',
};

/** An entry as an event of the log type Panther.Audit, without what is empty. */
export function pantherRecord(entry: ChainedEntry): Record<string, unknown> {
  const { params, actorEmail, actorRole } = entry;
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
    ...(entry.errors.length > 0 && { errors: entry.errors.map((message) => ({ message })) }),
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
