import type { RowRange } from '../../../pipeline/messages.ts';
import * as z from 'zod';

/**
 * `QUARANTINED`: it lets events pass. `CATCHING_UP`: it runs again, and what passed is judged. `FAILED`: that came to
 * nothing; it goes on when the detection is changed. The other three are final.
 */
export const quarantineStates = [
  'QUARANTINED',
  'CATCHING_UP',
  'FAILED',
  'DONE',
  'SKIPPED',
  'CANCELLED',
] as const;
export type QuarantineState = (typeof quarantineStates)[number];

/** One time a detection was set aside. */
export const QuarantineRecord = z
  .object({
    detection_id: z.string(),
    since: z.date(),
    state: z.enum(quarantineStates),
    until: z.date(),
    owner: z.string(),
    completed_at: z.date().nullable(),
    passed: z.number(),
    judged: z.number(),
    too_old: z.number(),
    match_count: z.number(),
    error_count: z.number(),
    error: z.string().nullable(),
    tried_version_id: z.string().nullable(),
    attempt: z.number(),
  })
  .transform((row) => ({
    detectionId: row.detection_id,
    since: row.since,
    state: row.state,
    until: row.until,
    /** The process whose engine set it aside. */
    owner: row.owner,
    completedAt: row.completed_at,
    /** Events that passed, how many of them are decided since, and how many had become too old for it. */
    passed: row.passed,
    judged: row.judged,
    tooOld: row.too_old,
    matches: row.match_count,
    errors: row.error_count,
    error: row.error,
    /** Version it could not be judged with; empty where the detection was not running. */
    triedVersionId: row.tried_version_id,
    attempt: row.attempt,
  }));
export type QuarantineRecord = z.output<typeof QuarantineRecord>;
export type QuarantineKey = Pick<QuarantineRecord, 'detectionId' | 'since'>;

const Ranges: z.ZodType<RowRange[]> = z.array(z.object({ from: z.string(), to: z.string() }));

/** Events of one log type of one part that passed. */
export const PassedPart = z
  .object({
    part_id: z.string(),
    log_type: z.string(),
    passed_at: z.date(),
    events: z.number(),
    row_ranges: Ranges,
    first_second: z.number(),
    last_second: z.number(),
  })
  .transform((row) => ({
    partId: row.part_id,
    logType: row.log_type,
    passedAt: row.passed_at,
    events: row.events,
    rowRanges: row.row_ranges,
    firstSecond: row.first_second,
    lastSecond: row.last_second,
  }));
export type PassedPart = z.output<typeof PassedPart>;
