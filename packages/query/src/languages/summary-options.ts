/** What the query for the values of a column of another query asks for. */
export interface SummaryOptions {
  /** A column of the query's result, and keys into it. */
  path: readonly [string, ...string[]];
  /** Whether the result has `p_event_time`, so that first and last time of each value can be told. */
  hasEventTime: boolean;
  /** Most frequent values first. */
  isDescending: boolean;
  limit: number;
}
