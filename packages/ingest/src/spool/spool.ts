import { randomBytes } from 'node:crypto';
import { copyFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MargayError, messageOf } from '@margay/kit';
import type { Logger } from '@margay/kit';
import { lockFolder } from '@margay/kit/node';
import { defaultDecodeLimits } from '../body/decode.ts';
import type { DecodeLimits } from '../body/decode.ts';
import { bufferFull, createAdmission } from '../buffer/admission.ts';
import { batchIdOf } from '../buffer/batch-id.ts';
import type { BatchMeta, BufferStats, EventBuffer, Segment, SegmentRef } from '../buffer/event-buffer.ts';
import { segmentEnding, segmentOpening } from '../buffer/segment-format.ts';
import type { SegmentLabel } from '../buffer/segment-format.ts';
import { createSegmentQueue } from '../buffer/segment-queue.ts';
import { storeBody } from '../buffer/store-body.ts';
import { openBufferId } from './buffer-id.ts';
import { createSpaceCheck, storageFailure } from './disk-space.ts';
import { realFiles } from './files.ts';
import type { SpoolFiles } from './files.ts';
import { linkSegments, makeFolders } from './folders.ts';
import { gatherWrites } from './gather-writes.ts';
import { createGroupCommit } from './group-commit.ts';
import { openKnownDeliveries } from './known-deliveries.ts';
import { loadSegment } from './load-segment.ts';
import { readAhead } from './read-ahead.ts';
import { findSegments, isSegmentName, refOf, segmentNameOf, waitingOf } from './waiting-segment.ts';
import type { Waiting } from './waiting-segment.ts';

export interface SpoolLimits {
  /** Stored bytes and segments waiting, together over all sources. */
  maxBytes: number;
  maxSegments: number;
  /** Space left on the disk for everything else in the data folder. */
  minFreeBytes: number;
  /** Ids of named deliveries remembered after their segment is gone. */
  knownDeliveries: number;
  body: DecodeLimits;
}

export const defaultSpoolLimits: SpoolLimits = {
  maxBytes: 20 * 1024 ** 3,
  maxSegments: 200_000,
  minFreeBytes: 128 * 1024 ** 2,
  knownDeliveries: 100_000,
  body: defaultDecodeLimits,
};

export interface SpoolOptions {
  /** The spool's own folder; made when missing. */
  dir: string;
  limits?: Partial<SpoolLimits>;
  logger: Logger;
  files?: SpoolFiles;
  /** Free bytes of the disk that holds the folder. */
  freeBytes?: (dir: string) => Promise<number>;
}

/** What a sender gets of a delivery that is here already. */
const repetitionOf = (ref: SegmentRef): SegmentRef => ({ ...ref, isDuplicate: true });

const knownFile = 'known-deliveries';
const idFile = 'id';

/**
 * Opens the spool: clears half-written files of an earlier run (none of them was acknowledged), and queues every
 * segment it finds, oldest first. One process per folder.
 */
export async function openSpool(options: SpoolOptions): Promise<EventBuffer> {
  const { dir, logger } = options;
  const limits: SpoolLimits = { ...defaultSpoolLimits, ...options.limits };
  const files = options.files ?? realFiles;
  const checkSpace = createSpaceCheck(dir, limits.minFreeBytes, options.freeBytes);
  const folders = await makeFolders(dir);
  const unlock = await lockFolder(
    join(dir, 'lock'),
    'Stop the other process, or give this one its own data folder.',
  );

  for (const name of await readdir(folders.incoming)) await rm(join(folders.incoming, name), { force: true });
  const id = await openBufferId(join(dir, idFile));
  const known = await openKnownDeliveries(join(dir, knownFile), limits.knownDeliveries);
  const queue = createSegmentQueue<Waiting>();
  const claimed = new Map<number, Waiting>();
  /** Sequences of everything that is queued or claimed. */
  const present = new Set<number>();
  /** Named deliveries that are being written or are still waiting, by batch id. */
  const named = new Map<string, Promise<SegmentRef>>();
  let replayed = 0;
  let storedBytes = 0;
  let setAsideCount = (await readdir(folders.rejected)).filter(isSegmentName).length;
  let sequence = 0;
  let partNumber = 0;

  await replay();
  const commit = createGroupCommit(folders.pending, files);

  async function replay(): Promise<void> {
    for (const waiting of await findSegments(folders.pending)) {
      sequence = Math.max(sequence, waiting.sequence);
      storedBytes += waiting.storedBytes;
      replayed++;
      if (waiting.isNamed) named.set(waiting.batchId, Promise.resolve(refOf(waiting, 0)));
      present.add(waiting.sequence);
      queue.add(waiting);
    }
    if (replayed > 0) {
      logger.info({ segments: replayed, bytes: storedBytes }, 'Spool replays batches of an earlier run');
    }
  }

  const admission = createAdmission({
    async checkRoom() {
      const segments = queue.size() + claimed.size + admission.underWay();
      if (segments >= limits.maxSegments || storedBytes >= limits.maxBytes) throw bufferFull();
      await checkSpace();
    },
    failureOf: storageFailure,
    logger,
  });

  async function write(
    meta: BatchMeta,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    bodyLimits: DecodeLimits,
  ): Promise<SegmentRef> {
    const temporaryPath = join(folders.incoming, `${++partNumber}-${randomBytes(4).toString('hex')}.part`);
    const file = await files.create(temporaryPath);
    let isHandedOver = false;
    const gathered = gatherWrites(segmentOpening, (parts) => files.write(file, parts));
    try {
      const { contentHash, ...stored } = await storeBody(body, {
        contentEncoding: meta.contentEncoding,
        limits: bodyLimits,
        withHash: meta.idempotencyKey !== undefined,
        write: gathered.add,
      });
      const label: SegmentLabel = { ...meta, ...stored, batchId: batchIdOf(meta, contentHash) };
      // A delivery that is being written answers for its repetition; when it fails, the repetition is on its own. From
      // the last look to `named.set` nothing is awaited, or two of one name could both be written.
      let earlier = contentHash && named.get(label.batchId);
      while (earlier) {
        const ref = await earlier.catch(() => undefined);
        if (ref) return repetitionOf(ref);
        earlier = named.get(label.batchId);
      }
      if (known.has(label.batchId)) return repetitionOf(refOf(waitingOf(label), label.plainBytes));
      const finished = gathered.finish(segmentEnding(label)).then(() => {
        isHandedOver = true;
        return publish(label, file, temporaryPath);
      });
      if (!contentHash) return await finished;
      named.set(label.batchId, finished);
      return await finished.catch((error: unknown) => {
        named.delete(label.batchId);
        throw error;
      });
    } finally {
      if (!isHandedOver) {
        await files.close(file).catch(() => undefined);
        await files.remove(temporaryPath).catch(() => undefined);
      }
    }
  }

  /** Durable first, visible to takers second, acknowledged third. */
  async function publish(label: SegmentLabel, file: number, temporaryPath: string): Promise<SegmentRef> {
    const waiting = waitingOf(label);
    await commit({
      file,
      temporaryPath,
      assignPath() {
        waiting.sequence = ++sequence;
        waiting.path = join(folders.pending, segmentNameOf(waiting));
        return waiting.path;
      },
    });
    storedBytes += waiting.storedBytes;
    present.add(waiting.sequence);
    queue.add(waiting);
    return refOf(waiting, label.plainBytes);
  }

  function claim(waiting: Waiting): Promise<Segment | undefined> {
    claimed.set(waiting.sequence, waiting);
    return loadSegment(waiting).catch((error: unknown) => afterFailedLoad(waiting, error));
  }

  function giveBack(ref: SegmentRef): void {
    const waiting = claimed.get(ref.sequence);
    if (waiting === undefined) return;
    claimed.delete(ref.sequence);
    queue.add(waiting);
  }

  /** A damaged segment is set aside; anything else (no file handles, no memory) may pass, so it is tried again. */
  async function afterFailedLoad(waiting: Waiting, error: unknown): Promise<undefined> {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isGone || error instanceof MargayError) return isolate(waiting, messageOf(error));
    logger.warn(
      { batchId: waiting.batchId, reason: messageOf(error) },
      'Spool segment could not be read yet',
    );
    await setTimeout(1000);
    claimed.delete(waiting.sequence);
    queue.add(waiting);
  }

  /** On a full disk the id is remembered until the next start only; removing the segment is what frees the disk. */
  async function remember(batchId: string): Promise<void> {
    await known.add(batchId).catch((error: unknown) => {
      logger.warn({ batchId, reason: messageOf(error) }, 'Delivery id could not be written down');
    });
  }

  function release(waiting: Waiting): void {
    claimed.delete(waiting.sequence);
    present.delete(waiting.sequence);
    storedBytes -= waiting.storedBytes;
    named.delete(waiting.batchId);
  }

  async function isolate(waiting: Waiting, reason: string): Promise<undefined> {
    const name = segmentNameOf(waiting);
    logger.error({ segment: name, reason }, 'Spool segment set aside');
    try {
      await rename(waiting.path, join(folders.rejected, name));
      await writeFile(join(folders.rejected, `${name}.reason`), `${reason}\n`, { mode: 0o600 });
    } catch (error) {
      // The segment stays where it is and is taken again after a restart.
      logger.error({ segment: name, reason: messageOf(error) }, 'Spool segment could not be moved');
    }
    setAsideCount++;
    release(waiting);
  }

  return {
    isShared: false,
    id,
    append: (meta, body, bodyLimits) =>
      admission.admit(meta, () => write(meta, body, { ...limits.body, ...bodyLimits })),
    take: (signal) => readAhead({ queue, claim, giveBack }, signal),
    async takeOver() {
      return undefined;
    },
    async contains(ref) {
      return present.has(ref.sequence);
    },
    async done(ref) {
      const waiting = claimed.get(ref.sequence);
      if (waiting === undefined) return;
      if (waiting.isNamed) await remember(waiting.batchId);
      await files.remove(waiting.path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      release(waiting);
    },
    giveBack,
    async setAside(ref, reason) {
      const waiting = claimed.get(ref.sequence);
      if (waiting !== undefined) await isolate(waiting, reason);
    },
    stats(): BufferStats {
      const waiting = [queue.oldest(), ...claimed.values()].filter((one) => one !== undefined);
      const oldestMs = waiting.reduce((least, one) => Math.min(least, one.receivedAtMs), Infinity);
      return {
        ...admission.counts,
        replayed,
        segments: queue.size() + claimed.size,
        storedBytes,
        claimed: claimed.size,
        oldestReceivedAt: waiting.length > 0 ? new Date(oldestMs) : undefined,
        setAside: setAsideCount,
      };
    },
    async snapshot(folder) {
      await linkSegments(folders, folder);
      await copyFile(join(dir, idFile), join(folder, idFile));
      await copyFile(join(dir, knownFile), join(folder, knownFile)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    },
    async close() {
      const written = admission.close();
      queue.close();
      await written;
      await unlock();
    },
  };
}
