import type { EventFilters } from '@margay/detect';
import type { EncodedRows, TableLayout } from '@margay/lake';
import type { EventSource, StreamFormat } from '@margay/model';
import type { EnrichmentTable } from '@margay/normalize/enrich';
import type { DiscoveredField } from '@margay/schema';
import type { LogTypeFault } from './log-type-tables.ts';

/** What the main thread and the processing thread say to one another. Plain data only. */

export interface SourceConfig {
  source: EventSource;
  format: StreamFormat;
}

export interface SchemaConfig {
  name: string;
  version: number;
  spec: string;
  owner: 'user' | 'managed';
}

/** Everything the thread needs to turn bytes into rows; replaces what it had. */
export interface ProcessingConfig {
  revision: number;
  sources: SourceConfig[];
  schemas: SchemaConfig[];
  /** By log type: the table in `panther_logs`. */
  layouts: Record<string, TableLayout>;
  failuresLayout: TableLayout;
  /** Seals the failed entries of sources whose schemas mask fields; 32 bytes. */
  failuresKey: Uint8Array;
  /** Log types that some enabled rule wants to see. */
  ruledLogTypes: string[];
  /** Tables that events are enriched from. Their contents are shared memory: the message carries no copy. */
  enrichment: EnrichmentTable[];
  /** Log types of sources that are set aside: entries are not tried against them. */
  faults: LogTypeFault[];
}

/** A batch, or a piece of a large one. Pieces of one batch come in order, one at a time. */
export interface Piece {
  batchId: string;
  sourceId: string;
  /** Narrower candidates than the source's, where the transport knows better. */
  logTypes?: string[];
  sourceFile?: Record<string, unknown>;
  receivedAt: number;
  format: StreamFormat;
  /** Of a batch of kept failures: how many were counted as failed before; with its last piece. */
  retriedFailures?: number;
  isLast: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Rows of one log type, ready for the lake, and events among them as JSON for the detections. */
export interface LogTypePart {
  logType: string;
  rows: EncodedRows;
  /** UTF-8 JSON array of the events that some rule may say anything about; no bytes when no rule wants this log type. */
  eventsJson: Uint8Array<ArrayBuffer>;
  /** Where each event begins in `eventsJson`, and one more entry for the end: an event is the bytes up to the next but one. */
  eventStarts: Uint32Array<ArrayBuffer>;
  /** Events stored. */
  count: number;
  /** Where its rows stand in their batches: one range for each batch. */
  rowRanges: RowRange[];
}

/** Row ids of one batch, both ends included. Between them may be rows of other log types. */
export interface RowRange {
  from: string;
  to: string;
}

export interface BalancePart {
  sourceId: string;
  /** Start of the minute of receipt, milliseconds since 1970. */
  minute: number;
  received: number;
  stored: number;
  failed: number;
  bytes: number;
  /** Failures that were booked in this minute before, and are among `received` once more. */
  retried: number;
}

export interface VolumePart {
  sourceId: string;
  logType: string;
  events: number;
  bytes: number;
}

export interface ProcessedPart {
  logTypes: LogTypePart[];
  failures: EncodedRows | null;
  balance: BalancePart[];
  volumes: VolumePart[];
  /** Events whose own time the lake cannot hold. */
  replacedTimes: number;
  /** First failures of each source, for its health page and its system error. */
  failureSamples: { sourceId: string; error: string; payload: string }[];
  /** Fields that no schema names, of log types with field discovery. */
  discovered: { logType: string; fields: DiscoveredField[] }[];
}

export type ToThread =
  | { kind: 'configure'; config: ProcessingConfig }
  | { kind: 'filter'; filters: EventFilters | undefined }
  | { kind: 'process'; id: number; pieces: Piece[]; parseTime: number }
  | { kind: 'drop'; batchId: string };

export type FromThread =
  | { kind: 'processed'; id: number; part: ProcessedPart }
  | { kind: 'failed'; id: number; error: string };
