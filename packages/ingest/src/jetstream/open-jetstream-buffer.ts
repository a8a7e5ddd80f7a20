import { setTimeout } from 'node:timers/promises';
import { conflict, MargayError, messageOf } from '@margay/kit';
import type { Logger } from '@margay/kit';
import { defaultDecodeLimits } from '../body/decode.ts';
import type { DecodeLimits } from '../body/decode.ts';
import { bufferFull, createAdmission } from '../buffer/admission.ts';
import type { BufferStats, EventBuffer, Segment, SegmentRef } from '../buffer/event-buffer.ts';
import { segmentOf } from '../buffer/segment-of.ts';
import { createBodies } from './bodies.ts';
import { createClaims } from './claims.ts';
import { connectTo } from './connect.ts';
import { bufferFailure, bufferUnavailable } from './failures.ts';
import { followFigures } from './figures.ts';
import { batchIdOfSubject, batchStream, batchSubject, consumerName, openLayout } from './layout.ts';
import { fetched, openMessage } from './messages.ts';
import type { StoredMessage } from './messages.ts';
import { publishBatch } from './publish.ts';
import { createPull } from './pull.ts';
import type { ClaimLimits } from './pull.ts';
import { startSweeping } from './sweep.ts';

export interface JetStreamLimits extends ClaimLimits {
  /** Stored bytes and batches waiting, together over all sources and processes. */
  maxBytes: number;
  maxSegments: number;
  body: DecodeLimits;
}

export const defaultJetStreamLimits: JetStreamLimits = {
  maxBytes: 20 * 1024 ** 3,
  maxSegments: 200_000,
  maxClaimed: 1000,
  maxClaimedBytes: 64 * 1024 ** 2,
  body: defaultDecodeLimits,
};

export interface JetStreamBufferOptions {
  /** `nats://` or `tls://`, with user and password or a token where needed; several with commas between them. */
  url: string;
  logger: Logger;
  limits?: Partial<JetStreamLimits>;
  /** Servers that keep a copy of each batch. */
  replicas?: number;
  /** How long the name of a delivery is remembered after the delivery. */
  duplicateWindowSeconds?: number;
  /** After how long a process that went silent loses its claims to others. The same in all processes. */
  claimSeconds?: number;
  /** Bodies without a batch are removed when they are older. */
  orphanAgeMs?: number;
}

const mostInline = 512 * 1024;
const closeMs = 5000;
const damagedRetryMs = 1000;
/** What could not be handled now is not asked for again at once. */
const giveBackMs = 2000;

/**
 * Opens the event buffer on a NATS server with JetStream, making there what is missing. Any number of processes may open it.
 * Throws 503 `BufferUnavailable` within about ten seconds where the server is away or cannot hold it.
 */
export async function openJetStreamBuffer(options: JetStreamBufferOptions): Promise<EventBuffer> {
  const { logger, url } = options;
  const claimSeconds = options.claimSeconds ?? 30;
  const limits: JetStreamLimits = { ...defaultJetStreamLimits, ...options.limits };
  let wasRestarted = () => {};
  const { connection, isUp } = await connectTo(url, logger, () => wasRestarted());
  try {
    return await openOn();
  } catch (error) {
    await connection.close();
    throw error;
  }

  async function openOn(): Promise<EventBuffer> {
    const {
      client,
      manager,
      bodies: store,
    } = await openLayout(connection, {
      maxBytes: limits.maxBytes,
      maxSegments: limits.maxSegments,
      replicas: options.replicas ?? 1,
      duplicateWindowSeconds: options.duplicateWindowSeconds ?? 2 * 3600,
      claimSeconds,
    });
    const maxPayload = connection.info?.max_payload ?? 1024 ** 2;
    // Half for the body: the label and the headers have to fit as well.
    const inlineBytes = Math.min(mostInline, Math.floor(maxPayload / 2));
    const bodies = createBodies(manager, store, inlineBytes);
    const figures = await followFigures(manager, logger, isUp);
    wasRestarted = figures.wasRestarted;
    const claims = createClaims({
      client,
      manager,
      bodies,
      logger,
      maxPayload,
      isUp,
      keepAliveMs: (claimSeconds * 1000) / 3,
    });
    const consumer = await client.consumers.get(batchStream, consumerName);
    const pull = createPull({ consumer, claims, limits, messageBytes: inlineBytes, logger });
    const stopSweeping = startSweeping({
      manager,
      bodies,
      logger,
      minAgeMs: options.orphanAgeMs ?? 3_600_000,
    });
    const replayed = figures.latest().segments;
    const admission = createAdmission({
      checkRoom() {
        if (!isUp()) throw bufferUnavailable();
        // The server counts messages exactly; bodies in objects are counted here, as of a second ago.
        if (limits.maxSegments === 0 || figures.latest().storedBytes >= limits.maxBytes) throw bufferFull();
      },
      failureOf: bufferFailure,
      logger,
    });
    let isClosed = false;

    /** Of a claimed message. Undefined when it was set aside or has to be taken again. */
    async function open(stored: StoredMessage, mayBeDone: boolean): Promise<Segment | undefined> {
      const batchId = batchIdOfSubject(stored.subject);
      try {
        const segment = await openMessage(stored, bodies);
        const { storedBytes, plainBytes, receivedAt } = segment.label;
        claims.setBytes(batchId, storedBytes);
        const ref: SegmentRef = {
          batchId,
          sequence: stored.seq,
          receivedAt,
          storedBytes,
          plainBytes,
          isDuplicate: false,
        };
        return segmentOf(segment, ref, mayBeDone);
      } catch (error) {
        if (error instanceof MargayError && error.code === 'SegmentDamaged') {
          await claims.setAside(batchId, messageOf(error));
        } else {
          logger.warn({ batchId, reason: messageOf(error) }, 'Batch could not be read yet');
          claims.giveBack(batchId, damagedRetryMs);
        }
        return undefined;
      }
    }

    async function* take(signal?: AbortSignal): AsyncGenerator<Segment> {
      pull.addTaker();
      try {
        for (;;) {
          const next = await pull.next(signal);
          if (next === undefined) return;
          const mayBeDone = next.deliveryCount > 1 || next.sequence <= figures.replayedUpTo();
          const segment = await open(next.stored, mayBeDone);
          if (segment) yield segment;
        }
      } finally {
        pull.removeTaker();
      }
    }

    return {
      isShared: true,
      id: batchStream,
      append: (meta, body, bodyLimits) =>
        admission.admit(meta, () =>
          publishBatch({ client, store, bodies, inlineBytes }, meta, body, { ...limits.body, ...bodyLimits }),
        ),
      take,
      async takeOver(batchId) {
        const message = await manager.streams
          .getMessage(batchStream, { last_by_subj: batchSubject(batchId) })
          .catch((error: unknown) => {
            throw bufferFailure(error);
          });
        if (message === null) return undefined;
        const stored = fetched(message);
        claims.add(stored, undefined);
        return open(stored, true);
      },
      async contains(ref) {
        const subject = batchSubject(ref.batchId);
        const { state } = await manager.streams
          .info(batchStream, { subjects_filter: subject })
          .catch((error: unknown) => {
            throw bufferFailure(error);
          });
        return (state.subjects?.[subject] ?? 0) > 0;
      },
      done: (ref) => claims.done(ref.batchId),
      giveBack: (ref) => claims.giveBack(ref.batchId, giveBackMs),
      setAside: (ref, reason) => claims.setAside(ref.batchId, reason),
      stats(): BufferStats {
        const { lastSequence: _last, ...latest } = figures.latest();
        return { ...admission.counts, replayed, ...latest };
      },
      async snapshot() {
        throw conflict(
          `The event buffer is the stream ${batchStream} on the NATS server, and is not part of a backup made here. Back it up with the tools of NATS: nats stream backup ${batchStream} <folder>.`,
          { code: 'BufferElsewhere' },
        );
      },
      async close() {
        if (isClosed) return;
        isClosed = true;
        await admission.close();
        figures.stop();
        await pull.close();
        claims.close();
        if (isUp()) {
          await stopSweeping();
          await Promise.race([connection.drain(), setTimeout(closeMs, undefined, { ref: false })]);
        }
        await connection.close();
      },
    };
  }
}
