import type { ReplyReader } from '@margay/ingest';
import { pageLimits, readRecords, type ReplyLimits, type ReplyPlan } from '@margay/ingest/replies';
import { defineTextTask } from '../../../typed-text/define-task.ts';
import { createTextReader } from '../../../typed-text/reader.ts';

/** Of a page that is pulled. */
export const pulledReply: ReplyLimits & { deadlineMs: number } = { ...pageLimits, deadlineMs: 60_000 };
/** Of the one reply that a person waits for before a source is saved. */
export const checkedReply: typeof pulledReply = { ...pageLimits, records: 20_000, deadlineMs: 10_000 };

/** Replies up to this are read where they are: a thread costs more. */
const smallBytes = 64 * 1024;

interface RecordsInput {
  body: Uint8Array;
  plan: ReplyPlan;
  limits: ReplyLimits;
}

export const recordsTask = defineTextTask({
  module: import.meta.url,
  name: 'recordsTask',
  run: ({ body, plan, limits }: RecordsInput) => readRecords(body, plan, limits),
});

/** Reads replies beside the main thread, and ends the thread of one that takes longer or more memory than it may. */
export function createReplyReader(limits: typeof pulledReply): ReplyReader & { close(): Promise<void> } {
  const threads = createTextReader(limits.deadlineMs);
  return {
    async read(body, plan) {
      if (body.byteLength <= smallBytes) return readRecords(body, plan, limits);
      return threads.read(
        recordsTask,
        { body, plan, limits },
        {
          what: `The reply of ${plan.host}`,
          remedy: 'Ask for smaller pages, for instance with a limit in the address.',
        },
      );
    },
    close: () => threads.close(),
  };
}
