/** Events of all log types in one order. */
export interface EventBatch {
  texts: string[];
  times: string[];
  rowIds: string[];
  logTypes: string[];
}
