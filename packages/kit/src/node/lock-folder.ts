import { conflict } from '../errors.ts';
import { open, readFile, rm } from 'node:fs/promises';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Claims a folder for this process through a lock file that holds its pid. A lock left behind by a process that is
 * gone is taken over. Throws a conflict that names the file, the other process and the remedy.
 * Returns the function that releases it.
 */
export async function lockFolder(lockFile: string, remedy: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = await open(lockFile, 'wx', 0o600);
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(lockFile, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(await readFile(lockFile, 'utf8').catch(() => ''));
      if (holder > 0 && isAlive(holder) && holder !== process.pid) {
        throw conflict(`${lockFile} is held by process ${holder}. ${remedy}`, { code: 'InUse' });
      }
      if (holder === process.pid) {
        throw conflict(`${lockFile} is already held by this process. ${remedy}`, { code: 'InUse' });
      }
      await rm(lockFile, { force: true });
    }
  }
  throw conflict(`${lockFile} could not be claimed. ${remedy}`, { code: 'InUse' });
}
