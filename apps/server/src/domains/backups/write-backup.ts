import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, resolve, isAbsolute } from 'node:path';
import type { SecretBox } from '@margay/auth';
import { invalidInput, MargayError, newId } from '@margay/kit';
import { linkTree } from '@margay/kit/node';
import { tablesFolder } from '../../data-folder/tables-folder.ts';
import { readFolderVersion } from '../../data-folder/version-file.ts';
import { copyInThread, diskFault } from './copy-in-thread.ts';
import { treeBelow } from './copy-files.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { takeSnapshot, type SnapshotEngines } from './take-snapshot.ts';

export interface BackupOrder {
  dataDir: string;
  /** Absolute; absent or empty. */
  folder: string;
  secrets: SecretBox;
  withSecretKey: boolean;
}

export interface BackupProgress {
  doneBytes: number;
  /** 0 until the moment of the backup is over. */
  totalBytes: number;
}

/** Where moments rest while they are copied; on the disk of the data, since files get a second name there. */
export const snapshotsFolder = (dataDir: string) => join(dataDir, 'snapshots');

export const keyFingerprint = (secrets: SecretBox) =>
  Buffer.from(secrets.deriveKey('backup-fingerprint')).toString('hex');

/** Throws for a folder that a backup cannot be written to. */
export async function checkTarget({
  dataDir,
  folder,
}: Pick<BackupOrder, 'dataDir' | 'folder'>): Promise<void> {
  if (!isAbsolute(folder))
    throw badTarget(`${folder} is no absolute path. Name the folder from the root on.`);
  const inside = relative(resolve(dataDir), resolve(folder));
  if (inside === '' || !inside.startsWith('..'))
    throw badTarget(
      `${folder} lies in the data folder itself. Choose a folder elsewhere, best on another disk.`,
    );
  const facts = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw diskFault(folder, error);
  });
  if (facts === undefined) return;
  if (!facts.isDirectory()) throw badTarget(`${folder} is a file. Name a folder that is empty or not there.`);
  const names = await readdir(folder);
  if (names.length === 0) return;
  throw badTarget(
    names.includes('manifest.json')
      ? `${folder} holds a backup already. Each backup gets a folder of its own.`
      : `${folder} is not empty: an unfinished backup, or something else. Remove it, or choose another folder.`,
  );
}

const badTarget = (message: string) => invalidInput(message, { details: { field: 'folder' } });

/**
 * Writes a backup of everything the data folder holds: a moment of it first, then its files with their digests, the
 * manifest last. What it wrote is removed again when it fails or is cancelled; a process that dies leaves a folder
 * without manifest.
 */
export async function writeBackup(
  engines: SnapshotEngines,
  order: BackupOrder,
  watch: { signal: AbortSignal; onProgress(progress: BackupProgress): void },
): Promise<Manifest> {
  const { dataDir, folder, secrets } = order;
  await checkTarget(order);
  const staging = join(snapshotsFolder(dataDir), newId());
  let hasBegun = false;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    hasBegun = true;
    const takenAt = new Date().toISOString();
    const counts = await takeSnapshot(engines, staging);
    // After the state: every version it names has its file by then, and such files neither change nor go while this runs.
    await linkTree(join(dataDir, tablesFolder), join(staging, tablesFolder));
    if (order.withSecretKey) await includeKey(dataDir, staging);
    watch.signal.throwIfAborted();
    const tree = await treeBelow(staging);
    const totalBytes = tree.files.reduce((sum, file) => sum + file.bytes, 0);
    const copied = await copyInThread(
      { from: staging, to: join(folder, 'data'), tree },
      { signal: watch.signal, onProgress: (doneBytes) => watch.onProgress({ doneBytes, totalBytes }) },
    );
    watch.onProgress({ doneBytes: totalBytes, totalBytes });
    const facts = {
      takenAt,
      folder: await readFolderVersion(dataDir),
      keyFingerprint: keyFingerprint(secrets),
      hasSecretKey: order.withSecretKey,
      ...counts,
      folders: tree.folders,
      files: copied,
    };
    return await writeManifest(folder, facts, secrets);
  } catch (error) {
    if (hasBegun)
      for (const name of await readdir(folder))
        await rm(join(folder, name), { recursive: true, force: true });
    if (error instanceof MargayError || watch.signal.aborted || !(error instanceof Error && 'code' in error))
      throw error;
    throw diskFault(folder, error as NodeJS.ErrnoException);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function includeKey(dataDir: string, staging: string): Promise<void> {
  await copyFile(join(dataDir, 'secret.key'), join(staging, 'secret.key')).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw badTarget(
        'The secret key is not in the data folder but in MARGAY_SECRET_KEY. Leave it out of the backup and keep it where it is kept now.',
      );
    },
  );
}
