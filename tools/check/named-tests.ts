import { glob, readFile } from 'node:fs/promises';

/** A test as a document names it: `` `path.test.ts` “beginning of its title” ``. */
const named = /`([\w./-]+\.test\.tsx?)`\s*“([^”]+)”/g;

export interface NamedTest {
  file: string;
  title: string;
}

export const testsNamedIn = (text: string): NamedTest[] =>
  [...text.matchAll(named)].map(([, file = '', title = '']) => ({ file, title }));

/** Tests that documents on security name and that are not there. `root` is the project's folder. */
export async function checkNamedTests(root: string): Promise<string[]> {
  const faults: string[] = [];
  for await (const page of glob('docs/security/*.md', { cwd: root }))
    for (const { file, title } of testsNamedIn(await readFile(`${root}/${page}`, 'utf8'))) {
      const text = await readFile(`${root}/${file}`, 'utf8').catch(() => '');
      if (!text.includes(title))
        faults.push(`${page} names the test “${title}” of ${file}, which is not there`);
    }
  return faults;
}
