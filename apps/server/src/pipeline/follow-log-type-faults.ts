import { isDeepStrictEqual } from 'node:util';
import type { Sql, Store } from '@margay/store';
import type { Services } from '../services.ts';
import type { LogTypeFault } from './log-type-tables.ts';
import type { ProcessedSource } from './processing-config.ts';

/** Why log types are set aside, as the process said that looked last. */
export async function readLogTypeFaults(sql: Sql): Promise<LogTypeFault[]> {
  const rows = await sql.query<{ log_type: string; reason: string }>(
    'select log_type, reason from log_type_faults order by log_type',
  );
  return rows.map((row) => ({ logType: row.log_type, reason: row.reason }));
}

const byLogType = (a: LogTypeFault, b: LogTypeFault) => (a.logType < b.logType ? -1 : 1);

/** Returns what was there before. */
function replaceLogTypeFaults(store: Store, faults: readonly LogTypeFault[]): Promise<LogTypeFault[]> {
  return store.transaction(async (tx) => {
    const before = await readLogTypeFaults(tx);
    if (isDeepStrictEqual(before, faults.toSorted(byLogType))) return before;
    if (before.length > 0) await tx.query('delete from log_type_faults');
    for (const { logType, reason } of faults) {
      await tx.query(
        'insert into log_type_faults (log_type, reason) values ($1, $2) on conflict (log_type) do update set reason = $2',
        [logType, reason],
      );
    }
    return before;
  });
}

/** Tells of log types that were set aside: in the health of their sources, and as one system error for each source. */
export async function followLogTypeFaults(
  platform: { store: Store; services: Pick<Services, 'alerts' | 'alertWriter'> },
  sources: readonly Pick<ProcessedSource, 'id' | 'label' | 'logTypes'>[],
  faults: readonly LogTypeFault[],
  isFirst: boolean,
): Promise<void> {
  const before = await replaceLogTypeFaults(platform.store, faults);
  for (const source of sources) {
    const own = faultsOf(source, faults);
    if (own.length === 0) {
      // At the start an earlier process may have told of faults that are gone by now.
      if (isFirst || faultsOf(source, before).length > 0)
        await platform.services.alerts.recover('SOURCE_LOG_PROCESSING_ERRORS', source.id);
      continue;
    }
    await platform.services.alertWriter.raise({
      type: 'SOURCE_LOG_PROCESSING_ERRORS',
      relatedComponent: 'LOG_SOURCE',
      relatedId: source.id,
      relatedName: source.label,
      title: `${source.label}: ${own.map(({ logType }) => logType).join(', ')} cannot be used and is set aside`,
      description:
        'Fix the schema and save it again, or take the log type away from the source. Entries that come meanwhile are kept in panther_monitor.public.classification_failures and can be processed again.',
      details: { faults: own },
    });
  }
}

function faultsOf(
  source: Pick<ProcessedSource, 'logTypes'>,
  faults: readonly LogTypeFault[],
): LogTypeFault[] {
  const names = new Set(source.logTypes.map((name) => name.toLowerCase()));
  return faults.filter(({ logType }) => names.has(logType.toLowerCase()));
}
