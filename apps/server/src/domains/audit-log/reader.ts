import { newId } from '@margay/kit';
import type { Lake } from '@margay/lake';
import { firstRow, type Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { isRestricted, seenBy } from './access.ts';
import { auditLogType } from './audit-source.ts';
import type { ChainCodes } from './chain.ts';
import type { ChainedEntry } from './entry.ts';
import type { ExportLinks } from './export-links.ts';
import { listActions, listEntries, type EntryFilter } from './list-entries.ts';
import { pantherRecord } from './panther-record.ts';
import type { AuditLog } from './service.ts';
import { verifyChain, type ChainFault, type ChainReport } from './verify-chain.ts';

/** An entry as one person sees it. */
export type SeenEntry = ReturnType<typeof seenBy>;
export type GivenFilter = Omit<EntryFilter, 'isRestricted'>;

export interface Verification {
  verifiedAt: Date;
  /** The last place up to which all was right. */
  position: number;
  entries: number;
  fault: ChainFault | null;
}

export interface AuditReader {
  page(
    actor: Actor,
    filter: GivenFilter,
    at: { after?: string | undefined; pageSize: number },
  ): Promise<{ entries: SeenEntry[]; endCursor: string | null }>;
  actions(): Promise<string[]>;
  /** The entry as an event of the log type Panther.Audit. */
  recordOf(entry: ChainedEntry): Record<string, unknown>;
  /** Links to files of what a filter finds. */
  links: ExportLinks;
  /** The entries of such a file, newest first, `mostExported` of them at most; read as they are taken. */
  exported(wanted: EntryFilter): AsyncIterable<SeenEntry>;
  /** Reads the whole log. `actor`: who asked; of the check by the clock only a fault is an entry. */
  verify(actor: Actor | null): Promise<ChainReport>;
  /** What was found last; undefined before the first time. */
  lastVerification(): Promise<Verification | undefined>;
  /** Entries that are sealed. */
  sealedUpTo(): Promise<number>;
}

/** Entries of one exported file. */
const mostExported = 100_000;
const exportPage = 1_000;

export function createAuditReader(deps: {
  store: Store;
  lake: Pick<Lake, 'query' | 'layout'>;
  audit: AuditLog;
  codes: ChainCodes;
  systemActor: Actor;
  links: ExportLinks;
  clock: () => Date;
}): AuditReader {
  const { store, lake, audit, codes, clock } = deps;
  const restrictedTo = (actor: Actor, filter: GivenFilter): EntryFilter => ({
    ...filter,
    isRestricted: isRestricted(actor),
  });

  /** The last entry that the data lake has; undefined where it has none. */
  async function lastInLake(): Promise<number | undefined> {
    if (lake.layout('panther_logs', tableOfAudit) === undefined) return undefined;
    const { rows } = await lake.query({
      sql: `select max(position) from panther_logs.${tableOfAudit}`,
      params: {},
      lane: { pool: 'internal', owner: 'audit log' },
    });
    const last = Number(rows[0]?.[0] ?? 0);
    return last > 0 ? last : undefined;
  }

  return {
    async page(actor, filter, { after, pageSize }) {
      const found = await listEntries(store, restrictedTo(actor, filter), { after, limit: pageSize + 1 });
      const entries = found.slice(0, pageSize).map((entry) => seenBy(isRestricted(actor), entry));
      const endCursor = found.length > pageSize ? (entries.at(-1)?.id ?? null) : null;
      return { entries, endCursor };
    },
    actions: () => listActions(store),
    recordOf: pantherRecord,
    links: deps.links,
    async *exported(wanted) {
      let after: string | undefined;
      for (let count = 0; count < mostExported; count += exportPage) {
        const page = await listEntries(store, wanted, { after, limit: exportPage });
        for (const entry of page) yield seenBy(wanted.isRestricted, entry);
        after = page.at(-1)?.id;
        if (page.length < exportPage) return;
      }
    },
    async verify(actor) {
      const report = await verifyChain(store, codes, lastInLake);
      const { entries, head, fault } = report;
      await store.query(
        `insert into audit_verifications (id, verified_at, position, entries, fault) values ($1, $2, $3, $4, $5::jsonb)`,
        [newId(), clock(), head.position, entries, fault === null ? null : JSON.stringify(fault)],
      );
      if (actor !== null || fault !== null)
        await audit.record({
          action: 'VERIFY_AUDIT_LOG',
          actor: actor ?? deps.systemActor,
          params: { input: {}, entries, position: head.position },
          ...(fault !== null && {
            result: 'FAILED' as const,
            errors: [`Entry number ${fault.position}: ${fault.reason}`],
          }),
        });
      return report;
    },
    async lastVerification() {
      const row = await firstRow<{
        verified_at: Date;
        position: number;
        entries: number;
        fault: ChainFault | null;
      }>(
        store,
        'select verified_at, position, entries, fault from audit_verifications order by verified_at desc, id desc limit 1',
      );
      if (row === undefined) return undefined;
      const { verified_at: verifiedAt, position, entries, fault } = row;
      return { verifiedAt, position, entries, fault };
    },
    async sealedUpTo() {
      const row = await firstRow<{ last: number | null }>(
        store,
        'select max(position) as last from audit_log',
      );
      return row?.last ?? 0;
    },
  };
}

const tableOfAudit = auditLogType.toLowerCase().replace('.', '_');
