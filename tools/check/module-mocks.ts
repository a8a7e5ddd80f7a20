import { glob, readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import configuration from '../../vitest.config.ts';

interface Project {
  test: { root?: string; name: string; include: string[]; exclude?: string[]; isolate?: boolean };
}

/** Whether it calls `vi.mock` or `vi.doMock`, also with a type, and by the other name of `vi`. */
const replacesModules = (source: string) => /\b(?:vi|vitest)\s*\.\s*(?:mock|doMock)\s*[<(]/.test(source);

/**
 * Test files, and files beside them that tests share, that replace a module although their project shares what it loaded:
 * where a file before has loaded the module, the test would get the real one, and pass or fail with the order of the files.
 */
export async function checkModuleMocks(
  root: string,
  projects = (configuration.test?.projects ?? []) as Project[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { test } of projects.filter((project) => project.test.isolate === false)) {
    const folder = join(root, test.root ?? '.');
    const withHelpers = test.include.map((pattern) => pattern.replace('*.test.', '*.'));
    for await (const file of glob(withHelpers, { cwd: folder, exclude: ['**/node_modules/**'] })) {
      const isElsewhere = (test.exclude ?? []).some((pattern) => matchesGlob(file, pattern));
      if (isElsewhere || !replacesModules(await readFile(join(folder, file), 'utf8'))) continue;
      faults.push(
        `${join(test.root ?? '.', file)} replaces a module, which has no effect in the project ${test.name}: hand the other one in as a parameter`,
      );
    }
  }
  return faults;
}
