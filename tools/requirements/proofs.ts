import { glob, readFile } from 'node:fs/promises';
import type { PassedTest } from './passed.ts';
import type { Standing, TestReading } from './reading/read-module.ts';
import { openProject, type Project } from './reading/reach.ts';
import { wayOf, type Way } from './ways.ts';

export interface Proof {
  id: string;
  file: string;
  line: number;
  title: string;
  way: Way;
  standing: Standing;
  /** Whether it looks at something and may fail by it. */
  asserts: boolean;
  /** Ids of the same title, itself among them. */
  idCount: number;
}

/** The ids that a title carries, like `[001-5.17]`. */
export const idsIn = (title: string): string[] =>
  [...title.matchAll(/\[(\d{3}-\d+\.\d+)\]/g)].map(([, id = '']) => id);

/** The titles of a test: one for each row of its table that carries ids of its own, and one for all other rows. */
function titlesOf({ title, rows }: TestReading): string[] {
  const named = rows.filter((row) => idsIn(row).length > 0);
  return named.length === 0 ? [title] : named.map((row) => `${title} ${row}`);
}

/** What the tests of one file say they prove. */
export function proofsOf(project: Project, file: string): Proof[] {
  return project.read(file).tests.flatMap((test) => {
    const titles = titlesOf(test).filter((title) => idsIn(title).length > 0);
    if (titles.length === 0) return [];
    const reach = project.reachOf(file, test);
    const { line, standing } = test;
    return titles.flatMap((title) => {
      const ids = idsIn(title);
      const shared = { file, line, title, way: wayOf(file, reach), standing, asserts: reach.asserts };
      return ids.map((id) => ({ id, ...shared, idCount: ids.length }));
    });
  });
}

/**
 * The proofs that count: of tests that look at something and ran. `passed`: the tests of a run that passed; without it
 * those that every run gets to.
 */
export function countedProofs(proofs: readonly Proof[], passed?: readonly PassedTest[]): Proof[] {
  const shown = new Set(passed?.flatMap(({ file, name }) => idsIn(name).map((id) => `${id} ${file}`)));
  return proofs.filter(
    ({ id, file, standing, asserts }) =>
      asserts && (passed === undefined ? standing === 'runs' : shown.has(`${id} ${file}`)),
  );
}

/** Every test with an id in its title. A group's title proves nothing. `root`: the project's folder. */
export async function readProofs(root: string): Promise<Proof[]> {
  const project = openProject(root);
  const proofs: Proof[] = [];
  const files = glob(
    [
      'packages/**/*.test.{ts,tsx}',
      'apps/**/*.test.{ts,tsx}',
      'e2e/**/*.test.ts',
      'content/**/*.test.ts',
      'demo/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    { cwd: root, exclude: (name) => name.includes('node_modules') },
  );
  for await (const file of files)
    if (idsIn(await readFile(`${root}/${file}`, 'utf8')).length > 0) proofs.push(...proofsOf(project, file));
  return proofs;
}
