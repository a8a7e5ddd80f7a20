import { engineEnvironment, sourcesDigest } from '@margay/kit/node';
import { execFile } from 'node:child_process';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..', '..', '..', '..');
const starter = fileURLToPath(new URL('start-first.ts', import.meta.url));

/** Whatever a first start may depend on: the programs, what ships with them, and the versions of what they use. Node's is in the name. */
const sources = ['apps/server/src/**/*', 'packages/*/src/**/*', 'content/**/*', 'package-lock.json'];

async function makeFirstStart(kept: string): Promise<void> {
  // Several processes may make one at once: each makes a whole one, and the first stays.
  const draft = `${kept}.${process.pid}.draft`;
  await rm(draft, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', starter, draft], {
    env: { ...process.env, ...engineEnvironment },
  });
  await rename(draft, kept).catch(() => rm(draft, { recursive: true }));
}

const hourMs = 3_600_000;
/** Whoever uses one says so each time; a run of all tests is over long before. */
const keptForMs = 3 * hourMs;

/** Removes the folders that begin with `prefix` and that nobody used for three hours: a source that changed has no use for them. */
export async function removeUnused(folder: string, prefix: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const usedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
    if (now - usedAt > keptForMs) await rm(path, { recursive: true, force: true });
  }
}

let made: Promise<string> | undefined;

/**
 * The data folder that a first start of this very source leaves behind when nobody has signed up: copy it, never start on
 * it. It is made once for each state of the source and kept over runs in the machine's folder for temporary files, until
 * nobody used it for three hours.
 */
export async function firstStart(): Promise<string> {
  made ??= (async () => {
    const digest = (await sourcesDigest(root, sources)).slice(0, 16);
    const prefix = `margay-first-start-${process.getuid?.() ?? 0}-`;
    const kept = join(tmpdir(), `${prefix}${process.version}-${digest}`);
    if ((await stat(kept).catch(() => undefined)) !== undefined) return kept;
    await removeUnused(tmpdir(), prefix);
    await makeFirstStart(kept);
    return kept;
  })();
  const kept = await made;
  await utimes(kept, new Date(), new Date());
  return kept;
}
