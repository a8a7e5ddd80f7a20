import { readFile } from 'node:fs/promises';
import { readProofs, readRequirements, type Proof, type Requirement } from '../requirements/checklists.ts';

/** What the server decides: an answer written by the test itself says nothing of it. */
const kindsOfTheServer: readonly string[] = ['behaviour', 'call', 'permission', 'error'];
const listFile = 'tools/check/component-only.txt';

/**
 * Ids that no statement has, and statements of what the server decides whose only proofs are console tests.
 * `allowed`: those known to be so. A new one is a fault, and so is one that is no longer so, so that the list only shrinks.
 */
export function proofFaults(
  requirements: readonly Pick<Requirement, 'id' | 'kind'>[],
  proofs: readonly Pick<Proof, 'id' | 'file' | 'way'>[],
  allowed: ReadonlySet<string>,
): string[] {
  const kinds = new Map(requirements.map(({ id, kind }) => [id, kind]));
  const unknown = proofs.filter(({ id }) => !kinds.has(id));
  const hollow = new Map(
    [...Map.groupBy(proofs, ({ id }) => id)].filter(
      ([id, some]) =>
        kindsOfTheServer.includes(kinds.get(id) ?? '') && some.every(({ way }) => way === 'component'),
    ),
  );
  const fresh = [...hollow].filter(([id]) => !allowed.has(id));
  const mended = [...allowed].filter((id) => !hollow.has(id));
  return [
    ...unknown.map(({ id, file }) => `${file}: there is no requirement ${id}`),
    ...fresh.map(
      ([id, [first]]) =>
        `${first?.file}: ${id} (${kinds.get(id)}) is proved by console tests only, whose answers are written by hand: prove it on the real server, or take the id off the title`,
    ),
    ...mended.map(
      (id) => `${listFile}: ${id} is no longer proved by console tests only: take it off the list`,
    ),
  ];
}

/** `root` is the project's folder. Without the checklists nothing can be compared, which is said and is no fault. */
export async function checkProofs(root: string): Promise<string[]> {
  const requirements = await readRequirements(root);
  if (requirements.length === 0) {
    console.log('requirements: no checklists in docs/requirements, so no proof was compared');
    return [];
  }
  const list = await readFile(`${root}/${listFile}`, 'utf8');
  const allowed = new Set(list.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
  return proofFaults(requirements, await readProofs(root), allowed);
}
