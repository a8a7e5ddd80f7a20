import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { onEndWanted, startChild, type LivingChild } from '../../packages/kit/src/node/child-life.mjs';
import { sourcesDigest } from '../../packages/kit/src/node/sources-digest.ts';
import { consolePackages } from '../check/boundaries.ts';
import type { FirstScreenOptions, ScreenSize } from './first-screen.ts';

const root = resolve(import.meta.dirname, '..', '..');
const web = join(root, 'apps', 'web');
const folder = join(web, 'dist');
const marker = join(folder, '.sources');
const sizesFile = join(folder, '.first-screens.json');

/** The screens that people wait for before anything of the console is loaded, with what each loads besides its first file. */
const firstScreens = {
  'sign in': ['/routes/sign-in.tsx?tsr-split=component'],
  alerts: [
    '/routes/_app.tsx?tsr-split=component',
    '/routes/_app/alerts-and-errors/index.tsx?tsr-split=component',
  ],
};
const limit = {
  screen: 'sign in',
  bytes: 200_000,
  trunk: [
    '/src/main.tsx',
    '/src/app.tsx',
    '/src/router.tsx',
    ...firstScreens['sign in'],
    '/src/routeTree.gen.ts',
  ],
};

/** Everything the console is built from, as patterns below the project's folder. */
export const consoleSources: readonly string[] = [
  'apps/web/{src,public}/**/*',
  'apps/web/*.{ts,html,json}',
  ...consolePackages().flatMap((name) => [`packages/${name}/src/**/*.ts`, `packages/${name}/package.json`]),
  // The console shows them.
  'docs/running/*.md',
  // Another limit is held against what is there already.
  'tools/build/{compress,first-screen,heavy-parts,web}.ts',
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

/** What the first screens load, as the last build measured it. */
export async function firstScreenSizes(): Promise<Record<keyof typeof firstScreens, ScreenSize>> {
  await buildWeb();
  return JSON.parse(await readFile(sizesFile, 'utf8')) as Record<keyof typeof firstScreens, ScreenSize>; // written above
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
    const { firstScreen, kilobytes } = await import('./first-screen.ts');
    const { compressFolder } = await import('./compress.ts');
    let sizes: Record<string, ScreenSize> = {};
    let excess: string | undefined;
    const onMeasured: FirstScreenOptions['onMeasured'] = (...found) => ([sizes, excess] = found);
    const measure = firstScreen({ screens: firstScreens, limit, root, onMeasured });
    await build({ root: web, logLevel: 'error', plugins: [measure] });
    if (excess !== undefined) {
      console.error(excess);
      process.exit(1);
    }
    for (const [screen, { scripts, styleSheets }] of Object.entries(sizes))
      console.log(
        `Before "${screen}" shows, a browser loads ${kilobytes(scripts.bytes)} of scripts (${scripts.count}) and ${kilobytes(styleSheets.bytes)} of style sheets, compressed.`,
      );
    await compressFolder(folder);
    await writeFile(sizesFile, JSON.stringify(sizes));
    await writeFile(marker, digest);
  }
  process.exit(0);
}
