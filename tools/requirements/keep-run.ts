import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRequirements } from './checklists.ts';
import { passedFile, readPassed } from './passed.ts';
import { countedProofs, readProofs } from './proofs.ts';

/**
 * Keeps the tests that passed in a whole run for `npm run requirements`, and says in a line how much of the specification
 * they prove. `file`: what the reporter wrote.
 */
export async function keepRun(file: string): Promise<string> {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
  const kept = join(root, passedFile);
  mkdirSync(dirname(kept), { recursive: true });
  copyFileSync(file, kept);
  const [requirements, proofs] = await Promise.all([readRequirements(root), readProofs(root)]);
  const proved = new Set(countedProofs(proofs, readPassed(file)).map(({ id }) => id));
  return `${proved.size} of ${requirements.length} statements of the specification proved`;
}
