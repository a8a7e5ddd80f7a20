import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptChildCode } from './child-code.ts';

let root: string;
let sources: { childFolder: string; childEntry: string };
let cacheDir: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'margay-child-code-'));
  const childFolder = path.join(root, 'child');
  sources = { childFolder, childEntry: path.join(childFolder, 'main.ts') };
  cacheDir = path.join(root, 'data', 'cache');
  await mkdir(childFolder);
  await writeFile(
    sources.childEntry,
    "import { answer } from './told-value.ts';\nexport const told: number = answer;\n",
  );
  await writeFile(path.join(childFolder, 'told-value.ts'), 'export const answer: number = 42;\n');
  await writeFile(path.join(childFolder, 'main.test.ts'), 'not code at all');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const told = async (entry: string) => ((await import(entry)) as { told: number }).told;

it('is JavaScript that says the same, alone in its folder', async () => {
  const { childFolder, childEntry } = await keptChildCode(cacheDir, sources);
  expect(await told(childEntry)).toBe(42);
  expect(path.dirname(childEntry)).toBe(childFolder);
  expect((await readdir(childFolder)).sort()).toEqual(['digest', 'main.mjs', 'told-value.mjs']);
  expect(await readdir(cacheDir)).toEqual([path.basename(childFolder)]);
});

it('is written once, however many ask at once, and again where it is damaged', async () => {
  const asked = await Promise.all([1, 2, 3].map(() => keptChildCode(cacheDir, sources)));
  const [{ childFolder, childEntry }] = asked as [(typeof asked)[0]];
  expect(new Set(asked.map((code) => code.childFolder)).size).toBe(1);
  expect(await readdir(cacheDir)).toHaveLength(1);
  const written = await readFile(childEntry, 'utf8');

  await writeFile(childEntry, 'export const told = 1;');
  await keptChildCode(cacheDir, sources);
  expect(await readFile(childEntry, 'utf8')).toBe(written);
  await rm(path.join(childFolder, 'told-value.mjs'));
  await keptChildCode(cacheDir, sources);
  expect(await told(childEntry)).toBe(42);
  await writeFile(path.join(childFolder, 'odd.mjs'), 'export {};');
  await keptChildCode(cacheDir, sources);
  expect(await readdir(childFolder)).not.toContain('odd.mjs');
});

it('of other modules has another folder; one long unused goes', async () => {
  const first = await keptChildCode(cacheDir, sources);
  const change = (value: number) =>
    writeFile(path.join(sources.childFolder, 'told-value.ts'), `export const answer: number = ${value};\n`);
  await change(43);
  const second = await keptChildCode(cacheDir, sources);
  expect([await told(first.childEntry), await told(second.childEntry)]).toEqual([42, 43]);

  const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  await utimes(first.childFolder, longAgo, longAgo);
  await utimes(second.childFolder, longAgo, longAgo);
  await keptChildCode(cacheDir, sources);
  await change(44);
  const third = await keptChildCode(cacheDir, sources);
  expect((await readdir(cacheDir)).sort()).toEqual(
    [second, third].map(({ childFolder }) => path.basename(childFolder)).sort(),
  );
});
