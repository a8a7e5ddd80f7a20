import { glob, readFile } from 'node:fs/promises';

/** Which packages a place may import from. The stages of the pipeline know nothing of one another or of what rests below. */
const layers: Record<string, readonly string[]> = {
  kit: [],
  model: ['kit'],
  settings: [],
  oauth: ['kit', 'settings'],
  schema: ['kit', 'model'],
  query: ['kit', 'model', 'schema'],
  store: ['kit', 'model'],
  jobs: ['kit', 'model', 'store'],
  objects: ['kit'],
  mail: ['kit'],
  auth: ['kit', 'model'],
  lake: ['kit', 'model', 'schema', 'query'],
  ingest: ['kit', 'model', 'schema', 'query', 'settings', 'oauth'],
  normalize: ['kit', 'model', 'schema', 'query'],
  detect: ['kit', 'model', 'schema', 'query'],
  alert: ['kit', 'model', 'schema', 'query', 'settings', 'oauth'],
  // Goes the way of an event once more over what is stored, so it knows the stages and the lake.
  replay: ['kit', 'model', 'schema', 'query', 'lake', 'normalize', 'detect', 'alert'],
};
const everything = Object.keys(layers);
const apps: Record<string, readonly string[]> = {
  server: everything,
  cli: ['auth', 'kit', 'model', 'schema', 'query', 'detect', 'normalize'],
  web: ['kit', 'model', 'schema', 'query'],
};
/** Parts of stages that load in a browser, and that the console may use. */
const browserParts = ['@margay/auth/permissions', '@margay/detect/simple', '@margay/settings/shown'];

/** Packages of which something may be in the console, as folders below `packages`: it is built anew when they change. */
export function consolePackages(): string[] {
  const allowed = [...(apps['web'] ?? []), ...browserParts.map((part) => part.split('/')[1] ?? '')];
  return [...new Set(allowed.flatMap((name) => [name, ...(layers[name] ?? [])]))].sort();
}

export const importPattern = /(?:from\s+|import\s+|import\(\s*)['"`]([^'"`]+)['"`]/g;

/** Tests and what they share. Nothing of the product takes from them, so that what holds for it cannot be got round there. */
export const isOfTests = (file: string) =>
  /\.test\.tsx?$|\/testing[^/]*\.tsx?$|\/testing\/|^e2e\//.test(file);
/** The contract between server and console, as text: tests of the console answer by it. */
const sharedText = /\/schema\.graphql\?raw$/;
const fewestFiles = 150;

export interface Violation {
  file: string;
  message: string;
}

export interface BoundaryReport {
  fileCount: number;
  violations: Violation[];
}

function faultOf(file: string, target: string): string | undefined {
  const [root, name = ''] = file.split('/');
  const allowed = root === 'packages' ? layers[name] : apps[name];
  if (allowed === undefined) return `${root}/${name} is not listed in tools/check/boundaries.ts`;
  const ours = /^@margay\/([^/]+)(\/.*)?$/.exec(target);
  if (ours?.[1] !== undefined && ours[1] !== name) {
    if (allowed.includes(ours[1])) return undefined;
    if (root === 'apps' && browserParts.includes(target)) return undefined;
    if (isOfTests(file) && ours[2] === '/testing') return undefined;
    return `may not import @margay/${ours[1]}`;
  }
  if (!target.startsWith('.')) return undefined;
  if (new URL(target, `file:///${file}`).pathname.startsWith(`/${root}/${name}/`)) return undefined;
  if (target.endsWith('package.json') || /\/demo\/\w+\.ts$/.test(target)) return undefined;
  return `reaches out of its own folder with ${target}`;
}

/** What tests share is for tests. */
function faultOfProduct(file: string, target: string): string | undefined {
  const path = target.startsWith('.') ? new URL(target, `file:///${file}`).pathname : target;
  if (isOfTests(file) || !(isOfTests(path) || /^@margay\/.*\/testing$/.test(path))) return undefined;
  return `imports ${target}, which is for tests: the product takes nothing from them`;
}

function faultInWeb(file: string, target: string): string | undefined {
  const feature = /^apps\/web\/src\/features\/([^/]+)\//.exec(file)?.[1];
  const area = /^apps\/web\/src\/(ui|lib|editor)\//.exec(file)?.[1];
  if (!target.startsWith('.')) return undefined;
  const path = new URL(target, `file:///${file}`).pathname;
  const targetFeature = /\/apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];
  if (feature !== undefined && targetFeature !== undefined && targetFeature !== feature) {
    return `feature ${feature} imports feature ${targetFeature}: move what both need to ui/ or lib/`;
  }
  if (area !== undefined && (targetFeature !== undefined || path.includes('/apps/web/src/routes/'))) {
    return `${area}/ may not know features or routes`;
  }
  return undefined;
}

/** What is wrong with the imports of one file. `file`: from the project's folder. */
export function boundaryFaults(file: string, text: string): Violation[] {
  return [...text.matchAll(importPattern)].flatMap(([, target = '']) => {
    const message =
      (sharedText.test(target) ? undefined : faultOf(file, target)) ??
      faultOfProduct(file, target) ??
      (file.startsWith('apps/web/') ? faultInWeb(file, target) : undefined);
    return message === undefined ? [] : [{ file, message }];
  });
}

/** Reads every source file and lists imports that go the wrong way. `root` is the project's folder. */
export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const violations: Violation[] = [];
  let fileCount = 0;
  for await (const file of glob(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'], {
    cwd: root,
  })) {
    fileCount++;
    violations.push(...boundaryFaults(file, await readFile(`${root}/${file}`, 'utf8')));
  }
  if (fileCount < fewestFiles) {
    violations.push({ file: root, message: `only ${fileCount} files were read; the check itself is broken` });
  }
  return { fileCount, violations };
}
