import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { internalError } from '@margay/kit';
import { linkTree } from '@margay/kit/node';
import * as z from 'zod';
import { parseResult } from '../../queries/parse-result.ts';
import type { Engine } from '../engine.ts';

/** What the engine makes anew at its start. */
const leftOut = new Set(['status', 'tmp', 'preprocessed_configs', 'shadow', 'user_files', 'user_scripts']);
const attempts = 5;

const Row = z.tuple([z.string()]);

/**
 * Puts the engine's folder as it is now into `target`: parts, which never change, by second names; the small rest by
 * copying. Nobody may insert meanwhile. A merge may: it leaves the parts it used up in place for eight minutes, and where
 * one was removed in spite of that, the parts in use are looked up again.
 */
export async function snapshotFolder(folder: string, run: Engine['run'], target: string): Promise<void> {
  await copyRest(folder, target, 0);
  const linked = new Set<string>();
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const paths = await partsInUse(run);
    const missing = paths.filter((path) => !linked.has(path));
    const whole = await Promise.all(
      missing.map((path) => linkTree(path, join(target, relative(resolve(folder), resolve(path))))),
    );
    whole.forEach((isWhole, at) => isWhole && linked.add(missing[at] ?? ''));
    if (whole.every(Boolean)) return;
  }
  throw internalError('The parts of the data lake changed faster than they could be held. Try again.');
}

async function partsInUse(run: Engine['run']): Promise<string[]> {
  const bytes = await run({
    sql: "SELECT path FROM system.parts WHERE active AND database != 'system'",
    format: 'JSONCompact',
  });
  return parseResult(bytes).rows.map((row) => Row.parse(row)[0]);
}

/** Links are the engine's own conveniences, and come back by themselves. */
async function copyRest(from: string, to: string, depth: number): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (depth === 0 && leftOut.has(entry.name)) continue;
    const [source, place] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) await copyFile(source, place);
    else if (entry.isDirectory() && !isPart(entry.name, depth)) await copyRest(source, place, depth + 1);
  }
}

/** In `store/<three letters>/<table>/` lie parts, parts in the making and set aside, and the memory of what was inserted. */
const isPart = (name: string, depth: number) => depth === 3 && name !== 'deduplication_logs';
