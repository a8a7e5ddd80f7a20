import { limitExceeded, newId } from '@margay/kit';
import type { Store } from '@margay/store';
import { wholeNumber } from '../../api/whole-number.ts';
import type { Actor } from '../../api/actor.ts';
import { authorOf } from '../../api/author.ts';
import { readTimeCursor, timePage } from '../../api/time-cursor.ts';
import { readFeedback, type FeedbackInput } from './schema.ts';
import { countFeedback, insertFeedback, listFeedback, type FeedbackRecord } from './store.ts';

/** What people say about the product. It stays on this installation. */
export interface FeedbackService {
  /** Keeps it and answers its id. Throws `InvalidInput`, or `LimitExceeded` after 50 a day from one person. */
  send(actor: Actor, input: FeedbackInput): Promise<{ id: string }>;
  /** Everybody's, the newest first. */
  page(request: {
    pageSize?: number;
    cursor?: string;
  }): Promise<{ feedback: FeedbackRecord[]; endCursor: string | null }>;
}

const dayMs = 24 * 3_600_000;
const mostADay = 50;
const maxPageSize = 100;

export function createFeedbackService({
  store,
  clock,
}: {
  store: Store;
  clock: () => Date;
}): FeedbackService {
  return {
    async send(actor, input) {
      const { featureUsefulness = null, screenWidth = null, ...said } = readFeedback(input);
      const now = clock();
      if ((await countFeedback(store, actor.id, new Date(now.getTime() - dayMs))) >= mostADay)
        throw limitExceeded(`You have sent ${mostADay} messages in the past day. Send more tomorrow.`);
      const id = newId();
      const author = authorOf(actor);
      await insertFeedback(store, { id, author, ...said, featureUsefulness, screenWidth, createdAt: now });
      return { id };
    },
    async page({ pageSize = 25, cursor }) {
      wholeNumber('pageSize', pageSize, maxPageSize);
      const after = cursor === undefined ? {} : { after: readTimeCursor(cursor, 'the feedback') };
      const found = await listFeedback(store, { ...after, limit: pageSize + 1 });
      const { page, endCursor } = timePage(found, pageSize);
      return { feedback: page, endCursor };
    },
  };
}
