import { PGlite } from '@electric-sql/pglite';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the images of this version of the engine are kept over runs: one of another version is never opened. */
async function imageOf(form: 'tar' | 'folder'): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const folder = join(tmpdir(), `margay-store-tests-${process.getuid?.() ?? 0}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `pglite-${version}.${form}`);
}

/** Several test files may make an image at once: each makes a whole one, and the first stays. */
const draftOf = (image: string) => `${image}.${process.pid}.draft`;

/**
 * An embedded state store without any tables, as the engine sets it up, as a tar. It is made once for all runs: the
 * set-up takes two seconds of a core, and to open the image a fifth of that.
 */
export async function emptyImage(): Promise<Blob> {
  const file = await imageOf('tar');
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined) return new Blob([kept]);
  const db = await PGlite.create();
  const image = await db.dumpDataDir('none');
  await db.close();
  await writeFile(draftOf(file), Buffer.from(await image.arrayBuffer()), { mode: 0o600 });
  await rename(draftOf(file), file);
  return image;
}

/** Puts that empty store into a folder that is not there yet, so that whoever opens it need not set it up. */
export async function layEmptyStore(folder: string): Promise<void> {
  const kept = await imageOf('folder');
  if ((await stat(kept).catch(() => undefined)) === undefined) {
    const db = await PGlite.create({ dataDir: draftOf(kept), loadDataDir: await emptyImage() });
    await db.close();
    await rename(draftOf(kept), kept).catch(() => rm(draftOf(kept), { recursive: true }));
  }
  // Never as a link: the engine writes in place.
  await cp(kept, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
