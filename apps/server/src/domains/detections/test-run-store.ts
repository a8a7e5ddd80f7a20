import { firstRow, type Sql } from '@margay/store';

/** How the unit tests of a detection went. */
export interface TestRun {
  /** Of its own text; a derived detection runs the one of its base. */
  versionId: string;
  failed: number;
  total: number;
  ranAt: Date;
}

/** What each detection was judged by when its tests ran last, by id. */
export async function judgedByOfRuns(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql.query<{ detection_id: string; judged_by: string }>(
    'select detection_id, judged_by from detection_test_runs',
  );
  return new Map(rows.map((row) => [row.detection_id, row.judged_by]));
}

export async function writeTestRun(
  sql: Sql,
  run: TestRun & { detectionId: string; judgedBy: string },
): Promise<void> {
  await sql.query(
    `insert into detection_test_runs (detection_id, version_id, judged_by, failed, total, ran_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (detection_id) do update set version_id = $2, judged_by = $3, failed = $4, total = $5, ran_at = $6`,
    [run.detectionId, run.versionId, run.judgedBy, run.failed, run.total, run.ranAt],
  );
}

/** Forgets the runs of detections that are no longer there. */
export async function forgetTestRuns(sql: Sql): Promise<void> {
  await sql.query('delete from detection_test_runs where detection_id not in (select id from content_items)');
}

export async function findTestRun(sql: Sql, detectionId: string): Promise<TestRun | undefined> {
  const row = await firstRow<{ version_id: string; failed: number; total: number; ran_at: Date }>(
    sql,
    'select version_id, failed, total, ran_at from detection_test_runs where detection_id = $1',
    [detectionId],
  );
  return row && { versionId: row.version_id, failed: row.failed, total: row.total, ranAt: row.ran_at };
}

export const testStates = ['FAILING', 'PASSING', 'NO_TESTS'] as const;
export type TestState = (typeof testStates)[number];

const outcomes: Record<TestState, string> = {
  FAILING: 'run.failed > 0',
  PASSING: 'run.failed = 0 and run.total > 0',
  NO_TESTS: 'run.total = 0',
};

/** A condition on `content_items`: the tests of the present version ran, with one of these outcomes. */
export const testStateCondition = (states: readonly TestState[]) =>
  `exists (select 1 from detection_test_runs run where run.detection_id = content_items.id
     and run.version_id = content_items.version_id
     and (${states.map((state) => `(${outcomes[state]})`).join(' or ') || 'false'}))`;
