import { glob, mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Begins like a table and ends with its comment, which every table of ours has. */
const wholeDefinition = /^ATTACH TABLE [\s\S]*\nENGINE = [\s\S]*\nCOMMENT '[\s\S]*'\s*$/;

/**
 * One damaged definition keeps the engine from opening the whole lake. Moves those that are cut short into `aside`,
 * since the engine suffers no other file beside its own; the rows of these tables stay where they are, out of reach.
 * Gives the names of the files set aside.
 */
export async function setAsideDamagedDefinitions(folder: string, aside: string): Promise<string[]> {
  const damaged: string[] = [];
  for await (const file of glob('store/*/*/*.sql', { cwd: folder })) {
    const path = join(folder, file);
    if (wholeDefinition.test(await readFile(path, 'utf8'))) continue;
    const name = `${basename(dirname(path))}-${basename(path)}`;
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(path, join(aside, name));
    damaged.push(name);
  }
  return damaged;
}
