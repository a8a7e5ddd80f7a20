/** Bytes gathered before they are written, so that a usual batch is a single write. */
const writeAtBytes = 256 * 1024;

export interface GatheredWrites {
  /** Keeps `bytes` without copying them, and writes once enough came together. */
  add(bytes: Uint8Array): Promise<void>;
  /** Writes all that is left, and `ending` behind it. */
  finish(ending: Uint8Array): Promise<void>;
}

/** Puts small pieces of a file together; it begins with `opening`. */
export function gatherWrites(
  opening: Uint8Array,
  write: (parts: Uint8Array[]) => Promise<void>,
): GatheredWrites {
  let gathered = [opening];
  let gatheredBytes = 0;

  async function flush(): Promise<void> {
    const parts = gathered;
    gathered = [];
    gatheredBytes = 0;
    await write(parts);
  }

  return {
    async add(bytes) {
      gathered.push(bytes);
      gatheredBytes += bytes.length;
      if (gatheredBytes >= writeAtBytes) await flush();
    },
    finish(ending) {
      gathered.push(ending);
      return flush();
    },
  };
}
