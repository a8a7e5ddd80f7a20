import { readFile } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import {
  damaged,
  findLabel,
  maxLabelBytes,
  parseLabel,
  parseSegment,
  segmentOpening,
  tailBytes,
} from '../buffer/segment-format.ts';
import type { OpenSegment, SegmentLabel } from '../buffer/segment-format.ts';

/** Files up to this size are read at once; larger ones are streamed twice, first to check them. */
const readAtOnceBytes = 8 * 1024 * 1024;
const readWhole = promisify(readFile);

/** Reads a segment of `size` bytes and checks all of it. Throws `SegmentDamaged` with the reason. */
export async function openSegment(path: string, size: number): Promise<OpenSegment> {
  if (size > readAtOnceBytes) return openLargeSegment(path);
  return parseSegment(path, await readWhole(path));
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
    if (size < segmentOpening.length + tailBytes) throw damaged(path, 'it is too short');
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    if (!(await read(0, segmentOpening.length)).equals(segmentOpening))
      throw damaged(path, 'it does not begin like a segment');
    const endingBytes = Math.min(size - segmentOpening.length, maxLabelBytes + tailBytes);
    const ending = await read(size - endingBytes, endingBytes);
    return parseLabel(path, ending.subarray(findLabel(path, ending, size)), size);
  } finally {
    await file.close();
  }
}

async function* storedChunks(path: string, storedBytes: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    let position = segmentOpening.length;
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
