import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import { messageOf } from '@margay/kit';
import type { Logger } from '@margay/kit';
import type { Bodies } from './bodies.ts';
import { headers } from './connect.ts';
import { bufferFailure } from './failures.ts';
import { batchIdOfSubject, batchStream, rejectedSubject } from './layout.ts';
import { bodyHeader, reasonHeader } from './messages.ts';
import type { StoredMessage } from './messages.ts';

const retryMs = 1000;
/** What is left of a message for its headers when it is set aside. */
const headerBytes = 8192;

interface Claim {
  stored: StoredMessage;
  /** Undefined where the batch was taken over: then it was delivered to somebody else. */
  delivery: JsMsg | undefined;
  /** Of the body, as it rests. */
  bytes: number;
}

export interface ClaimsDeps {
  client: JetStreamClient;
  manager: JetStreamManager;
  bodies: Bodies;
  logger: Logger;
  maxPayload: number;
  isUp: () => boolean;
  /** Well within the time after which the server gives a silent claim to somebody else. */
  keepAliveMs: number;
}

/** The batches this process has and is not done with, by their ids. */
export function createClaims(deps: ClaimsDeps) {
  const { client, manager, bodies, logger } = deps;
  const claims = new Map<string, Claim>();
  let bytes = 0;
  let onRoom: (() => void) | undefined;

  const timer = setInterval(() => {
    if (!deps.isUp()) return;
    for (const { delivery } of claims.values()) delivery?.working();
  }, deps.keepAliveMs);
  timer.unref();

  function drop(batchId: string): Claim | undefined {
    const claim = claims.get(batchId);
    if (claim === undefined) return undefined;
    claims.delete(batchId);
    bytes -= claim.bytes;
    onRoom?.();
    return claim;
  }

  /** The message is gone when this resolves; a repetition does no harm. */
  async function forget(claim: Claim): Promise<void> {
    const { delivery, stored } = claim;
    claim.delivery = undefined;
    // An acknowledgement that got no answer may or may not have arrived: then it is removed by its number.
    const isAcknowledged = (await delivery?.ackAck().catch(() => false)) === true;
    if (isAcknowledged) return;
    await manager.streams.deleteMessage(batchStream, stored.seq).catch(async (error: unknown) => {
      const there = await manager.streams
        .getMessage(batchStream, { last_by_subj: stored.subject })
        .catch(() => undefined);
      if (there === undefined || there?.seq === stored.seq) throw bufferFailure(error);
    });
  }

  async function removeBody({ stored }: Claim): Promise<void> {
    if (stored.bodyObject === undefined) return;
    await bodies.remove(stored.bodyObject).catch((error: unknown) => {
      // The next sweep finds it.
      logger.warn(
        { body: stored.bodyObject, reason: messageOf(error) },
        'Body of a handled batch could not be removed',
      );
    });
  }

  function giveBack(batchId: string, delayMs = 0): void {
    drop(batchId)?.delivery?.nak(delayMs);
  }

  return {
    count: () => claims.size,
    bytes: () => bytes,
    /** Resolves when a claim ends. */
    nextRoom: () =>
      new Promise<void>((resolve) => {
        onRoom = resolve;
      }),
    /** False when this process has the batch already; then the delivery only renews the claim. */
    add(stored: StoredMessage, delivery: JsMsg | undefined): boolean {
      const batchId = batchIdOfSubject(stored.subject);
      const claim = claims.get(batchId);
      if (claim) {
        claim.delivery = delivery ?? claim.delivery;
        return false;
      }
      claims.set(batchId, { stored, delivery, bytes: stored.data.length });
      bytes += stored.data.length;
      return true;
    },
    /** Says how large the body is, where it is not in the message. */
    setBytes(batchId: string, bodyBytes: number): void {
      const claim = claims.get(batchId);
      if (!claim) return;
      bytes += bodyBytes - claim.bytes;
      claim.bytes = bodyBytes;
    },
    giveBack,
    async done(batchId: string): Promise<void> {
      const claim = claims.get(batchId);
      if (claim === undefined) return;
      await forget(claim);
      drop(batchId);
      await removeBody(claim);
    },
    /** Keeps message and body apart, with the reason. Where that fails, the batch is taken again later. */
    async setAside(batchId: string, reason: string): Promise<void> {
      const claim = claims.get(batchId);
      if (claim === undefined) return;
      const { stored } = claim;
      logger.error({ batchId, reason }, 'Batch set aside');
      const kept = headers();
      // A header is one line of ASCII.
      kept.set(reasonHeader, reason.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 2000));
      if (stored.bodyObject !== undefined) kept.set(bodyHeader, stored.bodyObject);
      const data = stored.data.subarray(0, Math.max(0, deps.maxPayload - headerBytes));
      try {
        await client.publish(rejectedSubject(batchId), data, { headers: kept });
        await forget(claim);
        drop(batchId);
      } catch (error) {
        logger.error({ batchId, reason: messageOf(error) }, 'Batch could not be set aside yet');
        giveBack(batchId, retryMs);
      }
    },
    /** Everything goes back: other processes get it at once. */
    close(): void {
      clearInterval(timer);
      for (const batchId of claims.keys()) giveBack(batchId);
    },
  };
}

export type Claims = ReturnType<typeof createClaims>;
