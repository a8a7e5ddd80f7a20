import type { Segment } from '@margay/ingest';
import type { Piece } from './messages.ts';

/** Larger batches are handled piece by piece so that memory stays flat. */
export const pieceBytes = 16 * 1024 * 1024;

function pieceOf(segment: Segment, bytes: Uint8Array<ArrayBuffer>, isLast: boolean): Piece {
  const { ref, meta } = segment;
  return {
    batchId: ref.batchId,
    sourceId: meta.sourceId,
    receivedAt: ref.receivedAt.getTime(),
    format: meta.format,
    isLast,
    bytes,
    ...(meta.logTypes === undefined ? {} : { logTypes: meta.logTypes }),
    ...(meta.sourceFile === undefined ? {} : { sourceFile: meta.sourceFile }),
    ...(meta.retriedFailures === undefined ? {} : { retriedFailures: isLast ? meta.retriedFailures : 0 }),
  };
}

/** A copy with a buffer of its own, so that it can be handed to another thread. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isAlone = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isAlone ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

/** The batch as one piece. */
export async function wholePiece(segment: Segment): Promise<Piece> {
  return pieceOf(segment, ownBytes(await segment.readPlain()), true);
}

/** The batch in pieces of exactly `pieceBytes` (the last one shorter): cut alike each time it is repeated. */
export async function* piecesOf(segment: Segment): AsyncGenerator<Piece> {
  let current = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const chunk of segment.plain()) {
    let rest = chunk;
    while (rest.length > 0) {
      if (filled === pieceBytes) {
        yield pieceOf(segment, current, false);
        current = new Uint8Array(pieceBytes);
        filled = 0;
      }
      const part = rest.subarray(0, pieceBytes - filled);
      current.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
    }
  }
  yield pieceOf(segment, current.slice(0, filled), true);
}
