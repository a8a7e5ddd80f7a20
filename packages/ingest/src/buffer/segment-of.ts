import { promisify } from 'node:util';
import { gunzip, gunzipSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { decodeBody } from '../body/decode.ts';
import { sniffEncoding } from '../body/encoding.ts';
import type { Segment, SegmentRef } from './event-buffer.ts';
import type { OpenSegment } from './segment-format.ts';

const unpackers = {
  gzip: { now: gunzipSync, soon: promisify(gunzip) },
  zstd: { now: zstdDecompressSync, soon: promisify(zstdDecompress) },
};

/** Below this, unpacking costs less than a trip to the thread pool. */
const unpackInlineBytes = 64 * 1024;
const unpackAtOnceBytes = 64 * 1024 * 1024;

/** What a taker gets of a segment whose bytes were checked. */
export function segmentOf(segment: OpenSegment, ref: SegmentRef, mayBeDone: boolean): Segment {
  const { batchId: _id, encoding, storedBytes: _stored, plainBytes, checksum: _sum, ...meta } = segment.label;
  // Checked against its own limits when it arrived.
  const trusted = { maxPlainBytes: plainBytes, maxRatio: Infinity, ratioFromBytes: Infinity };
  const plain = () => decodeBody(segment.chunks(), undefined, trusted);
  return {
    ref,
    meta,
    encoding,
    mayBeDone,
    plain,
    async readPlain() {
      const atOnce = await unpackAtOnce(segment);
      if (atOnce) return atOnce;
      const chunks: Uint8Array[] = [];
      for await (const chunk of plain()) chunks.push(chunk);
      return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    },
  };
}

/** Undefined where the segment is large, or packed in a way that one step does not undo. */
async function unpackAtOnce({ label, body }: OpenSegment): Promise<Uint8Array | undefined> {
  if (!body || label.encoding === 'identity' || label.plainBytes > unpackAtOnceBytes) return undefined;
  const unpacker = unpackers[label.encoding];
  const options = { maxOutputLength: Math.max(1, label.plainBytes) };
  try {
    const plain =
      label.plainBytes <= unpackInlineBytes
        ? unpacker.now(body, options)
        : await unpacker.soon(body, options);
    const isWhole = plain.length === label.plainBytes && sniffEncoding(plain) === 'identity';
    return isWhole ? plain : undefined;
  } catch {
    return undefined;
  }
}
