import type { LogSource } from '../domains/log-sources/store.ts';
import type { LogTypeFault } from '../pipeline/log-type-tables.ts';
import type { Platform } from '../wire.ts';

/** Tells of log types that were set aside: in the health of their sources, and as one system error for each source. */
export async function followLogTypeFaults(
  platform: Pick<Platform, 'logTypeFaults' | 'services' | 'alertWriter'>,
  sources: readonly LogSource[],
  faults: readonly LogTypeFault[],
  isFirst: boolean,
): Promise<void> {
  const before = platform.logTypeFaults.splice(0, Infinity, ...faults);
  for (const source of sources) {
    const own = faultsOf(source, faults);
    if (own.length === 0) {
      // At the start an earlier process may have told of faults that are gone by now.
      if (isFirst || faultsOf(source, before).length > 0)
        await platform.services.alerts.recover('SOURCE_LOG_PROCESSING_ERRORS', source.id);
      continue;
    }
    await platform.alertWriter.raise({
      type: 'SOURCE_LOG_PROCESSING_ERRORS',
      relatedComponent: 'LOG_SOURCE',
      relatedId: source.id,
      relatedName: source.label,
      title: `${source.label}: ${own.map(({ logType }) => logType).join(', ')} cannot be used and is set aside`,
      description:
        'Mend the schema and save it again, or take the log type away from the source. Entries that come meanwhile are kept in panther_monitor.public.classification_failures and can be processed again.',
      details: { faults: own },
    });
  }
}

function faultsOf(source: LogSource, faults: readonly LogTypeFault[]): LogTypeFault[] {
  const names = new Set(source.logTypes.map((name) => name.toLowerCase()));
  return faults.filter(({ logType }) => names.has(logType.toLowerCase()));
}
