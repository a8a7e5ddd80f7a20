import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { onEndWanted, startChild, type LivingChild } from '../../packages/kit/src/node/child-life.mjs';
import { sourcesDigest } from '../../packages/kit/src/node/sources-digest.ts';
import { consolePackages } from '../check/boundaries.ts';

const root = resolve(import.meta.dirname, '..', '..');
const web = join(root, 'apps', 'web');
const folder = join(web, 'dist');
const marker = join(folder, '.sources');

/** Everything the console is built from, as patterns below the project's folder. */
export const consoleSources: readonly string[] = [
  'apps/web/{src,public}/**/*',
  'apps/web/*.{ts,html,json}',
  ...consolePackages().flatMap((name) => [`packages/${name}/src/**/*.ts`, `packages/${name}/package.json`]),
  // The console shows them.
  'docs/running/*.md',
  'package-lock.json',
];

async function isBuiltFrom(digest: string): Promise<boolean> {
  return existsSync(marker) && (await readFile(marker, 'utf8')) === digest;
}

/**
 * Builds the console when its sources changed since the last build, in a process of its own: the bundler takes a gigabyte
 * and sets NODE_ENV, and who asks for the console stays. Returns the folder to serve. `onStart` gets that process, which
 * may take some seconds to see that its parent is gone.
 */
export async function buildWeb(onStart: (build: LivingChild) => void = () => undefined): Promise<string> {
  if (await isBuiltFrom(await sourcesDigest(root, consoleSources))) return folder;
  const build = startChild(process.execPath, [import.meta.filename], { deadlineMs: 1_000 });
  onStart(build);
  if ((await build.ended) !== 0) throw new Error('The console could not be built; what is above says why.');
  return folder;
}

if (import.meta.main) {
  onEndWanted(
    () => process.exit(1),
    () => process.exit(1),
  );
  const digest = await sourcesDigest(root, consoleSources);
  if (!(await isBuiltFrom(digest))) {
    console.log('Building the console …');
    const { build } = await import('vite');
    await build({ root: web, logLevel: 'error' });
    await mkdir(folder, { recursive: true });
    await writeFile(marker, digest);
  }
  process.exit(0);
}
