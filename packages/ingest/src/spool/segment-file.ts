import { open, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { invalidInput } from '@margay/kit';
import { streamTypes } from '@margay/model';
import type { BatchMeta } from './event-buffer.ts';

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

/** Reads and checks the label only. Throws `SegmentDamaged` with the reason. */
export async function readSegmentLabel(path: string): Promise<SegmentLabel> {
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
    const tail = await read(size - tailBytes, tailBytes);
    if (!tail.subarray(8).equals(closing)) throw damaged(path, 'its end is missing');
    const labelBytes = tail.readUInt32LE(0);
    if (labelBytes > maxLabelBytes || size < opening.length + labelBytes + tailBytes) {
      throw damaged(path, 'its label has an impossible length');
    }
    const json = await read(size - tailBytes - labelBytes, labelBytes);
    if (crc32(json) !== tail.readUInt32LE(4)) throw damaged(path, 'its label fails the checksum');
    const label = Label.safeParse(parseOrUndefined(json.toString()));
    if (!label.success) throw damaged(path, `its label is not understood: ${z.prettifyError(label.error)}`);
    if (label.data.storedBytes !== size - opening.length - labelBytes - tailBytes) {
      throw damaged(path, 'its length differs from its label');
    }
    return label.data;
  } finally {
    await file.close();
  }
}

/** Bodies up to this size are read at once; larger ones are streamed twice, first to check them. */
const readAtOnceBytes = 8 * 1024 * 1024;

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

/**
 * The stored bytes of a segment, already checked against the label's checksum, as a stream that can be opened again.
 * Throws `SegmentDamaged`.
 */
export async function openSegmentBody(
  path: string,
  label: SegmentLabel,
): Promise<() => AsyncIterable<Uint8Array>> {
  if (label.storedBytes <= readAtOnceBytes) {
    const whole = await readFile(path);
    const body = whole.subarray(opening.length, opening.length + label.storedBytes);
    if (crc32(body) !== label.checksum) throw damaged(path, 'its body fails the checksum');
    return async function* () {
      yield body;
    };
  }
  let checksum = 0;
  for await (const chunk of storedChunks(path, label.storedBytes)) checksum = crc32(chunk, checksum);
  if (checksum !== label.checksum) throw damaged(path, 'its body fails the checksum');
  return () => storedChunks(path, label.storedBytes);
}
