/** Which stored events a replay runs over. Both ends by event time; `to` is not included. */
export interface ReplayScope {
  logTypes: string[];
  from: Date;
  to: Date;
  /** Only events parsed before this moment: what arrives meanwhile changes nothing. */
  parsedBefore: Date;
  /** Reads the newest events up to about this size, by the tables' size per row. */
  maxBytes?: number;
}
