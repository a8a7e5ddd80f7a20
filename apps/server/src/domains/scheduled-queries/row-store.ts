import { internalError } from '@margay/kit';
import type { RuleError, RuleMatch } from '@margay/model';
import { firstRow, type Sql } from '@margay/store';
import * as z from 'zod';
import { WaitingRule } from './record.ts';

/** What the rules said about a run's rows. Kept with the rows until all of it is written. */
export interface Judgement {
  judgedAt: string;
  matches: RuleMatch[];
  errors: RuleError[];
  /** Set aside before they had judged every row. */
  waiting: WaitingRule[];
}

export type Row = Record<string, unknown>;
const Rows = z.array(z.record(z.string(), z.unknown()));
const StoredJudgement = z.object({
  judgedAt: z.string(),
  matches: z.array(z.looseObject({ ruleId: z.string(), eventIndex: z.number() })),
  errors: z.array(z.looseObject({ ruleId: z.string(), eventIndex: z.number(), error: z.string() })),
  waiting: z.array(WaitingRule).default([]),
});

/** `rowTexts`: each row as JSON. The rows of an attempt that came to nothing are replaced. */
export async function keepRows(sql: Sql, runId: string, rowTexts: readonly string[]): Promise<void> {
  await sql.query(
    `insert into scheduled_query_rows (run_id, rows) values ($1, $2)
     on conflict (run_id) do update set rows = $2, findings = null`,
    [runId, `[${rowTexts.join(',')}]`],
  );
}

export async function readRows(sql: Sql, runId: string): Promise<{ rows: Row[]; judgement?: Judgement }> {
  const found = await firstRow<{ rows: string; findings: string | null }>(
    sql,
    'select rows, findings from scheduled_query_rows where run_id = $1',
    [runId],
  );
  if (found === undefined)
    throw internalError(`The rows of the run ${runId} are gone before they were judged.`);
  const rows = Rows.parse(JSON.parse(found.rows));
  if (found.findings === null) return { rows };
  // Written by `keepJudgement` of this version or an earlier one; the parts that place it are checked.
  return { rows, judgement: StoredJudgement.parse(JSON.parse(found.findings)) as unknown as Judgement };
}

export async function keepJudgement(sql: Sql, runId: string, judgement: Judgement): Promise<void> {
  await sql.query('update scheduled_query_rows set findings = $2 where run_id = $1', [
    runId,
    JSON.stringify(judgement),
  ]);
}

/** Before the rows go to rules that waited. */
export async function dropJudgement(sql: Sql, runId: string): Promise<void> {
  await sql.query('update scheduled_query_rows set findings = null where run_id = $1', [runId]);
}

export async function dropRows(sql: Sql, runId: string): Promise<void> {
  await sql.query('delete from scheduled_query_rows where run_id = $1', [runId]);
}
