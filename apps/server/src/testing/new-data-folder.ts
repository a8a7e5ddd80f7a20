import { constants } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstStart } from './first-start.ts';

/**
 * A data folder for a server that nobody used yet, holding what every first start makes alike, so that a server starts on
 * it with half the work. Tests of the first start itself take an empty folder. `name` is put before its own part of the
 * path.
 */
export async function newDataFolder(name: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), name));
  // Never as links: the engines write in place, and keep links of their own.
  await cp(await firstStart(), dataDir, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
  return dataDir;
}
