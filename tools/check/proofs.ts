import { readFile } from 'node:fs/promises';
import { readRequirements, type Requirement } from '../requirements/checklists.ts';
import { readProofs, type Proof } from '../requirements/proofs.ts';
import { showsTheServer } from '../requirements/ways.ts';

/** What the server decides: an answer written by the test itself, or a part of it alone, says too little. */
const kindsOfTheServer: readonly string[] = ['behaviour', 'call', 'permission', 'error'];
const listFile = 'tools/check/without-server.txt';
/** A test that says it proves more has seldom looked at each of them. */
const mostIds = 3;

const wantsServer = ({ kind, check }: Pick<Requirement, 'kind' | 'check'>) =>
  kindsOfTheServer.includes(kind) || check === 'api';

/**
 * Proofs that cannot be, and statements of what the server decides that no test shows by asking it. `allowed`: those
 * known to be so. A new one is a fault, and so is one that is no longer so, so that the list only shrinks.
 */
export function proofFaults(
  requirements: readonly Pick<Requirement, 'id' | 'kind' | 'check'>[],
  proofs: readonly Proof[],
  allowed: ReadonlySet<string>,
): string[] {
  const statements = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const countable = proofs.filter(({ asserts, standing }) => asserts && standing !== 'never runs');
  const beside = new Map(
    [...Map.groupBy(countable, ({ id }) => id)].filter(([id, some]) => {
      const statement = statements.get(id);
      return (
        statement !== undefined && wantsServer(statement) && !some.some(({ way }) => showsTheServer(way))
      );
    }),
  );
  return [
    ...proofs.flatMap((proof) => faultsOf(proof, statements.has(proof.id))),
    ...[...beside]
      .filter(([id]) => !allowed.has(id))
      .map(
        ([id, [first]]) =>
          `${first?.file}: ${id} (${statements.get(id)?.kind}) is proved by no test that asks the server: prove it through the server, the command line or the browser, or take the id off the title`,
      ),
    ...[...allowed]
      .filter((id) => !beside.has(id))
      .map(
        (id) => `${listFile}: ${id} is proved through the server, or no longer at all: take it off the list`,
      ),
  ];
}

function faultsOf({ id, file, line, standing, asserts, idCount }: Proof, isKnown: boolean): string[] {
  const place = `${file}:${line}`;
  return [
    ...(isKnown ? [] : [`${place}: there is no requirement ${id}`]),
    ...(asserts
      ? []
      : [
          `${place}: the test of ${id} asserts nothing of the product: let it expect something, or take the id off`,
        ]),
    ...(standing === 'never runs' ? [`${place}: the test of ${id} never runs: take the id off`] : []),
    ...(idCount > mostIds
      ? [`${place}: ${id} stands in a title with ${idCount} ids; ${mostIds} are the most: split the test`]
      : []),
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
