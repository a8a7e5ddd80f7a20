import { PGlite } from '@electric-sql/pglite';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The engine's own version: an image of another one is never opened. */
async function engineVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * An embedded state store without any tables, as the engine sets it up, as a tar. It is kept over runs: the set-up takes
 * two seconds of a core, and to open the image a fifth of that.
 */
export async function emptyImage(): Promise<Blob> {
  const folder = join(tmpdir(), `margay-store-tests-${process.getuid?.() ?? 0}`);
  const file = join(folder, `pglite-${await engineVersion()}.tar`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined) return new Blob([kept]);
  const db = await PGlite.create();
  const image = await db.dumpDataDir('none');
  await db.close();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Several test files may make it at once; each puts a whole one in place.
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, Buffer.from(await image.arrayBuffer()), { mode: 0o600 });
  await rename(draft, file);
  return image;
}
