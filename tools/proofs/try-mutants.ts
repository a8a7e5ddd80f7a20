import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { seededRandom } from '../../e2e/support/random.ts';
import type { RunCounts } from '../setup/count-reporter.ts';
import { runPart } from '../setup/test-part.ts';
import { mutatedText, readMutants, type Mutant } from './mutants.ts';
import { openScratchCopy } from './scratch-copy.ts';

/** So many of them in the order of a seed. */
export function draw(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = seededRandom(seed);
  return mutants
    .map((mutant) => ({ mutant, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

const drawnCount = 20;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Tries some of all mutants: by the seed of `MARGAY_TEST_SEED` where that is a number, else by one of this moment. */
export async function tryDrawnMutants(): Promise<string[]> {
  const wanted = Number(process.env['MARGAY_TEST_SEED'] ?? NaN);
  const seed = Number.isInteger(wanted) ? wanted : Date.now() % 0x7fffffff;
  console.log(`Faults that tests must notice, drawn with MARGAY_TEST_SEED=${seed}:`);
  return tryMutants(draw(readMutants(root), drawnCount, seed));
}

/**
 * Puts one fault after the other into a copy of the project and runs the tests that prove the statement. A line for each,
 * and as the answer a line for each that no test noticed, or that could not be tried. `isGreenFirst`: the same tests
 * without the fault first, which have to pass.
 */
export async function tryMutants(
  mutants: readonly Mutant[],
  { isGreenFirst = false }: { isGreenFirst?: boolean } = {},
): Promise<string[]> {
  const scratch = await openScratchCopy(root);
  const faults: string[] = [];
  try {
    for (const mutant of mutants) {
      const started = performance.now();
      const fault = await tryOne(scratch.folder, mutant, isGreenFirst);
      if (fault !== undefined) faults.push(`the mutant of ${mutant.id} in ${mutant.file}: ${fault}`);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(
        `${fault === undefined ? '✓' : '✗'} ${mutant.id} ${mutant.file} (${seconds} s) ${fault ?? ''}`,
      );
    }
  } finally {
    await scratch.remove();
  }
  return faults;
}

async function tryOne(folder: string, mutant: Mutant, isGreenFirst: boolean): Promise<string | undefined> {
  const file = join(folder, mutant.file);
  const text = readFileSync(file, 'utf8');
  const mutated = mutatedText(mutant, text);
  if (mutated === undefined) return 'its place is not there exactly once';
  if (isGreenFirst) {
    const { passed, failures } = await runTests(folder, mutant);
    if (passed === 0 || failures.length > 0)
      return `its test is not green without it: ${failures[0] ?? 'none ran'}`;
  }
  writeFileSync(file, mutated);
  try {
    const { failures } = await runTests(folder, mutant);
    if (failures.some((failure) => failure.includes(`[${mutant.id}]`))) return undefined;
    return failures[0] === undefined
      ? `no test in ${mutant.test} notices it`
      : `it broke something else than its test: ${failures[0]}`;
  } finally {
    writeFileSync(file, text);
  }
}

async function runTests(folder: string, { id, test }: Mutant): Promise<RunCounts> {
  // The journeys are shown the console as it was built.
  if (test.startsWith('e2e/'))
    await promisify(execFile)(process.execPath, [join(folder, 'tools', 'build', 'web.ts')], { cwd: folder });
  const counts = join(folder, 'counts');
  rmSync(counts, { force: true });
  await runPart({
    isQuiet: true,
    cwd: folder,
    args: ['run', test, '--testNamePattern', `\\[${id.replace('.', '\\.')}\\]`],
    environment: { MARGAY_TEST_COUNTS: counts, MARGAY_TEST_PASSED: undefined, MARGAY_TEST_LONG: undefined },
  });
  try {
    return JSON.parse(readFileSync(counts, 'utf8')) as RunCounts;
  } catch (cause) {
    throw new Error(`the tests of ${test} did not run to their end`, { cause });
  }
}
