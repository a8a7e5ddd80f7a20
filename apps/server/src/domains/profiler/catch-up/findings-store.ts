import type { Sql } from '@margay/store';
import {
  findingsOfWritten,
  writtenFindings,
  type Findings,
  type RecordedFindings,
  type WrittenFindings,
} from '../../../findings/index.ts';
import type { QuarantineKey } from './record.ts';

/** What was found and which alerts it led to, kept until it is in the lake as well. */
export interface KeptFindings {
  findings: Findings;
  recorded: RecordedFindings;
}

interface Stored extends WrittenFindings {
  recorded: RecordedFindings;
}

export async function keepFindings(
  tx: Sql,
  { detectionId, since }: QuarantineKey,
  { findings, recorded }: KeptFindings,
): Promise<void> {
  const stored: Stored = { ...writtenFindings(findings), recorded };
  await tx.query(
    'insert into catch_up_findings (id, detection_id, since, findings) values ($1, $2, $3, $4)',
    [findings.unitId, detectionId, since, JSON.stringify(stored)],
  );
}

export async function readFindings(sql: Sql, { detectionId, since }: QuarantineKey): Promise<KeptFindings[]> {
  const rows = await sql.query<{ id: string; findings: string }>(
    'select id, findings from catch_up_findings where detection_id = $1 and since = $2 order by id',
    [detectionId, since],
  );
  return rows.map(({ id, findings }) => {
    const { recorded, ...written } = JSON.parse(findings) as Stored;
    return { recorded, findings: findingsOfWritten(written, id) };
  });
}

export async function dropFindings(sql: Sql, unitId: string): Promise<void> {
  await sql.query('delete from catch_up_findings where id = $1', [unitId]);
}
