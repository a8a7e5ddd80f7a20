import * as z from 'zod';

/**
 * `PENDING`: waits for its first or next attempt. `RUNNING`: the lake works on it. `JUDGING`: its rows are kept and
 * go through the rules. The other four are final.
 */
export const runStates = [
  'PENDING',
  'RUNNING',
  'JUDGING',
  'SUCCEEDED',
  'FAILED',
  'MISSED',
  'CANCELLED',
] as const;
export type RunState = (typeof runStates)[number];

export const runTriggers = ['SCHEDULE', 'MANUAL'] as const;
export type RunTrigger = (typeof runTriggers)[number];

/** A rule that was set aside before it had judged all rows of a run. */
export type WaitingRule = z.output<typeof WaitingRule>;
export const WaitingRule = z.object({
  ruleId: z.string(),
  /** Place of the first row that it has not judged, from 0. */
  fromRow: z.number(),
});

/** One run of a scheduled query: the one place that says what became of it. */
export type RunRecord = z.output<typeof RunRecord>;
export const RunRecord = z
  .object({
    id: z.string(),
    query_id: z.string(),
    version_id: z.string().nullable(),
    trigger: z.enum(runTriggers),
    scheduled_at: z.date(),
    window_from: z.date().nullable(),
    state: z.enum(runStates),
    attempts: z.number(),
    next_attempt_at: z.date(),
    started_at: z.date().nullable(),
    completed_at: z.date().nullable(),
    row_count: z.number().nullable(),
    is_cut: z.boolean(),
    bytes_scanned: z.number(),
    elapsed_ms: z.number(),
    match_count: z.number().nullable(),
    error_count: z.number().nullable(),
    error: z.string(),
    waiting_rules: z.array(WaitingRule),
    passes: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    queryId: row.query_id,
    /** Of the query, as it was when the last attempt began. */
    versionId: row.version_id,
    trigger: row.trigger,
    scheduledAt: row.scheduled_at,
    /** Start of the window it looked back over; null where the text alone decides. */
    windowFrom: row.window_from,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    rowCount: row.row_count,
    /** There were more rows, or larger ones, than a run may return. */
    isCut: row.is_cut,
    bytesScanned: row.bytes_scanned,
    elapsedMs: row.elapsed_ms,
    /** What the rules said about the rows; null until they have. */
    matchCount: row.match_count,
    errorCount: row.error_count,
    error: row.error,
    /** They judge the rest in a further pass. */
    waitingRules: row.waiting_rules,
    /** How often its rows went to rules before. */
    passes: row.passes,
  }));
