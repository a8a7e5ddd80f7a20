import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { proofsOf } from '../requirements/proofs.ts';
import { openProject } from '../requirements/reading/reach.ts';

/** A fault put into the product by purpose: the named test has to notice it. */
const Mutant = z.strictObject({
  /** The statement that the test proves. */
  id: z.string(),
  file: z.string(),
  /** Stands once in that file. */
  find: z.string().min(1),
  replace: z.string(),
  /** The file of the test; its title carries the id. */
  test: z.string(),
});
export type Mutant = z.output<typeof Mutant>;

export const mutantsFile = 'tools/proofs/mutants.yaml';

/** `root`: the project's folder. Throws when the file is not as it should be. */
export function readMutants(root: string): Mutant[] {
  return z.array(Mutant).parse(parse(readFileSync(join(root, mutantsFile), 'utf8')));
}

/** The text of its file with the fault in it; undefined when the place is not there, or more than once. */
export function mutatedText({ find, replace }: Mutant, text: string): string | undefined {
  const parts = text.split(find);
  return parts.length === 2 ? parts.join(replace) : undefined;
}

/** Mutants that cannot be tried: their place or their test is not there any more. */
export function mutantFaults(root: string, mutants: readonly Mutant[]): string[] {
  const project = openProject(root);
  const proved = new Map<string, Set<string>>();
  const idsOf = (test: string) => {
    const known = proved.get(test) ?? new Set(proofsOf(project, test).map(({ id }) => id));
    proved.set(test, known);
    return known;
  };
  return mutants.flatMap((mutant) => {
    const { id, file, find, replace, test } = mutant;
    const say = (fault: string) => [`${mutantsFile}: the mutant of ${id} in ${file}: ${fault}`];
    if (!existsSync(join(root, file))) return say('there is no such file');
    if (find === replace) return say('it changes nothing');
    if (mutatedText(mutant, readFileSync(join(root, file), 'utf8')) === undefined)
      return say(`the text to replace does not stand there exactly once: ${find}`);
    if (!existsSync(join(root, test)) || !idsOf(test).has(id))
      return say(`no test in ${test} has the id in its title`);
    return [];
  });
}
