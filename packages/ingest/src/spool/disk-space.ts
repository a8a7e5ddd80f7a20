import { statfs } from 'node:fs/promises';
import { limitExceeded, MargayError } from '@margay/kit';

async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

const storageFull = (cause?: unknown) =>
  limitExceeded(
    'The disk that holds the event buffer is full. Free some space; batches are accepted again by themselves.',
    { code: 'StorageFull', status: 507, retryAfterSeconds: 30, cause },
  );

/**
 * Refuses with 507 `StorageFull` while the disk has less than `minFreeBytes` left for everything else that lives on it.
 * Asks the disk at most once a second, and each time while it is short.
 */
export function createSpaceCheck(
  dir: string,
  minFreeBytes: number,
  freeBytes: (dir: string) => Promise<number> = freeBytesOf,
): () => Promise<void> {
  let askedAtMs = -Infinity;
  let isShort = false;
  return async () => {
    const now = performance.now();
    if (isShort || now - askedAtMs > 1000) {
      askedAtMs = now;
      isShort = (await freeBytes(dir)) < minFreeBytes;
    }
    if (isShort) throw storageFull();
  };
}

/** What a sender is told when a batch could not be written. */
export function storageFailure(error: unknown): MargayError {
  if (error instanceof MargayError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  if (code === 'ENOSPC' || code === 'EDQUOT') return storageFull(error);
  return limitExceeded(`The event buffer could not write to its disk (${code}). Check the disk.`, {
    code: 'StorageUnavailable',
    status: 503,
    retryAfterSeconds: 30,
    cause: error,
  });
}
