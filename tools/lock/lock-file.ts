import * as z from 'zod';

const PackageEntry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  /** A package of our own: a folder, no download. */
  link: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  dev: z.boolean().optional(),
});

/** `package-lock.json`: what is installed, by its place below the root. The root itself is `''`. */
const LockFile = z.looseObject({ packages: z.record(z.string(), PackageEntry) });
export type LockFile = z.infer<typeof LockFile>;
export type PackageEntry = z.infer<typeof PackageEntry>;

/** Throws when the text is no lock file. Its keys keep npm's order. */
export function readLock(text: string): LockFile {
  const lock: unknown = JSON.parse(text);
  LockFile.parse(lock);
  return lock as LockFile;
}

/** What is downloaded and taken as it comes. */
export const isUnhashed = ({ link, integrity }: PackageEntry, place: string) =>
  place.includes('node_modules/') && link !== true && integrity === undefined;

/** An optional package that the lock does not hold, and who wants it. */
export interface MissingPackage {
  name: string;
  version: string;
  wantedBy: string;
}

/** The place of what `from` gets when it imports `name`: its own folder first, then those around it, as Node looks. */
function placeOf(lock: LockFile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

/** `npm ci` refuses a lock that leaves out the packages of other platforms; `npm install` may write one. */
export function missingOptionals(lock: LockFile): MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([wantedBy, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => placeOf(lock, wantedBy, name) === undefined)
      .map(([name, version]) => ({ name, version, wantedBy })),
  );
}
