import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const left = new Set(['node_modules', '.git', '.margay', '.cache', 'dist', 'coverage']);

/**
 * The project once more in a folder for temporary files, so that whatever is changed there, and however the run ends,
 * nothing of the project itself changes. Installed packages are shared; the project's own ones are those of the copy.
 */
export async function openScratchCopy(root: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'margay-mutants-'));
  await cp(root, folder, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) });
  const [shared, own] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(own, '@margay'), { recursive: true });
  for (const name of await readdir(shared)) {
    // What tools keep there, like caches, is not shared.
    if (name === '@margay' || (name.startsWith('.') && name !== '.bin')) continue;
    await symlink(join(shared, name), join(own, name));
  }
  // Links of npm, from there to the packages beside it.
  for (const name of await readdir(join(shared, '@margay')))
    await symlink(await readlink(join(shared, '@margay', name)), join(own, '@margay', name));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
