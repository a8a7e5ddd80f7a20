import type { Severity } from '@margay/model';

/** A stored event. */
export interface ReplayEvent {
  rowId: string;
  logType: string;
  eventTime: string;
}

/** An alert a replay would have made. It was never delivered and is not among the real ones. */
export interface ReplayAlert {
  id: string;
  title: string;
  severity: Severity;
  dedupString: string;
  description: string;
  runbook: string;
  reference: string;
  /** JSON text. */
  context: string;
  logTypes: string[];
  eventCount: number;
  firstMatchAt: string;
  /** Time of the event that reached the threshold. */
  createdAt: string;
  lastMatchAt: string;
  examples: ReplayEvent[];
  /** Names of the destinations it would have gone to; always empty for a text that is not saved. */
  receivers: string[];
}

/** Against the saved version over the same events. */
export type AlertChange = 'new' | 'same' | 'gone';

export interface ComparedAlert extends ReplayAlert {
  /** Undefined where there is nothing to compare with. */
  change?: AlertChange | undefined;
}

export interface ReplayCounts {
  totalEvents: number;
  eventsProcessed: number;
  /** Events that may match, by what the text of the rule tells. */
  candidates: number;
  eventsRead: number;
  matches: number;
  errors: number;
  alerts: number;
  bytesRead: number;
  readMs: number;
  processingMs: number;
}

export interface ReplaySlice {
  startsAt: string;
  events: number;
  candidates: number;
  matches: number;
  alerts: number;
}

export interface ReplayRuleError {
  error: string;
  traceback: string;
  event: ReplayEvent | null;
}

export interface ReplayOutcome {
  counts: ReplayCounts;
  alerts: ReplayAlert[];
  errors: ReplayRuleError[];
  histogram: ReplaySlice[];
  isLimited: boolean;
}

export interface ReplayComparison {
  newCount: number;
  goneCount: number;
  sameCount: number;
  newAlerts: ReplayAlert[];
  goneAlerts: ReplayAlert[];
  sameAlerts: ReplayAlert[];
}

export interface LiveReplayResult {
  changed: ReplayOutcome;
  saved: { counts: ReplayCounts } | null;
  comparison: ReplayComparison | null;
  note: string | null;
}

export interface LiveReplay {
  id: string;
  status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  phase: 'CHANGED' | 'SAVED' | null;
  progress: ReplayCounts | null;
  result: LiveReplayResult | null;
  error: string | null;
}

export const replayStates = [
  'EVALUATION_IN_PROGRESS',
  'COMPUTATION_IN_PROGRESS',
  'DONE',
  'CANCELED',
  'ERROR_EVALUATION',
  'ERROR_COMPUTATION',
] as const;
export type ReplayState = (typeof replayStates)[number];

export interface ReplaySummary {
  totalAlerts: number;
  ruleMatchCount: number;
  ruleErrorCount: number;
  /** The first ones. */
  errors: string[];
  /** From 0 to 1. */
  evaluationProgress: number;
  /** From 0 to 1. */
  computationProgress: number;
  logDataSizeEstimate: number;
  totalEvents: number;
  eventsProcessedCount: number;
  eventsMatchedCount: number;
  matchesProcessedCount: number;
  readTimeNanos: number;
  processingTimeNanos: number;
}

/** A saved rule over stored events, in the background. */
export interface Replay {
  id: string;
  detectionId: string;
  detectionVersionId: string;
  state: ReplayState;
  error: string | null;
  logTypes: string[];
  startsAt: string;
  endsAt: string;
  maxSizeInGB: number | null;
  createdAt: string;
  completedAt: string | null;
  createdBy: { id: string; name: string };
  summary: ReplaySummary;
}

export interface ReplayDetails extends Replay {
  /** Empty until all events are judged. */
  histogram: ReplaySlice[];
}

export const isRunning = ({ state }: Pick<Replay, 'state'>): boolean =>
  state === 'EVALUATION_IN_PROGRESS' || state === 'COMPUTATION_IN_PROGRESS';
