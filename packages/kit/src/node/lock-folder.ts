import { conflict } from '../errors.ts';
import { readFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';

/** Locks of this very process: its number alone may be that of an earlier one, as in a container that starts again. */
const heldHere = new Set<string>();

/**
 * When a process began, in the kernel's own count; undefined where there is no such process or no way to know. Numbers
 * come back, so a number alone may be that of a process that has nothing to do with us.
 */
function beginOf(pid: number): string | undefined {
  try {
    // The name, in parentheses, may hold anything; the begin is the twentieth field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number, begin: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const beginNow = beginOf(pid);
  return begin === undefined || beginNow === undefined || begin === beginNow;
}

/**
 * Claims a folder for this process through a lock file that holds its process id and begin. A lock left behind by a
 * process that is gone is taken over. Throws a conflict that names the file, the other process and the remedy.
 * Returns the function that releases it.
 */
export async function lockFolder(lockFile: string, remedy: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = await open(lockFile, 'wx', 0o600);
      await handle.writeFile(`${process.pid} ${beginOf(process.pid) ?? ''}`);
      await handle.close();
      heldHere.add(lockFile);
      return async () => {
        heldHere.delete(lockFile);
        await rm(lockFile, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (heldHere.has(lockFile)) {
        throw conflict(`${lockFile} is already held by this process. ${remedy}`, { code: 'InUse' });
      }
      const [pid, begin] = (await readFile(lockFile, 'utf8').catch(() => '')).split(' ');
      const holder = Number(pid);
      if (holder > 0 && holder !== process.pid && isAlive(holder, begin === '' ? undefined : begin)) {
        throw conflict(`${lockFile} is held by process ${holder}. ${remedy}`, { code: 'InUse' });
      }
      await rm(lockFile, { force: true });
    }
  }
  throw conflict(`${lockFile} could not be claimed. ${remedy}`, { code: 'InUse' });
}
