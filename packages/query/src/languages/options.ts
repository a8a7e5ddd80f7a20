import type { Relation, TimeRange } from '../ir/relation.ts';

export interface CompileOptions {
  /** Current time: what `current_timestamp()`, `p_occurs_since` and relative time frames count from. */
  now: Date;
  /** The result has at most so many rows, whatever the text says. */
  rowLimit?: number;
  /** SQL only: where a bare table name is looked for first. Default `panther_logs`. */
  database?: string;
  /** SQL only: of every table with `p_event_time`, nothing else is read, whatever the text says. */
  eventWindow?: TimeRange;
  /** PantherFlow only: the rows of a text that starts with a pipe, asked for when there is one; without them it is refused. */
  source?: () => Relation | undefined;
}
