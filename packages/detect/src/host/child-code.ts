import { createHash } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import type { RuntimeFiles } from './runtime-files.ts';

type Code = Pick<RuntimeFiles, 'childFolder' | 'childEntry'>;

/** Of the code of other versions, which a running server may still use. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
const digestName = 'digest';

/**
 * The child's modules as JavaScript in a folder of the server's, made once for each version of them: a process of
 * TypeScript reads it anew at each start, and in each of its threads. The folder holds nothing else, for the child may
 * read all of it.
 */
export async function keptChildCode(cacheDir: string, { childFolder }: Code): Promise<Code> {
  const modules = await readModules(childFolder);
  const fingerprint = digestOf([process.version, ...modules.flat()]).slice(0, 32);
  await mkdir(cacheDir, { recursive: true });
  const parent = await realpath(cacheDir);
  const folder = path.join(parent, `python-child-${fingerprint}`);
  const code = { childFolder: folder, childEntry: path.join(folder, 'main.mjs') };
  const names = modules.map(([name]) => javaScriptName(name));
  if (!(await isWhole(folder, names))) {
    await write(parent, folder, modules);
    await removeOld(parent);
  }
  await utimes(folder, new Date(), new Date());
  return code;
}

type Module = [name: string, text: string];

async function readModules(folder: string): Promise<Module[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return Promise.all(
    names
      .sort()
      .map(async (name): Promise<Module> => [name, await readFile(path.join(folder, name), 'utf8')]),
  );
}

const javaScriptName = (name: string): string => name.replace(/\.ts$/, '.mjs');

/** Modules of the folder name one another as `'./name.ts'`, and nothing else is written so. */
function javaScriptOf(text: string): string {
  return stripTypeScriptTypes(text).replaceAll(/(?<=')(\.\/[\w-]+)\.ts(?=')/g, '$1.mjs');
}

/** Neither lacks nor has more than was written. */
async function isWhole(folder: string, names: readonly string[]): Promise<boolean> {
  try {
    const found = (await readdir(folder)).filter((name) => name !== digestName);
    if (found.sort().join() !== names.toSorted().join()) return false;
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    return digestOf(texts) === (await readFile(path.join(folder, digestName), 'utf8'));
  } catch {
    return false;
  }
}

/** Another process may write the same at the same time: the folder comes as a whole, and a whole one stays. */
async function write(parent: string, folder: string, modules: readonly Module[]): Promise<void> {
  const draft = await mkdtemp(path.join(parent, '.python-child-'));
  try {
    const written = modules.map(([name, text]): Module => [javaScriptName(name), javaScriptOf(text)]);
    const digest = digestOf(written.map(([, text]) => text));
    for (const [name, text] of [...written, [digestName, digest] as const])
      await writeFile(path.join(draft, name), text, { mode: 0o600 });
    try {
      await rename(draft, folder);
    } catch {
      if (
        await isWhole(
          folder,
          written.map(([name]) => name),
        )
      )
        return;
      await rm(folder, { recursive: true, force: true });
      await rename(draft, folder);
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeOld(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!/^\.?python-child-/.test(name)) continue;
    const folder = path.join(parent, name);
    const usedAt = await stat(folder).catch(() => undefined);
    if (usedAt && Date.now() - usedAt.mtimeMs > keptMs) await rm(folder, { recursive: true, force: true });
  }
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
