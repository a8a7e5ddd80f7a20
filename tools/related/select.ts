import { beyondImports } from './beyond-imports.ts';
import { roomOf } from './rooms.ts';
import { testsReached, type Tree } from './tree.ts';

/** What to run, the nearest first. A test file is in one of them only. */
export interface Selection {
  /** Tests in the rooms of the changed files. */
  beside: string[];
  /** Tests elsewhere, of what uses those rooms directly. */
  users: string[];
  /** End-to-end tests. */
  journeys: string[];
  /** Set when all has to run: which file it is for, and why. */
  everything: string | undefined;
  /** One line for each changed file: what it reaches and what is left to the whole run. */
  lines: string[];
}

/** The tests that a narrow run takes for these changed files. */
export function selectTests(tree: Tree, changed: readonly string[]): Selection {
  const beside = new Set<string>();
  const users = new Set<string>();
  const lines: string[] = [];
  let everything: string | undefined;
  for (const file of changed) {
    const found = reachOf(tree, file);
    if (found.everything !== undefined) everything ??= `${file}: ${found.everything}`;
    for (const test of found.beside) beside.add(test);
    for (const test of found.users) users.add(test);
    lines.push(
      `${file} → ${found.everything === undefined ? toldOf(found) : `everything: ${found.everything}`}`,
    );
  }
  const isJourney = (test: string) => test.startsWith('e2e/');
  const all = [...beside, ...users];
  return {
    beside: [...beside].filter((test) => !isJourney(test)).sort(),
    users: [...users].filter((test) => !isJourney(test) && !beside.has(test)).sort(),
    journeys: [...new Set(all.filter(isJourney))].sort(),
    everything,
    lines,
  };
}

interface Found {
  beside: string[];
  users: string[];
  /** Reached, and left to the whole run. */
  left: number;
  everything?: string;
  /** Why nothing, or why these. */
  note?: string;
}

function reachOf(tree: Tree, file: string): Found {
  if (tree.isTest(file)) return { beside: tree.files.has(file) ? [file] : [], users: [], left: 0 };
  const { beside, users, further } = testsReached(tree, file);
  // Journeys start the whole product. Only what they are made of, or the table, brings one in.
  const near = users.filter((test) => !test.startsWith('e2e/') || file.startsWith('e2e/'));
  const left = users.length - near.length + further.length;
  const entry = beyondImports.find(({ paths }) => paths.test(file));
  if (entry?.reaches === 'everything') return { beside, users: near, left, everything: entry.reason };
  if (entry !== undefined && entry.reaches !== 'nothing') {
    const more = entry.reaches.flatMap((place) => testsBelow(tree, place));
    return { beside, users: [...new Set([...near, ...more])], left, note: entry.reason };
  }
  if (beside.length + near.length > 0) return { beside, users: near, left };
  if (entry !== undefined) return { beside, users: near, left, note: entry.reason };
  const nearby = testsNearby(tree, file);
  if (nearby.length > 0)
    return {
      beside: nearby,
      users: [],
      left,
      note: 'no import leads to a test; these are of the same place',
    };
  if (left > 0 || tree.uses(file).length > 0)
    return { beside: [], users: [], left, note: 'tried by whole servers and screens only' };
  return { beside: [], users: [], left, everything: 'nobody can say what it reaches' };
}

/** Those of its room. A screen may have none: then of the places it is put together from. */
function testsNearby(tree: Tree, file: string): string[] {
  const own = testsOfRoom(tree, roomOf(file));
  if (own.length > 0 || !file.startsWith('apps/web/')) return own;
  const rooms = new Set(
    tree
      .uses(file)
      .map(roomOf)
      .filter((room) => room.startsWith('apps/web/src/features/')),
  );
  return [...rooms].flatMap((room) => testsOfRoom(tree, room));
}

const testsOfRoom = (tree: Tree, room: string) =>
  [...tree.files].filter((file) => tree.isTest(file) && roomOf(file) === room);

const testsBelow = (tree: Tree, place: string) =>
  [...tree.files].filter((file) => tree.isTest(file) && (file === place || file.startsWith(`${place}/`)));

function toldOf({ beside, users, left, note }: Found): string {
  const count = beside.length + users.length;
  const files = (number: number) => `${number} test file${number === 1 ? '' : 's'}`;
  const parts = [count === 0 ? 'no test' : files(count)];
  if (users.length > 0) parts.push(`${users.length} of what uses it`);
  if (left > 0) parts.push(`${left} more in the whole run`);
  if (note !== undefined) parts.push(note);
  return parts.length === 1 ? `${parts[0]}` : `${parts[0]} (${parts.slice(1).join('; ')})`;
}
