import { conflict, limitExceeded, MargayError } from '@margay/kit';
import { lockFolder } from '@margay/kit/node';
import type { Migration } from '@margay/store';
import { constants } from 'node:fs';
import { access, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseHalfRestored } from './restore-mark.ts';
import { refuseForeignOwner } from './secure-folder.ts';
import { readFolderVersion, refuseNewer, writeFolderVersion } from './version-file.ts';
import { engineFolders, whoseFolder } from './whose-folder.ts';

export interface ClaimedFolder {
  /** Marks a folder that was empty as ours; to be called before its first file, so that every later start knows it. */
  take(): Promise<void>;
  release(): Promise<void>;
}

const faults: Record<string, string> = {
  EACCES: 'this user may not write there. Give the folder to the user who starts Margay',
  EPERM: 'this user may not write there. Give the folder to the user who starts Margay',
  EROFS: 'it is on a disk that can only be read. Mount it for writing',
  ENOTDIR: 'it, or a folder above it, is a file. Name a folder',
  EEXIST: 'it is a file. Name a folder',
  ELOOP: 'its symbolic links lead in a circle. Name a folder',
  ENAMETOOLONG: 'the name is too long. Name another folder',
};

const remedy = 'Stop the other one, or set MARGAY_DATA_DIR to another folder.';

/**
 * Makes the data folder when there is none and claims it for this process. One with files of somebody else is refused
 * before anything is written. Whatever would keep the engines from opening is found here and told in one sentence: no
 * folder, no rights, a newer version, half a restore, another process. `content`: the changes of the state store that
 * this program knows; `replaced`: what is in the folder does not matter, because it is about to be replaced.
 */
export async function claimDataFolder(
  dataDir: string,
  content: { migrations: readonly Migration[] } | 'replaced',
): Promise<ClaimedFolder> {
  let whose: Awaited<ReturnType<typeof whoseFolder>>;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    whose = await whoseFolder(dataDir);
    if (whose === 'empty' && content !== 'replaced') await refuseForeignOwner(dataDir);
    await tryToWrite(dataDir);
  } catch (error) {
    throw explained(dataDir, error);
  }
  if (content !== 'replaced') {
    await refuseHalfRestored(dataDir);
    refuseNewer(await readFolderVersion(dataDir), `The data folder ${dataDir}`, content.migrations);
  }
  const release = await lockFolder(join(dataDir, 'lock'), remedy);
  return {
    release,
    take: async () => {
      if (whose === 'empty') await writeFolderVersion(dataDir, []);
    },
  };
}

async function tryToWrite(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  await writeFile(probe, '', { mode: 0o600 });
  await rm(probe, { force: true });
  for (const name of engineFolders) {
    const folder = join(dataDir, name);
    const facts = await stat(folder).catch(() => undefined);
    if (facts !== undefined) await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  }
}

function explained(dataDir: string, error: unknown): unknown {
  if (error instanceof MargayError || !(error instanceof Error && 'code' in error)) return error;
  const code = String(error.code);
  const path = 'path' in error ? String(error.path) : dataDir;
  const place = engineFolders.some((name) => path === join(dataDir, name)) ? path : dataDir;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return limitExceeded(`The disk of the data folder ${dataDir} is full. Free some space.`, {
      code: 'StorageFull',
      status: 507,
      cause: error,
    });
  }
  const reason = faults[code] ?? `the system says ${code}. Check the disk`;
  return conflict(
    `The data folder ${place} cannot be used: ${reason}, or set MARGAY_DATA_DIR to another folder.`,
    { code: 'DataFolderUnusable', cause: error },
  );
}
