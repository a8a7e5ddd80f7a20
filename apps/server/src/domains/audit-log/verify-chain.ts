import type { Sql } from '@margay/store';
import { chainStart, type ChainCodes, type ChainPlace } from './chain.ts';
import { newestCheckpoint } from './checkpoints.ts';
import { entryColumns, entryOfRow, type AuditRow, type ChainedEntry } from './entry.ts';

const pageSize = 1_000;

/** The first thing that is wrong with the log. */
export interface ChainFault {
  /** Where in the chain. */
  position: number;
  /** The entry found there; null where it is missing. */
  entryId: string | null;
  reason: string;
}

export interface ChainReport {
  /** Entries that were looked at and are right. */
  entries: number;
  /** Times of the first and the last of them; null where there are none. */
  from: Date | null;
  until: Date | null;
  /** The last place up to which all is right. */
  head: ChainPlace;
  /** Entries that are not sealed yet. */
  waiting: number;
  fault: ChainFault | null;
}

interface Walk extends Omit<ChainReport, 'waiting' | 'fault'> {
  /** Entries up to here are older than the chain. */
  origin: number;
}

/**
 * Reads the whole log and finds the first entry that was changed, removed, put in or moved after it was sealed, or that
 * was not written by Margay. `knownEnd`: the last place that something outside of the state store has seen; what is missing
 * at the end shows by it alone.
 */
export async function verifyChain(
  sql: Sql,
  codes: ChainCodes,
  knownEnd?: () => Promise<number | undefined>,
): Promise<ChainReport> {
  const end = await knownEnd?.();
  const cut = await newestCheckpoint(sql, codes, 'CUT');
  const origin = await newestCheckpoint(sql, codes, 'ORIGIN');
  const walk: Walk = {
    entries: 0,
    from: null,
    until: null,
    head: cut === undefined ? chainStart : { position: cut.position, hash: cut.hash },
    origin: origin?.isGenuine === true ? origin.position : 0,
  };
  const fault =
    cut?.isGenuine === false
      ? faultAt(
          cut.position,
          null,
          'The entries before it are gone, and it was not Margay that dropped them.',
        )
      : ((await faultOfSealed(sql, codes, walk)) ?? faultOfEnd(walk, end));
  // The log was cut meanwhile: what seemed to be missing had gone rightly.
  if (fault !== undefined && (await newestCheckpoint(sql, codes, 'CUT'))?.position !== cut?.position)
    return verifyChain(sql, codes, knownEnd);
  const { waiting, fault: early } = await lookAtWaiting(sql, codes, walk.head.position + 1);
  const { entries, from, until, head } = walk;
  return { entries, from, until, head, waiting, fault: fault ?? early };
}

const faultAt = (position: number, entryId: string | null, reason: string): ChainFault => ({
  position,
  entryId,
  reason,
});

async function faultOfSealed(sql: Sql, codes: ChainCodes, walk: Walk): Promise<ChainFault | undefined> {
  for (;;) {
    const rows = await sql.query<AuditRow>(
      `select ${entryColumns} from audit_log where position > $1 order by position limit ${pageSize}`,
      [walk.head.position],
    );
    for (const row of rows) {
      const fault = faultOfEntry(entryOfRow(row), codes, walk);
      if (fault !== undefined) return fault;
    }
    if (rows.length < pageSize) return undefined;
  }
}

/** Goes one entry on where it is right. */
function faultOfEntry(entry: ChainedEntry, codes: ChainCodes, walk: Walk): ChainFault | undefined {
  const expected = walk.head.position + 1;
  if (entry.position !== expected)
    return faultAt(expected, null, `It is missing: the next entry is number ${entry.position}.`);
  if (entry.position > walk.origin && entry.mac !== codes.entry(entry))
    return faultAt(expected, entry.id, 'It was changed, or was not written by Margay.');
  if (entry.hash !== codes.link(walk.head, entry))
    return faultAt(expected, entry.id, 'It was changed, moved or put in after it was sealed.');
  walk.head = { position: expected, hash: entry.hash };
  walk.entries++;
  walk.from ??= entry.createdAt;
  walk.until = entry.createdAt;
  return undefined;
}

function faultOfEnd({ head }: Walk, end: number | undefined): ChainFault | undefined {
  if (end === undefined || end <= head.position) return undefined;
  return faultAt(
    head.position + 1,
    null,
    `It is missing, like all up to number ${end}, which stands in panther_logs.public.panther_audit.`,
  );
}

async function lookAtWaiting(sql: Sql, codes: ChainCodes, position: number) {
  const rows = await sql.query<AuditRow>(
    `select ${entryColumns} from audit_log where position is null order by id limit ${pageSize}`,
  );
  const wrong = rows.map(entryOfRow).find((entry) => entry.mac !== codes.entry(entry));
  return {
    waiting: rows.length,
    fault:
      wrong === undefined
        ? null
        : faultAt(position, wrong.id, 'It waits to be sealed, and was not written by Margay.'),
  };
}
