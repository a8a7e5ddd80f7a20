import { glob, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';

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
  /** The cheapest honest way to look: `unit`, `api`, `browser` or `manual`. */
  check: string;
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
