import { conflict } from '@margay/kit';
import type { Migration } from '@margay/store';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { version } from '../version.ts';

/** How the files of a data folder lie. 1: before folders knew their version. Raise it when an older program must not open the folder. */
const currentFormat = 2;

const fileName = 'version.json';

/** What a power cut may leave of a version that was being written. */
export const versionDraft = `${fileName}.new`;

export const FolderVersion = z.object({
  format: z.number().int().min(1),
  /** Version of the program that wrote it last. */
  program: z.string(),
  /** The newest change of the state store that it has seen. */
  stateMigration: z.string(),
});
export type FolderVersion = z.output<typeof FolderVersion>;

/** What this program writes. `migrations`: all that it knows, in their order. */
export const ownVersion = (migrations: readonly Migration[]): FolderVersion => ({
  format: currentFormat,
  program: version,
  stateMigration: migrations.at(-1)?.id ?? '',
});

/**
 * Throws when this program, which knows `migrations`, is older than what wrote the folder. `what` names it, for instance
 * `The data folder /data`.
 */
export function refuseNewer(found: FolderVersion, what: string, migrations: readonly Migration[]): void {
  const knowsState = found.stateMigration === '' || migrations.some(({ id }) => id === found.stateMigration);
  if (found.format <= currentFormat && knowsState) return;
  throw conflict(
    `${what} was written by a newer Margay (${found.program}, format ${found.format}); this is ${version} and reads format ${currentFormat}. Start that version or a newer one, or restore a backup that was made before the upgrade.`,
    { code: 'NewerData' },
  );
}

/** What the folder says of itself; one without the file is of the first format. */
export async function readFolderVersion(dataDir: string): Promise<FolderVersion> {
  const file = join(dataDir, fileName);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { format: 1, program: 'an early version', stateMigration: '' };
  const parsed = FolderVersion.safeParse(parseOrUndefined(text));
  if (parsed.success) return parsed.data;
  throw conflict(
    `${file} cannot be read as the version of a data folder. If it was damaged, remove it; the state store is checked as well.`,
    { code: 'NewerData' },
  );
}

/** Whether a version of ours lies in the folder: the mark that it is a data folder. A file of another program is none. */
export async function hasFolderVersion(dataDir: string): Promise<boolean> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => '');
  return FolderVersion.safeParse(parseOrUndefined(text)).success;
}

/**
 * Says that the folder is of this program's version from now on, and that its state has seen `migrations`: none in a
 * folder that is only taken. Replaces the file in one step.
 */
export async function writeFolderVersion(dataDir: string, migrations: readonly Migration[]): Promise<void> {
  const file = join(dataDir, fileName);
  const draft = join(dataDir, versionDraft);
  const handle = await open(draft, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify(ownVersion(migrations), null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await rename(draft, file);
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
