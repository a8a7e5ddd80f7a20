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

export function holdBytes(limit: number, sampleBytes: number): HeldBytes {
  let parts: Uint8Array[] = [];
  let length = 0;
  let isOverlong = false;
  return {
    add(bytes) {
      length += bytes.length;
      if (isOverlong || bytes.length === 0) return;
      parts.push(bytes);
      if (length <= limit) return;
      isOverlong = true;
      // A copy, so that the large pieces can be freed.
      parts = [Buffer.from(Buffer.concat(parts).subarray(0, sampleBytes))];
    },
    length: () => length,
    isOverlong: () => isOverlong,
    joined: () => Buffer.concat(parts),
    clear() {
      parts = [];
      length = 0;
      isOverlong = false;
    },
  };
}
