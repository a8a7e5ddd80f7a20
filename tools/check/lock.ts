import { readFile } from 'node:fs/promises';
import { isUnhashed, missingOptionals, readLock, type LockFile } from '../lock/lock-file.ts';

/**
 * Packages without a hash: the registry that this lock was written with does not offer them. On their platforms npm takes
 * them as they come. `npm run lock` with another registry fills the hashes in.
 */
const knownUnhashed: readonly string[] = [
  'node_modules/@chdb/lib-darwin-arm64',
  'node_modules/@chdb/lib-darwin-x64',
  'node_modules/@chdb/lib-linux-arm64-gnu',
];

/** What keeps `npm ci` from taking the lock on every platform, and only what was seen when it was written. */
export function lockFaults(lock: LockFile, allowed: readonly string[] = knownUnhashed): string[] {
  const unhashed = Object.entries(lock.packages)
    .filter(([place, entry]) => isUnhashed(entry, place))
    .map(([place]) => place);
  const located = Object.entries(lock.packages).filter(
    ([, { link, resolved }]) => resolved !== undefined && link !== true,
  );
  return [
    ...missingOptionals(lock).map(
      ({ name, version, wantedBy }) =>
        `package-lock.json: ${wantedBy || 'the project'} may want ${name} ${version}, which is not there: run npm run lock`,
    ),
    ...unhashed
      .filter((place) => !allowed.includes(place))
      .map((place) => `package-lock.json: ${place} has no integrity: run npm run lock`),
    ...allowed
      .filter((place) => !unhashed.includes(place))
      .map(
        (place) => `tools/check/lock.ts: ${place} is no longer without a hash there: take it off the list`,
      ),
    ...located.map(([place]) => `package-lock.json: ${place} says where it was fetched from: take it out`),
  ];
}

export async function checkLock(root: string): Promise<string[]> {
  return lockFaults(readLock(await readFile(`${root}/package-lock.json`, 'utf8')));
}
