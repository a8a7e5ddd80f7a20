import { engineEnvironment, sourcesDigest } from '@margay/kit/node';
import { execFile } from 'node:child_process';
import { rename, rm, stat } from 'node:fs/promises';
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

let made: Promise<string> | undefined;

/**
 * The data folder that a first start of this very source leaves behind when nobody has signed up: copy it, never start on
 * it. It is made once for each state of the source and kept over runs in the machine's folder for temporary files.
 */
export function firstStart(): Promise<string> {
  made ??= (async () => {
    const digest = (await sourcesDigest(root, sources)).slice(0, 16);
    const kept = join(tmpdir(), `margay-first-start-${process.getuid?.() ?? 0}-${process.version}-${digest}`);
    if ((await stat(kept).catch(() => undefined)) === undefined) await makeFirstStart(kept);
    return kept;
  })();
  return made;
}
