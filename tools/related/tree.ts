import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { matchesGlob, posix } from 'node:path';
import { globsIn, offeredBy, pathsIn, takenBy, type Offered } from './imports.ts';
import { isHub, roomOf } from './rooms.ts';

/** The files of the project and which of them need which. Paths are relative to its folder. */
export interface Tree {
  /** Those that are there. What is gone may still be asked for who needs it. */
  files: ReadonlySet<string>;
  isTest(file: string): boolean;
  /** Files that this one takes something from. */
  uses(file: string): string[];
  /** Files that need this one when they run: directly, or because they read the folder it is in. */
  neededBy(file: string): string[];
  /** Tests that look at this very file among those that fit a pattern. */
  listedBy(file: string): string[];
}

const isSource = (file: string) => /\.(?:tsx?|mjs|js)$/.test(file);
/** What tests of a room share sets up much that they are not about. */
const isTestSupport = (file: string) => /\/(?:testing[^/]*|support)(?:\/|\.tsx?$)/.test(file);
export const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** Reads what git knows or would take in. About a second for the whole project. `gone`: files that were there, with their text. */
export function readTree(root: string, gone: ReadonlyMap<string, string> = new Map()): Tree {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const files = new Map<string, string>();
  for (const file of listed.split('\0').filter(Boolean)) {
    if (gone.has(file)) continue;
    if (!isSource(file) && !file.endsWith('package.json')) files.set(file, '');
    else {
      try {
        files.set(file, readFileSync(posix.join(root, file), 'utf8'));
      } catch {
        // Deleted, and not yet committed as such.
      }
    }
  }
  return treeOf(files, gone);
}

/** `there`, `gone`: texts of source files and of the packages' manifests; of others the text may be empty. */
export function treeOf(
  there: ReadonlyMap<string, string>,
  gone: ReadonlyMap<string, string> = new Map(),
): Tree {
  const texts = new Map([...gone, ...there]);
  const files = new Set(texts.keys());
  const folders = new Set([...files].flatMap((file) => foldersAbove(file)));
  const doors = frontDoors(texts);
  const sources = [...texts].filter(([file]) => isSource(file) && !file.endsWith('.gen.ts'));
  const offers = new Map(sources.map(([file, text]) => [file, offeredBy(text)]));
  const importers = new Map<string, Set<string>>();
  const used = new Map<string, Set<string>>();
  const readers = new Map<string, Set<string>>();
  const globs: { pattern: string; beginning: string; reader: string }[] = [];

  const resolve = (from: string, target: string): string | undefined => {
    const path = target.replace(/\?\w+$/, '');
    const place = path.startsWith('.') ? posix.join(posix.dirname(from), path) : doors.get(path);
    return place !== undefined && files.has(place) ? place : undefined;
  };
  for (const [file, text] of sources) {
    if (!there.has(file)) continue;
    for (const { target, names } of takenBy(text)) {
      const place = resolve(file, target);
      if (place === undefined) continue;
      add(used, file, place);
      for (const definer of definersOf(place, names, offers, resolve)) add(importers, definer, file);
      // Who changes what a front door offers, changes what is behind it, too. Its own room notices both.
      if (roomOf(place) === roomOf(file)) add(importers, place, file);
    }
    for (const path of pathsIn(text)) {
      // Commands of the project, and their tests, name files without reading them.
      const places = [posix.join(posix.dirname(file), path), ...(file.startsWith('tools/') ? [] : [path])];
      for (const place of places) {
        if (files.has(place) && place !== file) add(importers, place, file);
        else if (path.startsWith('.') && folders.has(place.replace(/\/$/, '')))
          add(readers, place.replace(/\/$/, ''), file);
      }
    }
    for (const glob of globsIn(text)) {
      const pattern = posix.join(posix.dirname(file), glob);
      globs.push({ pattern, beginning: pattern.replace(/[*?{[].*/, ''), reader: file });
    }
    if (isTest(file) && readsOwnFolder(text)) add(readers, posix.dirname(file), file);
  }
  const listers = (file: string) =>
    globs
      .filter(({ beginning, pattern }) => file.startsWith(beginning) && matchesGlob(file, pattern))
      .map(({ reader }) => reader);
  return {
    files: new Set(there.keys()),
    isTest,
    uses: (file) => [...(used.get(file) ?? [])],
    neededBy(file) {
      const above = foldersAbove(file).flatMap((folder) => [...(readers.get(folder) ?? [])]);
      const loaded = listers(file).filter((lister) => !isTest(lister));
      return [...(importers.get(file) ?? []), ...[...above, ...loaded].filter((reader) => reader !== file)];
    },
    listedBy: (file) => listers(file).filter(isTest),
  };
}

/** Test files that a change of one file reaches. */
export interface Reach {
  /** In the file's own room, however the way goes. */
  beside: string[];
  /** In other rooms: of the code that uses the room directly. */
  users: string[];
  /** Reached through more than that. */
  further: string[];
}

/** From the file's room to a test elsewhere: the test itself, or the test of a file that takes something from the room. */
const mostStepsOutside = 2;

export function testsReached(tree: Tree, file: string): Reach {
  const room = roomOf(file);
  const steps = stepsOutside(tree, file);
  const tests = [...steps].filter(([reached]) => tree.isTest(reached)).sort(([a], [b]) => (a < b ? -1 : 1));
  const where = (fits: (test: string, steps: number) => boolean) =>
    tests.filter(([test, count]) => fits(test, count)).map(([test]) => test);
  const isBeside = (test: string) => roomOf(test) === room;
  return {
    beside: where(isBeside),
    users: where((test, count) => !isBeside(test) && count <= mostStepsOutside),
    further: where((test, count) => !isBeside(test) && count > mostStepsOutside),
  };
}

/**
 * How many files of other rooms lie on the shortest way from `file` to each file that needs it; past a hub, or what tests of another room
 * share, too many. A test that takes the changed file itself is about it, hub or not.
 */
function stepsOutside(tree: Tree, file: string): Map<string, number> {
  const room = roomOf(file);
  const steps = new Map([[file, 0]]);
  const open = [file];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const isGathering = isHub(next) || (isTestSupport(next) && roomOf(next) !== room);
    const before = (steps.get(next) ?? 0) + (isGathering ? mostStepsOutside : 0);
    const users = tree.neededBy(next);
    for (const user of next === file ? [...users, ...tree.listedBy(file)] : users) {
      const isFirst = next === file && tree.isTest(user);
      const count = (isFirst ? 0 : before) + (roomOf(user) === room ? 0 : 1);
      if (count >= (steps.get(user) ?? Infinity)) continue;
      steps.set(user, count);
      open.push(user);
    }
  }
  return steps;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

function foldersAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}

/** Registries are tested by what is in their folder. */
function readsOwnFolder(text: string): boolean {
  return /\b(?:readdir|readdirSync)\(/.test(text) && /import\.meta\.(?:dirname|url)/.test(text);
}

/** Which file `@margay/kit/node` is, by what the packages export. */
function frontDoors(texts: ReadonlyMap<string, string>): Map<string, string> {
  const doors = new Map<string, string>();
  for (const [file, text] of texts) {
    if (!/^(?:packages|apps)\/[^/]+\/package\.json$/.test(file)) continue;
    const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> };
    for (const [path, place] of Object.entries(exports))
      doors.set(posix.join(name, path), posix.join(posix.dirname(file), place));
  }
  return doors;
}

/** The files in which what is taken under these names is written; where the whole is taken, all that the file passes on. */
function definersOf(
  file: string,
  names: readonly string[] | undefined,
  offers: ReadonlyMap<string, Offered>,
  resolve: (from: string, target: string) => string | undefined,
): Set<string> {
  const found = new Set<string>();
  const find = (place: string, name: string, seen: Set<string>): boolean => {
    const offered = offers.get(place);
    if (seen.has(place)) return false;
    seen.add(place);
    if (offered === undefined || offered.own.has(name)) {
      found.add(place);
      return true;
    }
    const passed = offered.passed.get(name);
    if (passed !== undefined) {
      const from = resolve(place, passed.target);
      return from === undefined || find(from, passed.name, seen);
    }
    return offered.whole.some((target) => {
      const from = resolve(place, target);
      return from !== undefined && find(from, name, seen);
    });
  };
  const findAll = (place: string) => {
    if (found.has(place)) return;
    found.add(place);
    const { passed = new Map<string, { target: string }>(), whole = [] } = offers.get(place) ?? {};
    for (const target of [...whole, ...[...passed.values()].map((one) => one.target)]) {
      const from = resolve(place, target);
      if (from !== undefined) findAll(from);
    }
  };
  if (names === undefined) findAll(file);
  else for (const name of names) if (!find(file, name, new Set())) found.add(file);
  return found;
}
