import { glob, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';
import { wayOf, type Way } from './ways.ts';

const Checklist = z.object({
  items: z.array(
    z.object({ id: z.string(), kind: z.string(), where: z.string(), must: z.string(), check: z.string() }),
  ),
});

export interface Requirement {
  id: string;
  /** `000`, `001` or `002`. */
  document: string;
  section: string;
  kind: string;
  where: string;
  must: string;
}

/** Every testable statement of the specification, from `docs/requirements`. */
export async function readRequirements(root: string): Promise<Requirement[]> {
  const requirements: Requirement[] = [];
  for await (const file of glob('docs/requirements/checklist-*.yaml', { cwd: root })) {
    const { items } = Checklist.parse(parse(await readFile(`${root}/${file}`, 'utf8')));
    for (const item of items) {
      const [document = '', rest = ''] = item.id.split('-');
      requirements.push({ ...item, document, section: rest.split('.')[0] ?? '' });
    }
  }
  return requirements.sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
}

export interface Proof {
  id: string;
  file: string;
  title: string;
  way: Way;
}

const text = String.raw`\s*(['"\x60])((?:\\.|(?!\1)[\s\S])*)\1`;
/** Where titles stand: behind the name of a test, behind a table of cases, and at the start of a case whose title begins with it. */
const titles = [
  new RegExp(String.raw`\b(?:it|test|describe)(?:\.\w+\([^)]*\))?\(${text}`, 'g'),
  new RegExp(String.raw`\](?: as const)?\)\(${text}`, 'g'),
  new RegExp(String.raw`^\s*\[(?=\s*['"\x60]\[\d{3}-)${text}`, 'gm'),
];

/** Ids named in the titles of tests, like `[001-5.17]`. */
export async function readProofs(root: string): Promise<Proof[]> {
  const proofs: Proof[] = [];
  const files = glob(
    [
      'packages/**/*.test.{ts,tsx}',
      'apps/**/*.test.{ts,tsx}',
      'e2e/**/*.test.ts',
      'content/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    {
      cwd: root,
      exclude: (name) => name.includes('node_modules'),
    },
  );
  for await (const file of files) {
    const source = await readFile(`${root}/${file}`, 'utf8');
    const found = titles.flatMap((pattern) => [...source.matchAll(pattern)].map(([, , title = '']) => title));
    const way = wayOf(file, source);
    for (const title of found)
      for (const [, id = ''] of title.matchAll(/\[(\d{3}-\d+\.\d+)\]/g))
        proofs.push({ id, file, title, way });
  }
  return proofs;
}
