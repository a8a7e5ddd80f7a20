import { conflict } from '@margay/kit';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Lies in a data folder from the first step of a restore until the last one is done. */
export const restoreMark = 'restore-unfinished.json';

/** Throws for a folder that a restore did not finish: it would start with part of the data. */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  const isHalf = await access(join(dataDir, restoreMark)).then(
    () => true,
    () => false,
  );
  if (!isHalf) return;
  throw conflict(
    `The data folder ${dataDir} holds a restore that did not finish. Run npx margay restore again; it goes on from there.`,
    { code: 'RestoreUnfinished' },
  );
}
