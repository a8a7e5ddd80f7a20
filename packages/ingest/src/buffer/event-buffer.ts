import type { StreamFormat } from '@margay/model';
import type { BodyEncoding } from '../body/encoding.ts';
import type { DecodeLimits } from '../body/decode.ts';

/** What is known of a batch before its bytes are read. */
export interface BatchMeta {
  sourceId: string;
  receivedAt: Date;
  format: StreamFormat;
  contentType?: string;
  /** `Content-Encoding` as the sender gave it. */
  contentEncoding?: string;
  /**
   * The sender's name for this delivery. The same key with the same content is the same batch and is kept once;
   * the same key with other content is another batch, so a careless sender loses nothing.
   */
  idempotencyKey?: string;
  /** Candidate log types where the transport narrows those of the source (an object's prefix). */
  logTypes?: string[];
  /** Where the batch came from, becomes `p_source_file`: bucket, key … */
  sourceFile?: Record<string, unknown>;
  /**
   * How many kept failures of `receivedAt`'s minute this batch is made of. They were counted when they came, so they are
   * not received again, and leave the failures of that minute when the batch is booked.
   */
  retriedFailures?: number;
}

export interface SegmentRef {
  /** 32 hex characters; stage after stage uses it as the key that makes a repetition harmless. */
  batchId: string;
  /** Grows with every accepted batch. */
  sequence: number;
  receivedAt: Date;
  storedBytes: number;
  plainBytes: number;
  /** True when this delivery was already accepted before; nothing was stored again. */
  isDuplicate: boolean;
}

export interface Segment {
  ref: SegmentRef;
  meta: BatchMeta;
  /** How the bytes rest; readers below undo it. */
  encoding: BodyEncoding;
  /**
   * Another process may have had this batch before, and may have handled all or part of it: what it left behind has to
   * be looked at first. Never true of a buffer that is not shared.
   */
  mayBeDone: boolean;
  /** The batch's plain bytes with flat memory. */
  plain(): AsyncIterable<Uint8Array>;
  /** The batch's plain bytes at once, for the usual small batch. */
  readPlain(): Promise<Uint8Array>;
}

export interface BufferStats {
  segments: number;
  storedBytes: number;
  claimed: number;
  oldestReceivedAt: Date | undefined;
  /** Since start: accepted, recognised as repeated, refused because the buffer was full or broken. */
  appended: number;
  duplicates: number;
  refused: number;
  /** Found when the buffer was opened, and so taken again. */
  replayed: number;
  /** Damaged or undigestible segments set apart, in total. */
  setAside: number;
}

/**
 * Where accepted batches rest until the lake has them. The folder spool implements it; a replicated message
 * stream can take its place. Every operation may be repeated after a crash without harm.
 */
export interface EventBuffer {
  /**
   * False: only this process works on the buffer, and everything in it that is not claimed is its own to handle. True:
   * several processes append and take, and any of them may take over what another left behind.
   */
  readonly isShared: boolean;
  /** The buffer's name, the same after every restart, in every process that shares it, and in a restored copy. */
  readonly id: string;
  /**
   * Resolves once the batch survives a power cut. Throws `MargayError`: 429 `BufferFull` and 507 `StorageFull` with
   * `retryAfterSeconds`, and what decoding the body may throw (400, 413, 415). After a throw nothing is kept.
   */
  append(
    meta: BatchMeta,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    limits?: Partial<DecodeLimits>,
  ): Promise<SegmentRef>;
  /** Claims batches, oldest first, waiting for new ones; ends when the signal aborts or the buffer closes. */
  take(signal?: AbortSignal): AsyncIterable<Segment>;
  /**
   * Reads a batch that another process claimed and left behind, and claims it here. Undefined when it is gone, and always
   * where the buffer is not shared.
   */
  takeOver(batchId: string): Promise<Segment | undefined>;
  /** Whether the batch is still here: queued or claimed by anybody, and not done or set aside. */
  contains(ref: SegmentRef): Promise<boolean>;
  /** The batch is on disk in the lake: forget it. A ref that is not claimed here is let pass, as in the next two. */
  done(ref: SegmentRef): Promise<void>;
  /** The batch could not be handled now: it will be taken again. */
  giveBack(ref: SegmentRef): void;
  /** The batch can never be handled: keep it apart for a person to look at. */
  setAside(ref: SegmentRef, reason: string): Promise<void>;
  stats(): BufferStats;
  /** Every batch that is here now into an empty folder, from which a buffer can be opened. */
  snapshot(folder: string): Promise<void>;
  close(): Promise<void>;
}
