import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endPartsWhenWanted } from '../setup/test-part.ts';
import { readMutants } from './mutants.ts';
import { tryMutants } from './try-mutants.ts';

/**
 * `npm run mutants -- <id> …`: tries the mutants of these statements, or of the files they are in; without arguments all
 * of them. Their tests have to pass without the fault and to fail with it.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const wanted = process.argv.slice(2);
const mutants = readMutants(root).filter(
  ({ id, file, test }) => wanted.length === 0 || [id, file, test].some((name) => wanted.includes(name)),
);
if (mutants.length === 0) {
  console.error(`There is no mutant of ${wanted.join(', ')}. They are in tools/proofs/mutants.yaml.`);
  process.exit(1);
}
endPartsWhenWanted();
const faults = await tryMutants(mutants, { isGreenFirst: true });
console.log(`${mutants.length - faults.length} of ${mutants.length} mutants were noticed`);
process.exit(faults.length === 0 ? 0 : 1);
