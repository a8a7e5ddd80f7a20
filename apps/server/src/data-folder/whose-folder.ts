import { conflict } from '@margay/kit';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWholeKey, keyFileName } from '../secret-key.ts';
import { restoreMark } from './restore-mark.ts';
import { hasFolderVersion, versionDraft } from './version-file.ts';

/** Folders of the embedded engines; each may be a disk of its own. */
export const engineFolders = ['lake', 'state', 'spool'];

const isOfFileSystem = (name: string) => name === 'lost+found';

/**
 * Whether it is what a file system, or a start that was killed before it marked the folder, leaves behind; or what
 * people bring along from another machine, a key or batches that wait.
 */
async function countsForNothing(dataDir: string, name: string): Promise<boolean> {
  const path = join(dataDir, name);
  if (name === 'lock') return holds(path, (text) => /^(\d+ \d*)?$/.test(text));
  if (name === keyFileName) return holds(path, isWholeKey);
  if (name === 'spool' && (await isThere(join(path, 'pending')))) return true;
  if (engineFolders.includes(name)) return isEmptyFolder(path);
  const drafts = [versionDraft, `${restoreMark}.new`];
  return isOfFileSystem(name) || drafts.includes(name) || /^\.probe-\d+$/.test(name);
}

/** A file of that name that somebody else made must not be taken for one of ours. */
const holds = (file: string, isOurs: (text: string) => boolean): Promise<boolean> =>
  readFile(file, 'utf8').then(isOurs, () => false);

const isEmptyFolder = (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.every(isOfFileSystem),
    () => false,
  );

/** Folders of the first versions have no mark; they are known by the spool, with one of these beside it. */
const besideTheSpool = [join('state', 'PG_VERSION'), join('lake', 'metadata'), keyFileName];

/** The most names of foreign files that a refusal tells. */
const namesTold = 3;

/**
 * Whether the folder is `empty` or `ours`. One that holds something and bears no mark of ours is somebody else's: throws
 * a conflict that names it, what is in it and the remedy. Writes nothing. Throws what the system says of a folder that
 * cannot be read.
 */
export async function whoseFolder(dataDir: string): Promise<'empty' | 'ours'> {
  const names: string[] = [];
  for (const name of await readdir(dataDir)) {
    if (!(await countsForNothing(dataDir, name))) names.push(name);
  }
  if (names.length === 0) return 'empty';
  if (names.includes(restoreMark) || (await hasFolderVersion(dataDir)) || (await isOfFirstVersions(dataDir)))
    return 'ours';
  const told = names.slice(0, namesTold).map((name) => JSON.stringify(name));
  const more = names.length > namesTold ? ` and ${names.length - namesTold} more` : '';
  throw conflict(
    `The folder ${dataDir} is not a data folder of Margay: it holds ${told.join(', ')}${more}. Nothing in it was changed. Set MARGAY_DATA_DIR to a folder that is empty or does not exist yet, for instance ${join(dataDir, 'margay')}.`,
    { code: 'DataFolderForeign' },
  );
}

async function isOfFirstVersions(dataDir: string): Promise<boolean> {
  if (!(await isThere(join(dataDir, 'spool', 'pending')))) return false;
  for (const name of besideTheSpool) if (await isThere(join(dataDir, name))) return true;
  return false;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
