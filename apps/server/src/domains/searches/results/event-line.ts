import { rawColumnName, type Lake } from '@margay/lake';
import { tableNameOf, type Catalog } from '@margay/model';
import { eventSql, type EventKey } from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';
import { EventKeySchema, readEventKeys } from './event-key.ts';

/**
 * The text of an event as it came, before anything was read out of it; of a schema that masks fields, the masked event.
 * Null where the lake has no such event among those the catalog shows. Throws `InvalidInput` for a time that
 * no event has.
 */
export async function readEventLine(
  event: EventKey,
  { catalog, lake, ask }: { catalog: Catalog; lake: Pick<Lake, 'layout'>; ask: AskLake },
): Promise<string | null> {
  const { logType, rowId, eventTime } = readEventKeys(EventKeySchema, 'event', event);
  const at = new Date(`${eventTime.slice(0, 23).replace(' ', 'T')}Z`);
  const table = tableNameOf(logType);
  // What the caller may not read is not in the catalog.
  const isReadable = catalog.find('panther_logs', table)?.rawColumn !== undefined;
  const layout = isReadable ? lake.layout('panther_logs', table) : undefined;
  if (!layout) return null;
  const { sql, params } = eventSql(layout, [rawColumnName], { rowId, eventTime: at });
  const [row] = await ask({ sql, params, columns: [] }, 1);
  const line = row?.[0];
  return typeof line === 'string' && line !== '' ? line : null;
}
