import { limitExceeded, messageOf } from '@margay/kit';
import type { Logger, MargayError } from '@margay/kit';
import type { BatchMeta, SegmentRef } from './event-buffer.ts';

export const bufferFull = (cause?: unknown) =>
  limitExceeded('The event buffer is full. Send the batch again later.', {
    code: 'BufferFull',
    retryAfterSeconds: 5,
    cause,
  });

const shuttingDown = () =>
  limitExceeded('The event buffer is shutting down. Send the batch again in a moment.', {
    code: 'ShuttingDown',
    status: 503,
    retryAfterSeconds: 5,
  });

export interface AdmissionDeps {
  /** Throws where there is no room for one more batch. */
  checkRoom(): void | Promise<void>;
  /** What a sender is told of a batch that could not be kept. */
  failureOf(error: unknown): MargayError;
  logger: Logger;
}

export interface Admission {
  /** Does `write` where there is room, and counts what came of it. Throws what `failureOf` makes of its error. */
  admit(meta: BatchMeta, write: () => Promise<SegmentRef>): Promise<SegmentRef>;
  readonly counts: Readonly<{ appended: number; duplicates: number; refused: number }>;
  /** Batches that are being written. */
  underWay(): number;
  /** From now on batches are refused; resolves once those under way are written. */
  close(): Promise<void>;
}

/** The door of a buffer: what comes in, what is refused and said of it. */
export function createAdmission({ checkRoom, failureOf, logger }: AdmissionDeps): Admission {
  const counts = { appended: 0, duplicates: 0, refused: 0 };
  const writing = new Set<Promise<unknown>>();
  let isClosed = false;

  async function write(start: () => Promise<SegmentRef>): Promise<SegmentRef> {
    if (isClosed) throw shuttingDown();
    await checkRoom();
    const work = start();
    writing.add(work);
    try {
      return await work;
    } finally {
      writing.delete(work);
    }
  }

  return {
    counts,
    underWay: () => writing.size,
    async admit(meta, start) {
      try {
        const ref = await write(start);
        counts[ref.isDuplicate ? 'duplicates' : 'appended']++;
        return ref;
      } catch (error) {
        const failure = failureOf(error);
        if (failure.status === 429 || failure.status >= 500) {
          counts.refused++;
          logger.warn(
            { code: failure.code, sourceId: meta.sourceId, reason: messageOf(error) },
            'Batch refused',
          );
        }
        throw failure;
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(writing);
    },
  };
}
