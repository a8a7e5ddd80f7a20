import type { PreviewAlert } from './group-alerts.ts';
import type { EventReference } from './findings.ts';

/** A rule error, with the event it happened on where it happened on one. */
export interface ReplayError {
  error: string;
  traceback: string;
  event: EventReference | null;
}

/** One slice of the window. */
export interface ReplaySlice {
  startsAt: Date;
  events: number;
  /** Events that may match, by what the rule's text tells. */
  candidates: number;
  matches: number;
  alerts: number;
}

export interface ReplayCounts {
  /** Of the window, and how many of them are decided so far. */
  totalEvents: number;
  eventsProcessed: number;
  /** Events that may match, and how many of them were read so far. */
  candidates: number;
  eventsRead: number;
  matches: number;
  errors: number;
  alerts: number;
  bytesRead: number;
  readMs: number;
  /** Inside of the rule. */
  processingMs: number;
}

export interface ReplayOutcome {
  counts: ReplayCounts;
  /** The first ones. */
  alerts: PreviewAlert[];
  errors: ReplayError[];
  slices: ReplaySlice[];
  /** True when production would have stopped making alerts for some hour. */
  isLimited: boolean;
}

export const noCounts = (): ReplayCounts => ({
  totalEvents: 0,
  eventsProcessed: 0,
  candidates: 0,
  eventsRead: 0,
  matches: 0,
  errors: 0,
  alerts: 0,
  bytesRead: 0,
  readMs: 0,
  processingMs: 0,
});
