import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { invalidInput } from '@margay/kit';
import { streamTypes } from '@margay/model';
import type { BatchMeta } from './event-buffer.ts';

/**
 * A segment at rest, front to back: `opening`, the body, a JSON label, and a tail of fixed length holding the label's
 * length, its checksum and `closing`. Counts and checksum of the body are known only at its end, so the label
 * stands behind it; a torn one has no tail and is recognised at once.
 */
const opening = Buffer.from('MARGAY-1');
const closing = Buffer.from('1-YAGRAM');
export const tailBytes = 4 + 4 + closing.length;
export const maxLabelBytes = 256 * 1024;

const Label = z.object({
  batchId: z.string().regex(/^[0-9a-f]{32}$/),
  sourceId: z.string(),
  receivedAt: z.iso.datetime().transform((text) => new Date(text)),
  format: z.object({
    type: z.enum(streamTypes),
    envelopeField: z.string().optional(),
    keepEnvelope: z.boolean().optional(),
    xmlRootElement: z.string().optional(),
  }),
  contentType: z.string().optional(),
  contentEncoding: z.string().optional(),
  idempotencyKey: z.string().optional(),
  logTypes: z.array(z.string()).optional(),
  sourceFile: z.record(z.string(), z.unknown()).optional(),
  retriedFailures: z.int().positive().optional(),
  encoding: z.enum(['identity', 'gzip', 'zstd']),
  storedBytes: z.int().nonnegative(),
  plainBytes: z.int().nonnegative(),
  /** CRC-32 of the stored bytes. */
  checksum: z.int().nonnegative(),
});

export type SegmentLabel = BatchMeta &
  Pick<z.infer<typeof Label>, 'batchId' | 'encoding' | 'storedBytes' | 'plainBytes' | 'checksum'>;

/** The bytes before a segment's body. */
export const segmentOpening: Uint8Array = opening;

/** The bytes behind a segment's body. */
export function segmentEnding(label: SegmentLabel): Uint8Array {
  const json = Buffer.from(JSON.stringify(label));
  const tail = Buffer.alloc(tailBytes);
  tail.writeUInt32LE(json.length, 0);
  tail.writeUInt32LE(crc32(json), 4);
  closing.copy(tail, 8);
  return Buffer.concat([json, tail]);
}

/** `name` says which segment to a person: its file's path, its place in a stream. */
export const damaged = (name: string, reason: string) =>
  invalidInput(`The segment ${name} is damaged: ${reason}.`, {
    code: 'SegmentDamaged',
    details: { reason },
  });

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks the end of a segment of `size` bytes; returns where in `ending` its label begins. */
export function findLabel(path: string, ending: Buffer, size: number): number {
  const tail = ending.subarray(-tailBytes);
  if (!tail.subarray(8).equals(closing)) throw damaged(path, 'its end is missing');
  const labelBytes = tail.readUInt32LE(0);
  if (labelBytes > maxLabelBytes || size < opening.length + labelBytes + tailBytes) {
    throw damaged(path, 'its label has an impossible length');
  }
  return ending.length - tailBytes - labelBytes;
}

/** `ending` begins with the label. Not checked: whether as many bytes are there as the label says. */
function readLabel(path: string, ending: Buffer): SegmentLabel {
  const json = ending.subarray(0, -tailBytes);
  if (crc32(json) !== ending.readUInt32LE(json.length + 4))
    throw damaged(path, 'its label fails the checksum');
  const label = Label.safeParse(parseOrUndefined(json.toString()));
  if (!label.success) throw damaged(path, `its label is not understood: ${z.prettifyError(label.error)}`);
  return label.data;
}

/** The same of a segment of `size` bytes that holds its body. */
export function parseLabel(path: string, ending: Buffer, size: number): SegmentLabel {
  const label = readLabel(path, ending);
  if (label.storedBytes !== size - opening.length - ending.length) {
    throw damaged(path, 'its length differs from its label');
  }
  return label;
}

export interface OpenSegment {
  label: SegmentLabel;
  /** The stored bytes in memory, of a segment that is small enough. */
  body: Buffer | undefined;
  /** The stored bytes as a stream that can be opened again. */
  chunks(): AsyncIterable<Uint8Array>;
}

function checkFrame(name: string, whole: Buffer): number {
  if (whole.length < opening.length + tailBytes) throw damaged(name, 'it is too short');
  if (!whole.subarray(0, opening.length).equals(opening))
    throw damaged(name, 'it does not begin like a segment');
  return findLabel(name, whole, whole.length);
}

/** Checks all of a segment that is in memory. Throws `SegmentDamaged` with the reason. */
export function parseSegment(name: string, whole: Buffer): OpenSegment {
  const labelFrom = checkFrame(name, whole);
  const label = parseLabel(name, whole.subarray(labelFrom), whole.length);
  const body = whole.subarray(opening.length, labelFrom);
  if (crc32(body) !== label.checksum) throw damaged(name, 'its body fails the checksum');
  const chunks = async function* () {
    yield body;
  };
  return { label, body, chunks };
}

/** The label of a segment whose body rests elsewhere. Throws `SegmentDamaged` with the reason. */
export function parseBodiless(name: string, whole: Buffer): SegmentLabel {
  const labelFrom = checkFrame(name, whole);
  if (labelFrom !== opening.length) throw damaged(name, 'it holds a body, though that should rest elsewhere');
  return readLabel(name, whole.subarray(labelFrom));
}
