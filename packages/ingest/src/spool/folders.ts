import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkFile } from '@margay/kit/node';
import { realFiles } from './files.ts';

export interface SpoolFolders {
  /** Being written; nothing in it was acknowledged. */
  incoming: string;
  /** Waiting for the pipeline. */
  pending: string;
  /** Set aside, each with its reason beside it. */
  rejected: string;
}

/** Makes the folders of a spool where they are missing. */
export async function makeFolders(dir: string): Promise<SpoolFolders> {
  const folders = {
    incoming: join(dir, 'incoming'),
    pending: join(dir, 'pending'),
    rejected: join(dir, 'rejected'),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folders' own names must survive a power cut as well, once they hold an acknowledged batch.
  for (const folder of [dirname(dir), dir]) await realFiles.syncFolder(folder);
  return folders;
}

/** Links every whole segment into `target`, in folders of the same names. */
export async function linkSegments(folders: SpoolFolders, target: string): Promise<void> {
  for (const name of ['pending', 'rejected'] as const) {
    const place = join(target, name);
    await mkdir(place, { recursive: true, mode: 0o700 });
    for (const file of await readdir(folders[name]))
      await linkFile(join(folders[name], file), join(place, file));
  }
}
