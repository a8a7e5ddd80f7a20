import { firstRow, type Sql } from '@margay/store';
import type { SourceCheck } from './source-check.ts';

/** Work on batches takes seconds, and on the largest objects minutes. */
const longMs = 15 * 60_000;

/** Says that events of the source do not come to their end; undefined where none has been worked on for long. */
export async function checkOfWork(
  sql: Sql,
  sourceId: string,
  checkedAt: Date,
): Promise<SourceCheck | undefined> {
  const row = await firstRow<{ since: Date | null }>(
    sql,
    `select min(g.created_at) as since from balance_in_flight b
     join ingest_groups g on b.group_id = g.id or b.group_id like g.id || '.%'
     where b.source_id = $1 and g.created_at < $2`,
    [sourceId, new Date(checkedAt.getTime() - longMs)],
  );
  const since = row?.since ?? undefined;
  if (since === undefined) return undefined;
  return {
    name: 'processing',
    healthy: false,
    message: `Events that were received have been worked on since ${since.toISOString()} without coming to their end. Nothing is lost: they wait in the spool and are tried again. The server’s log says why, under ‘a group of batches failed’.`,
    checkedAt,
  };
}
