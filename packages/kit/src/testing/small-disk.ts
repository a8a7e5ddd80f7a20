import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk of its own at a folder, small enough to be filled. */
export interface SmallDisk {
  /** Writes until not a byte fits any more. */
  fill(): Promise<void>;
  /** Gives back what `fill` took. */
  free(): Promise<void>;
  remove(): void;
}

/** Mounts a disk in memory; undefined where that is not permitted (it takes Linux and root). */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      const file = await open(ballast, 'a');
      try {
        for (let size = 1024 ** 2; size >= 1; size = Math.floor(size / 8)) {
          const piece = Buffer.alloc(size);
          while (await wasWritten(file.write(piece)));
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
}

async function wasWritten(writing: Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await writing).bytesWritten > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
