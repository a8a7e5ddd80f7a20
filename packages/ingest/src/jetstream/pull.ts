import { setTimeout } from 'node:timers/promises';
import type { Consumer, ConsumerMessages } from '@nats-io/jetstream';
import { messageOf } from '@margay/kit';
import type { Logger } from '@margay/kit';
import { createSegmentQueue } from '../buffer/segment-queue.ts';
import type { Claims } from './claims.ts';
import { batchIdOfSubject } from './layout.ts';
import { delivered } from './messages.ts';
import type { StoredMessage } from './messages.ts';

export interface ClaimLimits {
  /** Batches and bytes this process claims at most before it is done with some. */
  maxClaimed: number;
  maxClaimedBytes: number;
}

/** A batch that was delivered and waits for a taker. */
export interface Pulled {
  sequence: number;
  stored: StoredMessage;
  deliveryCount: number;
}

/** How long the server holds a request open while there is nothing; within it a stopped process may still be given some. */
const requestMs = 5000;
const retryMs = 500;
const mostAtOnce = 64;

export interface PullDeps {
  consumer: Consumer;
  claims: Claims;
  limits: ClaimLimits;
  /** The most bytes a message can have. */
  messageBytes: number;
  logger: Logger;
}

/** Asks the server for batches as long as somebody takes them and there is room. */
export function createPull({ consumer, claims, limits, messageBytes, logger }: PullDeps) {
  const queue = createSegmentQueue<Pulled>();
  let takers = 0;
  let isClosed = false;
  let wake: (() => void) | undefined;
  let request: ConsumerMessages | undefined;
  let running: Promise<void> = Promise.resolve();

  const room = () => {
    if (claims.bytes() >= limits.maxClaimedBytes) return 0;
    const byBytes = Math.max(1, Math.floor((limits.maxClaimedBytes - claims.bytes()) / messageBytes));
    return Math.min(mostAtOnce, byBytes, limits.maxClaimed - claims.count());
  };

  async function pullOnce(count: number): Promise<void> {
    request = await consumer.fetch({ max_messages: count, expires: requestMs });
    if (isClosed || takers === 0) request.stop();
    for await (const message of request) {
      const stored = delivered(message);
      if (!claims.add(stored, message)) continue;
      if (isClosed || takers === 0) claims.giveBack(batchIdOfSubject(stored.subject));
      else queue.add({ sequence: stored.seq, stored, deliveryCount: message.info.deliveryCount });
    }
  }

  async function run(): Promise<void> {
    while (!isClosed && takers > 0) {
      const count = room();
      try {
        if (count > 0) await pullOnce(count);
        else await Promise.race([claims.nextRoom(), woken()]);
      } catch (error) {
        logger.debug({ reason: messageOf(error) }, 'Batches could not be asked for yet');
        await setTimeout(retryMs);
      }
      request = undefined;
    }
  }

  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  function stopRequest(): void {
    wake?.();
    request?.stop();
    for (let left = queue.nextNow(() => true); left; left = queue.nextNow(() => true))
      claims.giveBack(batchIdOfSubject(left.stored.subject));
  }

  return {
    next: (signal?: AbortSignal) => queue.next(signal),
    addTaker(): void {
      takers++;
      if (takers === 1) running = running.then(run);
    },
    removeTaker(): void {
      takers--;
      if (takers === 0) stopRequest();
    },
    async close(): Promise<void> {
      stopRequest();
      isClosed = true;
      queue.close();
      await running;
    },
  };
}
