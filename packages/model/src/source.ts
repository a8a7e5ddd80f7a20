export const streamTypes = ['Auto', 'Lines', 'JSON', 'JsonArray', 'CloudWatchLogs', 'XML'] as const;
export type StreamType = (typeof streamTypes)[number];

/** How the bytes of one source are cut into entries. */
export interface StreamFormat {
  type: StreamType;
  /** JsonArray only: the root field that holds the array. */
  envelopeField?: string;
  /** CloudWatchLogs only: keep accountId, logGroup … as `p_header`. */
  keepEnvelope?: boolean;
  /** XML only: the element that encloses the events; empty when they are not enclosed. */
  xmlRootElement?: string;
  /**
   * Lines, also where Auto finds them: all log types are CSV with this delimiter, so that a cell in quotes may stand on
   * several lines. The pipeline sets it from the schemas; it is no setting.
   */
  csvDelimiter?: string;
}

/** Events of one source in one minute. The balance: received = stored + duplicate + failed + inFlight. */
export interface EventBalance {
  sourceId: string;
  /** Start of the minute, UTC. */
  minute: Date;
  received: number;
  stored: number;
  duplicate: number;
  failed: number;
  inFlight: number;
  bytes: number;
}
