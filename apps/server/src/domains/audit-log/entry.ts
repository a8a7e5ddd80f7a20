import type { ActorKind } from '../../api/actor.ts';

export const auditResults = ['SUCCEEDED', 'FAILED', 'PARTIALLY_FAILED'] as const;
export type AuditResult = (typeof auditResults)[number];
/** `anonymous`: somebody who is not signed in. */
export type AuditActorKind = ActorKind | 'anonymous';

/** An entry as it is kept, without its place in the chain. */
export interface StoredEntry {
  id: string;
  action: string;
  result: AuditResult;
  actorId: string | null;
  actorName: string | null;
  actorKind: AuditActorKind;
  actorEmail: string | null;
  actorRole: string | null;
  params: Record<string, unknown>;
  errors: string[];
  sourceIp: string | null;
  forwardedFor: string[];
  userAgent: string | null;
  /** Of Margay, when it was written. */
  version: string | null;
  createdAt: Date;
}

/** An entry with its place in the chain; null while it waits to be sealed. */
export interface ChainedEntry extends StoredEntry {
  /** Made with the entry; null where it is older than the chain. */
  mac: string | null;
  /** From 1 on, without gaps. */
  position: number | null;
  hash: string | null;
  /** Position of the last entry that was sealed together with it. */
  seal: number | null;
}

export interface AuditRow {
  id: string;
  action: string;
  result: AuditResult;
  actor_id: string | null;
  actor_name: string | null;
  actor_kind: AuditActorKind;
  actor_email: string | null;
  actor_role: string | null;
  params: Record<string, unknown>;
  errors: string[];
  source_ip: string | null;
  forwarded_for: string[];
  user_agent: string | null;
  version: string | null;
  created_at: Date;
  mac: string | null;
  position: number | null;
  hash: string | null;
  seal: number | null;
}

export const entryColumns =
  'id, action, result, actor_id, actor_name, actor_kind, actor_email, actor_role, params, errors, source_ip, forwarded_for, user_agent, version, created_at, mac, position, hash, seal';

export const entryOfRow = (row: AuditRow): ChainedEntry => ({
  id: row.id,
  action: row.action,
  result: row.result,
  actorId: row.actor_id,
  actorName: row.actor_name,
  actorKind: row.actor_kind,
  actorEmail: row.actor_email,
  actorRole: row.actor_role,
  params: row.params,
  errors: row.errors,
  sourceIp: row.source_ip,
  forwardedFor: row.forwarded_for,
  userAgent: row.user_agent,
  version: row.version,
  createdAt: row.created_at,
  mac: row.mac,
  position: row.position,
  hash: row.hash,
  seal: row.seal,
});
