export interface CompileOptions {
  /** Current time: what `current_timestamp()`, `p_occurs_since` and relative time frames count from. */
  now: Date;
  /** The result has at most so many rows, whatever the text says. */
  rowLimit?: number;
}
