import { asBuffer } from './as-buffer.ts';

/** Bytes of one unfinished piece, gathered over several pushes. Memory stays below `limit` plus one push. */
export interface HeldBytes {
  add(bytes: Uint8Array): void;
  /** All bytes of the piece so far, whether still held or already let go. */
  length(): number;
  /** True once the piece is longer than the limit; only its beginning is left then. */
  isOverlong(): boolean;
  /** The held bytes in one buffer. */
  joined(): Buffer;
  clear(): void;
}

/** Pieces gathered before they are looked at, and the size below which joining them is worth a copy. */
const joinPieces = 256;
const joinBytes = 256 * 1024;

/** Many tiny pieces are joined as they come: each would otherwise keep a whole network buffer alive. */
export function holdBytes(limit = Infinity, sampleBytes = 0): HeldBytes {
  let parts: Uint8Array[] = [];
  let recent: Uint8Array[] = [];
  let recentBytes = 0;
  let length = 0;
  let isOverlong = false;

  function settleRecent(): void {
    if (recentBytes < joinBytes) parts.push(Buffer.concat(recent));
    else for (const part of recent) parts.push(part);
    recent = [];
    recentBytes = 0;
  }

  return {
    add(bytes) {
      length += bytes.length;
      if (isOverlong || bytes.length === 0) return;
      recent.push(bytes);
      recentBytes += bytes.length;
      if (recent.length >= joinPieces) settleRecent();
      if (length <= limit) return;
      isOverlong = true;
      // A copy, so that the large pieces can be freed.
      parts = [Buffer.from(Buffer.concat([...parts, ...recent]).subarray(0, sampleBytes))];
      recent = [];
    },
    length: () => length,
    isOverlong: () => isOverlong,
    joined() {
      const [only] = recent;
      if (parts.length === 0 && recent.length === 1 && only) return asBuffer(only);
      return Buffer.concat([...parts, ...recent]);
    },
    clear() {
      parts = [];
      recent = [];
      recentBytes = length = 0;
      isOverlong = false;
    },
  };
}
