import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRequirements, type Requirement } from './checklists.ts';
import { lastRun } from './passed.ts';
import { countedProofs, readProofs } from './proofs.ts';
import { ways } from './ways.ts';

/**
 * `npm run requirements`: how much of the specification is proved by tests, how (`--proofs`), and what is
 * open (`--open`). What counts is what passed in the last run of all tests, or what is written where there was none
 * or `--written` asks for it.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const requirements = await readRequirements(root);
const run = process.argv.includes('--written') ? undefined : lastRun(root);
const written = await readProofs(root);
const proofs = Map.groupBy(countedProofs(written, run?.passed), (proof) => proof.id);
const proved = new Set(proofs.keys());

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

if (run === undefined) console.log('Counted as the tests are written, whether they pass or not.');
else {
  const open = new Set(countedProofs(written).map(({ id }) => id)).difference(proved);
  console.log(`Counted from the tests that passed in the run that ended at ${run.endedAt.toISOString()}.`);
  if (open.size > 0) console.log(`Written, but not passed there: ${[...open].join(', ')}`);
}
printShares('By document', (requirement) => requirement.document);
printShares('By section', (requirement) => `${requirement.document}-${requirement.section}`);
printShares('By kind', (requirement) => requirement.kind);
console.log('\nBy way (a statement may be proved in several)');
for (const way of ways) {
  const inAll = [...proofs.values()].filter((some) => some.some((proof) => proof.way === way));
  const alone = inAll.filter((some) => some.every((proof) => proof.way === way)).length;
  console.log(
    `  ${way.padEnd(16)} ${String(inAll.length).padStart(4)}, ${String(alone).padStart(4)} in no other`,
  );
}
const open = requirements.filter((requirement) => !proved.has(requirement.id));
console.log(`\n${requirements.length - open.length} of ${requirements.length} proved, ${open.length} open.`);
if (process.argv.includes('--open')) {
  for (const requirement of open)
    console.log(`  ${requirement.id}  ${requirement.where}: ${requirement.must}`);
}
if (process.argv.includes('--proofs')) {
  for (const { id } of requirements)
    for (const { way, title, file } of proofs.get(id) ?? [])
      console.log(`  ${id}  ${way}: ${title} (${file})`);
}
