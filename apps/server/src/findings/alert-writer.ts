import type { Finding } from '@margay/alert';
import type { Sql } from '@margay/store';

/** What can go wrong in the platform itself, so that people are told by an alert. */
export const systemErrorTypes = [
  'ALERT_DELIVERY',
  'DETECTION_ALERT_LIMIT_EXCEEDED',
  'DETECTION_QUARANTINED',
  'ENRICHMENT_SYNC',
  'LOOKUP_TABLE_SYNC',
  'SAVED_QUERY_FAILED',
  'SERVER_STALLED',
  'SOURCE_CLASSIFICATION_FAILURES',
  'SOURCE_LOG_PROCESSING_ERRORS',
  'SOURCE_NO_DATA',
  'SOURCE_PERMISSIONS_CHECKS',
  'SOURCE_SCANNING_ERRORS',
] as const;
export type SystemErrorType = (typeof systemErrorTypes)[number];

/** Kinds of things that a system error can be about. */
export const relatedComponents = [
  'CLOUD_ACCOUNT',
  'DESTINATION',
  'DETECTION',
  'ENRICHMENT',
  'LOG_SOURCE',
  'LOOKUP_TABLE',
  'SAVED_QUERY',
  'SERVER',
] as const;
export type RelatedComponent = (typeof relatedComponents)[number];

export interface SystemErrorInput {
  type: SystemErrorType;
  relatedComponent: RelatedComponent;
  relatedId: string;
  relatedName: string;
  /** Says what is wrong with which thing. */
  title: string;
  /** What to do next. */
  description: string;
  details?: unknown;
  /** Where `details` quote raw lines: of which log types they may be. Who may not read all of these sees none of it. */
  quotedLogTypes?: string[];
}

/** Everything that makes alerts goes through here; the domain `alerts` fills it. */
export interface AlertWriter {
  /** Groups findings into alerts and queues their deliveries. Returns each finding's alert id or null. */
  record(tx: Sql, findings: readonly Finding[]): Promise<(string | null)[]>;
  /** Ends groups of matches before their time is over: the next match of the same kind is a new alert. */
  endGroups(tx: Sql, groups: readonly { detectionId: string; dedupString: string }[]): Promise<void>;
  /** Raises a system error, or counts one more occurrence while its window is open. Returns the alert's id. */
  raise(input: SystemErrorInput, within?: Sql): Promise<string>;
  /** Closes the window, so that the next occurrence is a new alert. Returns the alert it belonged to. */
  closeSystemWindow(tx: Sql, type: SystemErrorType, relatedId: string): Promise<string | null>;
}
