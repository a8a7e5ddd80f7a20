import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Gives a file that never changes a second name; copies it where the disk knows no such thing. False when it is gone. */
export async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
  }
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The same for every file below a folder. False when something went while it was looked at: then `to` is not whole. */
export async function linkTree(from: string, to: string): Promise<boolean> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
  if (entries === undefined) return false;
  const whole = await Promise.all(
    entries.map((entry) => {
      const place = (folder: string) => join(folder, entry.name);
      return entry.isDirectory() ? linkTree(place(from), place(to)) : linkFile(place(from), place(to));
    }),
  );
  return whole.every(Boolean);
}
