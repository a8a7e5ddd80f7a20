import { mayReadLogType, type LogTypeAccess } from '@margay/auth';
import { forbidden, notFound } from '@margay/kit';
import type { LaneLake } from '@margay/lake';
import { tableNameOf } from '@margay/model';
import { eventSql } from '@margay/query';
import { columnsToRebuild, createPageRebuilder, rawRowColumns, schemaTexts } from '@margay/replay';
import type { ContentDeps } from './content.ts';

export interface StoredEventRequest {
  logType: string;
  rowId: string;
  /** Makes finding it quick. */
  eventTime?: Date;
}

/** One stored event as its rules saw it, as JSON text. */
export async function readStoredEvent(
  deps: Pick<ContentDeps, 'schemas' | 'lookupTables'> & { lake: Pick<LaneLake, 'layout' | 'query'> },
  access: LogTypeAccess,
  { logType, rowId, eventTime }: StoredEventRequest,
): Promise<string> {
  if (!mayReadLogType(access, logType))
    throw forbidden(`Your role may not read ${logType}. Ask an administrator for access.`, {
      details: { field: 'logType' },
    });
  const layout = deps.lake.layout('panther_logs', tableNameOf(logType));
  if (layout === undefined) throw notFound(`There are no events of ${logType}.`);
  const read = async (columns: readonly string[]) => {
    const { rows } = await deps.lake.query(eventSql(layout, columns, { rowId, eventTime }));
    return { columns: [...columns], rows, bytes: 0 };
  };
  const rebuilder = createPageRebuilder({
    schemas: await schemaTexts(deps.schemas, [logType]),
    enrichment: deps.lookupTables.enrichment(),
  });
  const text = rebuilder.fromRaw(await read(rawRowColumns)).texts[0];
  if (text) return text;
  const rebuilt = rebuilder.fromColumns(await read(columnsToRebuild(layout)), layout).texts[0];
  if (rebuilt) return rebuilt;
  throw notFound(
    `There is no event ${rowId} of ${logType}. It may have passed its retention, or be on its way into the data lake.`,
  );
}
