import { severities, type PythonRule } from '@margay/model';
import type { PreviewAlert, ReplayCounts } from '@margay/replay';
import * as z from 'zod';
import { Author } from '../../api/author.ts';

export const replayStates = [
  'COMPUTATION_IN_PROGRESS',
  'EVALUATION_IN_PROGRESS',
  'DONE',
  'CANCELED',
  'ERROR_COMPUTATION',
  'ERROR_EVALUATION',
] as const;
export type ReplayState = (typeof replayStates)[number];

/** Progress is a share from 0 to 1. */
export const ReplaySummary = z.object({
  totalAlerts: z.number(),
  ruleErrorCount: z.number(),
  ruleMatchCount: z.number(),
  evaluationProgress: z.number(),
  computationProgress: z.number(),
  logDataSizeEstimate: z.number(),
  matchesProcessedCount: z.number(),
  eventsProcessedCount: z.number(),
  eventsMatchedCount: z.number(),
  totalEvents: z.number(),
  readTimeNanos: z.number(),
  processingTimeNanos: z.number(),
  /** Of the first errors, one line each. */
  errors: z.array(z.string()),
  /** Slices of the window; empty until all events are judged, and in replays from before it was kept. */
  histogram: z
    .array(
      z.object({
        startsAt: z.coerce.date(),
        events: z.number(),
        candidates: z.number(),
        matches: z.number(),
        alerts: z.number(),
      }),
    )
    .default([]),
});
export type ReplaySummary = z.infer<typeof ReplaySummary>;

export const emptySummary: ReplaySummary = {
  totalAlerts: 0,
  ruleErrorCount: 0,
  ruleMatchCount: 0,
  evaluationProgress: 0,
  computationProgress: 0,
  logDataSizeEstimate: 0,
  matchesProcessedCount: 0,
  eventsProcessedCount: 0,
  eventsMatchedCount: 0,
  totalEvents: 0,
  readTimeNanos: 0,
  processingTimeNanos: 0,
  errors: [],
  histogram: [],
};

export function summaryOf(counts: ReplayCounts, estimatedBytes: number): ReplaySummary {
  const { totalEvents, eventsProcessed, matches, errors, alerts, readMs, processingMs } = counts;
  return {
    ...emptySummary,
    totalAlerts: alerts,
    ruleErrorCount: errors,
    ruleMatchCount: matches,
    evaluationProgress: totalEvents === 0 ? 0 : eventsProcessed / totalEvents,
    logDataSizeEstimate: estimatedBytes,
    matchesProcessedCount: matches,
    eventsProcessedCount: eventsProcessed,
    eventsMatchedCount: matches,
    totalEvents,
    readTimeNanos: Math.round(readMs * 1e6),
    processingTimeNanos: Math.round(processingMs * 1e6),
  };
}

/** One replay of a saved rule as it is stored. */
export const ReplayRecord = z
  .object({
    id: z.string(),
    detection_id: z.string(),
    detection_version_id: z.string(),
    rule: z
      .custom<PythonRule>((value) => typeof value === 'object' && value !== null) // written by ourselves
      .transform((rule): PythonRule => ({ ...rule, kind: rule.kind ?? 'RULE' })), // earlier versions left it out
    state: z.enum(replayStates),
    log_types: z.array(z.string()),
    starts_at: z.date(),
    ends_at: z.date(),
    max_size_gb: z.number().nullable(),
    summary: ReplaySummary,
    error: z.string().nullable(),
    created_at: z.date(),
    created_by: Author,
    updated_at: z.date(),
    completed_at: z.date().nullable(),
    attempt: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    detectionId: row.detection_id,
    detectionVersionId: row.detection_version_id,
    rule: row.rule,
    state: row.state,
    logTypes: row.log_types,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    maxSizeInGB: row.max_size_gb,
    summary: row.summary,
    error: row.error,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
    attempt: row.attempt,
  }));
export type ReplayRecord = z.output<typeof ReplayRecord>;

/** A preview alert as JSON keeps it. */
export const StoredPreview: z.ZodType<PreviewAlert> = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(severities),
  dedupString: z.string(),
  description: z.string(),
  runbook: z.string(),
  reference: z.string(),
  context: z.string(),
  destinations: z.array(z.string()).nullable(),
  logTypes: z.array(z.string()),
  eventCount: z.number(),
  firstMatchAt: z.coerce.date(),
  createdAt: z.coerce.date(),
  lastMatchAt: z.coerce.date(),
  closesAt: z.coerce.date(),
  examples: z.array(z.object({ logType: z.string(), rowId: z.string(), eventTime: z.coerce.date() })),
});
