import { testCacheDir } from '@margay/detect/testing';
import { layEmptyStore } from '@margay/store/testing/empty-image';
import { cp, glob, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * A data folder for a server that never ran on it, holding only what every first start would make alike: a state store
 * without tables, and Python's start-up snapshot and code when an earlier test made them. A server starts on it with half the work.
 * Tests of the first start itself take an empty folder. `name` is put before its own part of the path.
 */
export async function newDataFolder(name: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), name));
  await layEmptyStore(join(dataDir, 'state'));
  await mkdir(join(dataDir, 'cache'));
  for await (const kept of glob(join(testCacheDir, 'python-*')))
    await cp(kept, join(dataDir, 'cache', basename(kept)), { recursive: true }).catch(() => undefined);
  return dataDir;
}
