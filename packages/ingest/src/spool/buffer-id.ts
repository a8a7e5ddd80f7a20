import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { internalError } from '@margay/kit';
import { realFiles } from './files.ts';

const Id = z.uuid();

/** The name a spool keeps for life, also as a restored copy: the UUID in the file at `path`, made when there is none. */
export async function openBufferId(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return createBufferId(path);
  const id = Id.safeParse(text.trim());
  if (id.success) return id.data;
  throw internalError(
    `The file ${path} names the spool, and it holds no UUID. Bring it back from a backup. Without one, remove it: the spool then gets a new name, and what it had begun is handled as if it were new.`,
    { code: 'SpoolIdDamaged' },
  );
}

async function createBufferId(path: string): Promise<string> {
  const id = randomUUID();
  await writeFile(`${path}.new`, `${id}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  await realFiles.syncFolder(dirname(path));
  return id;
}
