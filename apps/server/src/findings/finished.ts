import { firstRow, type Sql } from '@margay/store';
import * as z from 'zod';
import type { Findings, RecordedFindings } from './findings.ts';
import { packFindings, unpackFindings } from './packed-findings.ts';

const Recorded = z.object({
  alertIdOfMatch: z.array(z.string().nullable()),
  alertIdOfError: z.array(z.string().nullable()),
  /** Only of marks that earlier versions left: detections that were set aside when the unit was judged. */
  setAside: z.array(z.string()).default([]),
});

/** What a unit of work that came to its alerts before led to. */
export interface FinishedUnit extends RecordedFindings {
  /** What was found then, where the judge has that kept. */
  findings?: Findings;
  setAside: string[];
}

/** Undefined when the unit did not come to its alerts yet. */
export async function findFinished(sql: Sql, unitId: string): Promise<FinishedUnit | undefined> {
  const row = await firstRow<{ recorded: unknown; findings: Uint8Array | null }>(
    sql,
    'select recorded, findings from finished_parts where part_id = $1',
    [unitId],
  );
  if (row === undefined) return undefined;
  const recorded = Recorded.parse(row.recorded);
  if (row.findings === null) return recorded;
  return { ...recorded, findings: await unpackFindings(row.findings, unitId) };
}

/**
 * Part of the transaction that makes the alerts. It fails when the unit was finished meanwhile, and undoes them. `kept`:
 * findings to give back with the mark.
 */
export async function markFinished(
  sql: Sql,
  unitId: string,
  recorded: RecordedFindings,
  kept?: Findings,
): Promise<void> {
  await sql.query('insert into finished_parts (part_id, recorded, findings) values ($1, $2::jsonb, $3)', [
    unitId,
    JSON.stringify(recorded),
    kept === undefined ? null : await packFindings(kept),
  ]);
}

export async function forgetFinished(sql: Sql, unitId: string): Promise<void> {
  await sql.query('delete from finished_parts where part_id = $1', [unitId]);
}
