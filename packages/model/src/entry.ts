/** One record cut from a batch, before it is classified and parsed. */
export interface Entry {
  /** The record as it arrived. */
  text: string;
  /** The record as JSON value, where cutting it out made one (XML, rows of Zeek's logs). */
  value?: unknown;
  /** Becomes `p_header`. */
  header?: Record<string, unknown>;
  /** Becomes `p_source_file`. */
  sourceFile?: Record<string, unknown>;
}
