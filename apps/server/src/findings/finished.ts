import { firstRow, type Sql } from '@margay/store';
import * as z from 'zod';
import type { RecordedFindings } from './findings.ts';

const Recorded = z.object({
  alertIdOfMatch: z.array(z.string().nullable()),
  alertIdOfError: z.array(z.string().nullable()),
  setAside: z.array(z.string()).default([]),
});

/** What a unit of work that came to its alerts before led to; undefined when it did not. */
export async function findFinished(sql: Sql, unitId: string): Promise<RecordedFindings | undefined> {
  const row = await firstRow<{ recorded: unknown }>(
    sql,
    'select recorded from finished_parts where part_id = $1',
    [unitId],
  );
  return row === undefined ? undefined : Recorded.parse(row.recorded);
}

/** Part of the transaction that makes the alerts. It fails when the unit was finished meanwhile, and undoes them. */
export async function markFinished(sql: Sql, unitId: string, recorded: RecordedFindings): Promise<void> {
  await sql.query('insert into finished_parts (part_id, recorded) values ($1, $2::jsonb)', [
    unitId,
    JSON.stringify(recorded),
  ]);
}

export async function forgetFinished(sql: Sql, unitId: string): Promise<void> {
  await sql.query('delete from finished_parts where part_id = $1', [unitId]);
}
