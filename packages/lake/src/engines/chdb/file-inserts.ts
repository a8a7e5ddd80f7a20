import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@margay/kit';

/**
 * Hands binary rows to the engine through a short-lived file. Rows pasted after the statement would end at the
 * first empty line (two bytes 0x0A), which binary rows contain sooner or later; the file costs about 1 % of the insert.
 * The rows are not durable through this file but through the engine's part, so it is never synced.
 */
export async function createFileInserts(folder: string) {
  // Left behind when the process died between writing and removing.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });

  const withFile = async (bytes: Uint8Array, use: (path: string) => Promise<void>): Promise<void> => {
    const path = join(folder, `${newId()}.rows`);
    try {
      await writeFile(path, bytes, { mode: 0o600 });
      await use(path);
    } finally {
      await rm(path, { force: true });
    }
  };
  return { withFile };
}
