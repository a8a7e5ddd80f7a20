import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProofs, readRequirements, type Requirement } from './checklists.ts';

/** `npm run requirements`: how much of the specification is proved by tests, and what is open (`--open`). */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const requirements = await readRequirements(root);
const proved = new Set((await readProofs(root)).map((proof) => proof.id));

function printShares(title: string, keyOf: (requirement: Requirement) => string): void {
  const groups = Map.groupBy(requirements, keyOf);
  console.log(`\n${title}`);
  for (const [key, members] of [...groups].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))) {
    const done = members.filter((member) => proved.has(member.id)).length;
    const share = ((100 * done) / members.length).toFixed(0);
    console.log(
      `  ${key.padEnd(16)} ${String(done).padStart(4)} of ${String(members.length).padStart(4)}  ${share.padStart(3)} %`,
    );
  }
}

printShares('By document', (requirement) => requirement.document);
printShares('By section', (requirement) => `${requirement.document}-${requirement.section}`);
printShares('By kind', (requirement) => requirement.kind);
const open = requirements.filter((requirement) => !proved.has(requirement.id));
console.log(`\n${requirements.length - open.length} of ${requirements.length} proved, ${open.length} open.`);
if (process.argv.includes('--open')) {
  for (const requirement of open)
    console.log(`  ${requirement.id}  ${requirement.where}: ${requirement.must}`);
}
