import type { Evaluation } from '@margay/detect';
import type { Sql } from '@margay/store';

/** What a detection did since the last flush. */
export interface DetectionCounts {
  /** Events of its log types that came. */
  considered: number;
  /** Of these, the ones it was run on: prefilter and inline filters left them. */
  evaluations: number;
  /** Of processor time; what it waited for is not in it. */
  microseconds: number;
  waitedMicroseconds: number;
  /** Microseconds per event in each batch it was run on. */
  batches: number[];
  matches: number;
  errors: number;
  /** Events it should have judged and did not, because it was set aside. */
  skipped: number;
  lastMatchAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
}

const counts = new Map<string, DetectionCounts>();

function countsOf(ruleId: string): DetectionCounts {
  const known = counts.get(ruleId);
  if (known !== undefined) return known;
  const fresh: DetectionCounts = {
    considered: 0,
    evaluations: 0,
    microseconds: 0,
    waitedMicroseconds: 0,
    batches: [],
    matches: 0,
    errors: 0,
    skipped: 0,
    lastMatchAt: null,
    lastError: null,
    lastErrorAt: null,
  };
  counts.set(ruleId, fresh);
  return fresh;
}

/** Adds an evaluation's figures to those waiting in memory; `flushStatistics` writes them once in a while. */
export function bookStatistics(evaluation: Evaluation, now: Date): void {
  for (const { ruleId, events } of evaluation.considered) countsOf(ruleId).considered += events;
  for (const { ruleId, events, reason } of evaluation.skipped)
    if (reason === 'paused') countsOf(ruleId).skipped += events;
  for (const { ruleId, events, microseconds, waitedMicroseconds } of evaluation.perRule) {
    const entry = countsOf(ruleId);
    entry.evaluations += events;
    entry.microseconds += microseconds;
    entry.waitedMicroseconds += waitedMicroseconds;
    if (events > 0) entry.batches.push(microseconds / events);
  }
  for (const match of evaluation.matches) {
    const entry = countsOf(match.ruleId);
    entry.matches++;
    entry.lastMatchAt = now;
  }
  for (const error of evaluation.errors) {
    const entry = countsOf(error.ruleId);
    entry.errors++;
    entry.lastError = error.error;
    entry.lastErrorAt = now;
  }
}

/**
 * Writes the waiting figures and gives them back. They are for pages and charts: a crash may lose the last few seconds
 * of them.
 */
export async function flushStatistics(sql: Sql, now: Date): Promise<ReadonlyMap<string, DetectionCounts>> {
  const waiting = [...counts];
  counts.clear();
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  for (const [ruleId, entry] of waiting) {
    await sql.query(
      `insert into detection_statistics (detection_id, hour, evaluations, microseconds, matches, errors, last_match_at,
         last_error, last_error_at, considered, skipped, waited_microseconds)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (detection_id, hour) do update set evaluations = detection_statistics.evaluations + $3,
         microseconds = detection_statistics.microseconds + $4, matches = detection_statistics.matches + $5,
         errors = detection_statistics.errors + $6, last_match_at = coalesce($7, detection_statistics.last_match_at),
         last_error = coalesce($8, detection_statistics.last_error), last_error_at = coalesce($9, detection_statistics.last_error_at),
         considered = detection_statistics.considered + $10, skipped = detection_statistics.skipped + $11,
         waited_microseconds = detection_statistics.waited_microseconds + $12`,
      [
        ruleId,
        hour,
        entry.evaluations,
        Math.round(entry.microseconds),
        entry.matches,
        entry.errors,
        entry.lastMatchAt,
        entry.lastError,
        entry.lastErrorAt,
        entry.considered,
        entry.skipped,
        Math.round(entry.waitedMicroseconds),
      ],
    );
  }
  return new Map(waiting);
}
