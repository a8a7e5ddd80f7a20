import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const web = join(root, 'apps', 'web');
const marker = join(web, 'dist', '.sources');

/** A digest of everything the console is built from. */
async function sourcesDigest(): Promise<string> {
  const hash = createHash('sha256');
  const patterns = [
    'apps/web/{src,public}/**/*',
    'apps/web/*.{ts,html,json}',
    'packages/{kit,model,schema,query}/src/**/*.ts',
    'packages/{kit,model,schema,query}/package.json',
    'package-lock.json',
  ];
  const files: string[] = [];
  for (const pattern of patterns) {
    for await (const entry of glob(pattern, { cwd: root, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.includes('.test.')) files.push(join(entry.parentPath, entry.name));
    }
  }
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.digest('hex');
}

/** Builds the console when its sources changed since the last build. Returns the folder to serve. */
export async function buildWeb(): Promise<string> {
  const digest = await sourcesDigest();
  const built = existsSync(marker) ? await readFile(marker, 'utf8') : '';
  if (built === digest) return join(web, 'dist');
  console.log('Building the console …');
  const { build } = await import('vite');
  // The build sets NODE_ENV to production for the whole process and whatever it starts later, the tests among them.
  const environment = process.env['NODE_ENV'];
  await build({ root: web, logLevel: 'error' });
  if (environment === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = environment;
  await mkdir(dirname(marker), { recursive: true });
  await writeFile(marker, digest);
  return join(web, 'dist');
}

if (import.meta.main) await buildWeb();
