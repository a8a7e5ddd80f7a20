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
