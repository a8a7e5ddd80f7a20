import type { ReplyPlan, ReplyRecords } from './read-records.ts';

/** Reads what another system answered. Whoever runs a puller says where: never at length on the main thread. */
export interface ReplyReader {
  /**
   * The records of a reply's body, and where its next page is. Throws `PullNeedsAttention` for what is no list of records,
   * and for what is beyond a limit of records, bytes of one, depth or time.
   */
  read(body: Uint8Array, plan: ReplyPlan): Promise<ReplyRecords>;
}
