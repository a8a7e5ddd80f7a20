import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  isUnhashed,
  missingOptionals,
  readLock,
  type LockFile,
  type MissingPackage,
  type PackageEntry,
} from './lock-file.ts';

const platformName =
  /(?<os>aix|android|darwin|freebsd|linux|openharmony|sunos|win32)-(?<cpu>\w+)(?:-(?<libc>\w+))?$/;
const libraries: Record<string, string> = { gnu: 'glibc', musl: 'musl' };

/** The entry of a package that nobody can look up: for which platform it is stands in its name. */
export function entryFor({ name, version, wantedBy }: MissingPackage, lock: LockFile): PackageEntry {
  const groups = platformName.exec(name)?.groups;
  if (groups === undefined || !/^\d/.test(version)) {
    throw new Error(
      `${name} (${version}, wanted by ${wantedBy}) is not offered by the registry of this npm, and it is no package of one platform and version. Complete the lock with another registry.`,
    );
  }
  const library = libraries[groups['libc'] ?? ''];
  return {
    version,
    cpu: [groups['cpu']],
    ...(lock.packages[wantedBy]?.dev === true ? { dev: true } : {}),
    ...(library === undefined ? {} : { libc: [library] }),
    optional: true,
    os: [groups['os']],
  };
}

/** Only what the lock does not hold is looked up: an entry without a hash goes, so that it may come back with one. */
export function withoutUnhashed(lock: LockFile): LockFile {
  const kept = Object.entries(lock.packages).filter(([place, entry]) => !isUnhashed(entry, place));
  return { ...lock, packages: Object.fromEntries(kept) };
}

/** The lock with an entry for each optional package it left out, in npm's own order. */
export function completed(lock: LockFile): LockFile {
  const added = missingOptionals(lock).map((missing): [string, PackageEntry] => [
    `node_modules/${missing.name}`,
    entryFor(missing, lock),
  ]);
  const all = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(all) };
}

/**
 * `npm run lock`: adds to the lock file what `npm ci` wants there and `npm install` left out, the packages of other
 * platforms, in that folder. npm looks them up; one that its registry does not offer is entered without a hash. Where npm
 * fails, the file is as it was. Returns the status to end with.
 */
export async function completeLock(folder: string): Promise<number> {
  const file = join(folder, 'package-lock.json');
  const old = await readFile(file, 'utf8');
  const write = (lock: LockFile) => writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
  try {
    await write(withoutUnhashed(readLock(old)));
    const asked = spawnSync(
      'npm',
      ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'],
      {
        cwd: folder,
        stdio: 'inherit',
      },
    );
    if (asked.status !== 0) {
      await writeFile(file, old);
      return asked.status ?? 1;
    }
    const lock = readLock(await readFile(file, 'utf8'));
    for (const { name, version } of missingOptionals(lock)) {
      console.log(`${name} ${version} is not offered by the registry of this npm: its entry has no hash.`);
    }
    await write(completed(lock));
    return 0;
  } catch (error) {
    await writeFile(file, old);
    throw error;
  }
}

if (import.meta.main) process.exit(await completeLock(resolve(import.meta.dirname, '..', '..')));
