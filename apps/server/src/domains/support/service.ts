import { invalidInput, limitExceeded, newId } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { authorOf } from '../../api/author.ts';
import { callerNetwork } from '../../api/caller-network.ts';
import type { Caller } from '../../api/http-parts.ts';
import { readTimeCursor, timePage } from '../../api/time-cursor.ts';
import { wholeNumber } from '../../api/whole-number.ts';
import { supportLetter, type MailService } from '../mail/index.ts';
import { readRequest } from './request.ts';
import {
  countRequests,
  dropOldRequests,
  insertRequest,
  listRequests,
  lockRequests,
  type SupportRequest,
} from './store.ts';

/** Requests for help. They are kept on this installation, and mailed to its support address where one is set. */
export interface SupportService {
  /**
   * Takes a request of a person, or of somebody unknown, who must leave an email. Throws `InvalidInput` with the field, and
   * `LimitExceeded` after 20 a day from one person, 5 an hour from one address, or 200 a day from people unknown.
   */
  send(actor: Actor | null, input: unknown, caller: Pick<Caller, 'ip'>): Promise<{ isMailed: boolean }>;
  /** Everybody's, the newest first. */
  page(request: {
    pageSize?: number;
    cursor?: string;
  }): Promise<{ requests: SupportRequest[]; endCursor: string | null }>;
  /** Forgets what is older than 180 days. */
  dropOld(): Promise<void>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const keptMs = 180 * dayMs;
const maxPageSize = 100;
const limits = {
  person: { most: 20, ms: dayMs, message: 'You have sent 20 requests in the past day. Send more tomorrow.' },
  address: {
    most: 5,
    ms: hourMs,
    message: 'Five requests came from your address in the past hour. Send more later, or sign in first.',
  },
  unknown: {
    most: 200,
    ms: dayMs,
    message:
      'No more requests are taken today from people who are not signed in. Sign in, or ask your administrator directly.',
  },
} as const;

export function createSupportService(deps: {
  store: Store;
  mail: Pick<MailService, 'post' | 'supportAddress' | 'isSetUp'>;
  clock: () => Date;
}): SupportService {
  const { store, mail, clock } = deps;
  return {
    send: (actor, input, caller) => {
      const { subject, text, email: typed } = readRequest(input);
      if (actor === null && typed === '')
        throw invalidInput('The request was not kept: email is required.', { details: { field: 'email' } });
      const email = actor === null ? typed : actor.email;
      const sender = actor === null ? `address:${callerNetwork(caller.ip, 'address')}` : `person:${actor.id}`;
      return store.transaction(async (tx) => {
        const now = clock();
        await lockRequests(tx);
        const refuse = async ({ most, ms, message }: (typeof limits)[keyof typeof limits], of?: string) => {
          if ((await countRequests(tx, { sender: of, since: new Date(now.getTime() - ms) })) >= most)
            throw limitExceeded(message);
        };
        if (actor === null) await refuse(limits.unknown);
        await refuse(actor === null ? limits.address : limits.person, sender);
        await insertRequest(tx, {
          id: newId(),
          author: actor === null ? null : authorOf(actor),
          sender,
          email,
          subject,
          text,
          createdAt: now,
        });
        const to = mail.supportAddress();
        if (to === undefined || !mail.isSetUp()) return { isMailed: false };
        const from = actor === null ? `${email}, who was not signed in,` : `${actor.name} (${email})`;
        const replyTo = email === '' ? undefined : email;
        await mail.post(supportLetter(to, { subject, text, from, replyTo }), { within: tx });
        return { isMailed: true };
      });
    },
    async page({ pageSize = 25, cursor }) {
      wholeNumber('pageSize', pageSize, maxPageSize);
      const after = cursor === undefined ? {} : { after: readTimeCursor(cursor, 'the requests') };
      const found = await listRequests(store, { ...after, limit: pageSize + 1 });
      const { page, endCursor } = timePage(found, pageSize);
      return { requests: page, endCursor };
    },
    dropOld: () => dropOldRequests(store, new Date(clock().getTime() - keptMs)),
  };
}
