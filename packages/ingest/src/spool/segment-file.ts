import { readFile } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { invalidInput } from '@margay/kit';
import { streamTypes } from '@margay/model';
import type { BatchMeta } from '../buffer/event-buffer.ts';

/**
 * A segment file, front to back: `opening`, the body, a JSON label, and a tail of fixed length holding the label's
 * length, its checksum and `closing`. Counts and checksum of the body are known only at its end, so the label
 * stands behind it; a torn file has no tail and is recognised at once.
 */
const opening = Buffer.from('MARGAY-1');
const closing = Buffer.from('1-YAGRAM');
const tailBytes = 4 + 4 + closing.length;
const maxLabelBytes = 256 * 1024;

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

const damaged = (path: string, reason: string) =>
  invalidInput(`The spool segment ${path} is damaged: ${reason}.`, {
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

/** Checks the end of a file of `size` bytes; returns where in `ending` its label begins. */
function findLabel(path: string, ending: Buffer, size: number): number {
  const tail = ending.subarray(-tailBytes);
  if (!tail.subarray(8).equals(closing)) throw damaged(path, 'its end is missing');
  const labelBytes = tail.readUInt32LE(0);
  if (labelBytes > maxLabelBytes || size < opening.length + labelBytes + tailBytes) {
    throw damaged(path, 'its label has an impossible length');
  }
  return ending.length - tailBytes - labelBytes;
}

/** `ending` begins with the label. */
function parseLabel(path: string, ending: Buffer, size: number): SegmentLabel {
  const json = ending.subarray(0, -tailBytes);
  if (crc32(json) !== ending.readUInt32LE(json.length + 4))
    throw damaged(path, 'its label fails the checksum');
  const label = Label.safeParse(parseOrUndefined(json.toString()));
  if (!label.success) throw damaged(path, `its label is not understood: ${z.prettifyError(label.error)}`);
  if (label.data.storedBytes !== size - opening.length - json.length - tailBytes) {
    throw damaged(path, 'its length differs from its label');
  }
  return label.data;
}

/** Files up to this size are read at once; larger ones are streamed twice, first to check them. */
const readAtOnceBytes = 8 * 1024 * 1024;
const readWhole = promisify(readFile);

export interface OpenSegment {
  label: SegmentLabel;
  /** The stored bytes in memory, of a segment that is small enough. */
  body: Buffer | undefined;
  /** The stored bytes as a stream that can be opened again. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** Reads a segment of `size` bytes and checks all of it. Throws `SegmentDamaged` with the reason. */
export async function openSegment(path: string, size: number): Promise<OpenSegment> {
  if (size > readAtOnceBytes) return openLargeSegment(path);
  const whole = await readWhole(path);
  if (whole.length < opening.length + tailBytes) throw damaged(path, 'it is too short');
  if (!whole.subarray(0, opening.length).equals(opening))
    throw damaged(path, 'it does not begin like a segment');
  const labelFrom = findLabel(path, whole, whole.length);
  const label = parseLabel(path, whole.subarray(labelFrom), whole.length);
  const body = whole.subarray(opening.length, labelFrom);
  if (crc32(body) !== label.checksum) throw damaged(path, 'its body fails the checksum');
  const chunks = async function* () {
    yield body;
  };
  return { label, body, chunks };
}

async function openLargeSegment(path: string): Promise<OpenSegment> {
  const label = await readLabel(path);
  let checksum = 0;
  for await (const chunk of storedChunks(path, label.storedBytes)) checksum = crc32(chunk, checksum);
  if (checksum !== label.checksum) throw damaged(path, 'its body fails the checksum');
  return { label, body: undefined, chunks: () => storedChunks(path, label.storedBytes) };
}

async function readLabel(path: string): Promise<SegmentLabel> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < opening.length + tailBytes) throw damaged(path, 'it is too short');
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    if (!(await read(0, opening.length)).equals(opening))
      throw damaged(path, 'it does not begin like a segment');
    const endingBytes = Math.min(size - opening.length, maxLabelBytes + tailBytes);
    const ending = await read(size - endingBytes, endingBytes);
    return parseLabel(path, ending.subarray(findLabel(path, ending, size)), size);
  } finally {
    await file.close();
  }
}

async function* storedChunks(path: string, storedBytes: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    let position = opening.length;
    const end = position + storedBytes;
    while (position < end) {
      const { buffer, bytesRead } = await file.read(
        Buffer.allocUnsafe(262_144),
        0,
        Math.min(262_144, end - position),
        position,
      );
      if (bytesRead === 0) throw damaged(path, 'it became shorter while it was read');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
