import { invalidInput, messageOf, type Logger } from '@margay/kit';
import type { Stats } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';

const permissionBits = 0o777;
const forOthers = 0o077;
const octal = (mode: number) => (mode & permissionBits).toString(8).padStart(4, '0');

/** What may be read and written here is everything the installation knows; new files are for their owner alone. */
export function keepFilesPrivate(): void {
  process.umask(forOthers);
}

/**
 * Makes the data folder when it is missing, and closes it to everybody but its owner when it is open: what is inside
 * is then out of reach whatever its own mode. A link is followed: what it leads to is looked at. Throws
 * `invalid-input`, one line that names path, mode and remedy, when the folder is somebody else's or cannot be closed.
 */
export async function secureDataFolder(folder: string, logger: Logger): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw invalidInput(
      `The data folder ${folder} cannot be made (${messageOf(cause)}). Make it, or name another one with MARGAY_DATA_DIR.`,
      { cause },
    );
  }
  await closeToOthers(folder, 0o700, 'data folder', logger);
}

/** The same for a file that holds a secret. */
export function secureSecretFile(file: string, logger: Logger): Promise<void> {
  return closeToOthers(file, 0o600, 'secret key', logger);
}

/** Throws `invalid-input` when the data folder is somebody else's. Writes nothing. */
export const refuseForeignOwner = async (folder: string): Promise<void> =>
  void (await ownedByUs(folder, 'data folder'));

async function ownedByUs(path: string, what: string): Promise<Stats> {
  const found = await stat(path);
  const us = process.getuid?.();
  if (us === undefined || found.uid === us) return found;
  throw invalidInput(
    `The ${what} ${path} (mode ${octal(found.mode)}) belongs to user ${found.uid}, and this process runs as user ${us}: whoever owns it can read everything. Run as its owner, give it away with "chown -R ${us} ${path}", or name a folder of your own inside it with MARGAY_DATA_DIR.`,
  );
}

async function closeToOthers(path: string, mode: number, what: string, logger: Logger): Promise<void> {
  const found = await ownedByUs(path, what);
  if ((found.mode & forOthers) === 0) return;
  try {
    await chmod(path, mode);
    if (((await stat(path)).mode & forOthers) !== 0) throw new Error('the file system keeps no modes');
  } catch (cause) {
    throw invalidInput(
      `The ${what} ${path} is open to others (mode ${octal(found.mode)}) and cannot be closed (${messageOf(cause)}). Run "chmod ${octal(mode)} ${path}", or keep it on a file system that has modes.`,
      { cause },
    );
  }
  logger.warn(
    { path, was: octal(found.mode), is: octal(mode) },
    `the ${what} was open to other users of this machine; it is closed now. Who read it before may know what it held`,
  );
}
