import { conflict } from '@margay/kit';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** Lies in a data folder from the first step of a restore until the last one is done. */
export const restoreMark = 'restore-unfinished.json';

const RestoreMark = z.object({
  /** What was there is put aside first, and must not be taken for what was copied. */
  step: z.enum(['moving', 'copying']),
  /** Folder inside the data folder for what was there. */
  aside: z.string().regex(/^before-restore-\w+$/),
  backup: z.string(),
});
export type RestoreMark = z.output<typeof RestoreMark>;

function textOfMark(dataDir: string): Promise<string | undefined> {
  return readFile(join(dataDir, restoreMark), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Undefined where no restore is under way. */
export async function readRestoreMark(dataDir: string): Promise<RestoreMark | undefined> {
  const text = await textOfMark(dataDir);
  return text === undefined ? undefined : RestoreMark.parse(JSON.parse(text));
}

/** Survives a power cut when it resolves. */
export async function writeRestoreMark(dataDir: string, mark: RestoreMark): Promise<void> {
  const file = join(dataDir, restoreMark);
  const draft = await open(`${file}.new`, 'w', 0o600);
  await draft.writeFile(JSON.stringify(mark));
  await draft.sync();
  await draft.close();
  await rename(`${file}.new`, file);
  const names = await open(dataDir, 'r');
  await names.sync();
  await names.close();
}

/** Throws for a folder that a restore did not finish, whatever the mark says: it would start with part of the data. */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await textOfMark(dataDir)) === undefined) return;
  throw conflict(
    `The data folder ${dataDir} holds a restore that did not finish. Run npx margay restore again; it goes on from there.`,
    { code: 'RestoreUnfinished' },
  );
}
