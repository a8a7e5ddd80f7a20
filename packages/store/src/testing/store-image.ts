import { PGlite } from '@electric-sql/pglite';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pgliteSql } from '../engines/pglite.ts';
import { migrate, type Migration } from '../migrate.ts';

/**
 * Where the image of a store with these migrations is kept over runs. Its name says the version of the engine and every
 * id and text of the migrations, so that one made by others is never opened.
 */
async function imageOf(migrations: readonly Migration[], form: 'tar' | 'folder'): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const known = JSON.stringify(migrations.map(({ id, sql }) => [id, sql]));
  const key = createHash('sha256').update(known).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `margay-store-tests-${process.getuid?.() ?? 0}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `pglite-${version}-${key}.${form}`);
}

/** Several test files may make an image at once: each makes a whole one, and the first stays. */
const draftOf = (image: string) => `${image}.${process.pid}.draft`;

/**
 * An embedded state store that has seen these migrations, as a tar. It is made once for all runs: the engine's set-up and
 * the migrations of the server take three seconds of a core, and to open the image a sixth of that.
 */
export async function storeImage(migrations: readonly Migration[]): Promise<Blob> {
  const file = await imageOf(migrations, 'tar');
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined) return new Blob([kept]);
  const db = await PGlite.create();
  await migrate(pgliteSql(db), migrations);
  const image = await db.dumpDataDir('none');
  await db.close();
  await writeFile(draftOf(file), Buffer.from(await image.arrayBuffer()), { mode: 0o600 });
  await rename(draftOf(file), file);
  return image;
}

/** Puts such a store into a folder that is not there yet, so that whoever opens it need not set it up. */
export async function layStore(folder: string, migrations: readonly Migration[]): Promise<void> {
  const kept = await imageOf(migrations, 'folder');
  if ((await stat(kept).catch(() => undefined)) === undefined) {
    const db = await PGlite.create({ dataDir: draftOf(kept), loadDataDir: await storeImage(migrations) });
    await db.close();
    await rename(draftOf(kept), kept).catch(() => rm(draftOf(kept), { recursive: true }));
  }
  // Never as a link: the engine writes in place.
  await cp(kept, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
