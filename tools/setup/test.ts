import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../build/web.ts';
import { tryDrawnMutants } from '../proofs/try-mutants.ts';
import { keepRun } from '../requirements/keep-run.ts';
import type { RunCounts } from './count-reporter.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { caddy, chromium, ensureProgram, nginx, postgres } from './system-packages.ts';
import { endPartsWhenWanted, runPart } from './test-part.ts';

/**
 * `npm test`: installs what is missing, then runs every test: units and integration on the embedded engines; then the
 * journeys in a browser, which leave most of a core free, and beside them the state tests once more on PostgreSQL, the
 * console's components and what else only computes.
 * Other arguments narrow the run to what they name. `--long` (`npm run test:long`) tries more where chance has a part.
 */
const scratch = mkdtempSync(join(tmpdir(), 'margay-test-'));
const countsFile = join(scratch, 'counts');
process.env['MARGAY_TEST_COUNTS'] = countsFile;
const passedHere = join(scratch, 'passed');
process.env['MARGAY_TEST_PASSED'] = passedHere;

/** What the runs so far counted, together. */
function countsSoFar(): RunCounts {
  const total: RunCounts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (!existsSync(countsFile)) return total;
  for (const line of readFileSync(countsFile, 'utf8').split('\n').filter(Boolean)) {
    const counts = JSON.parse(line) as RunCounts;
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    total.failures.push(...counts.failures);
  }
  return total;
}

/** The tests that open the state store of a test: only these differ on PostgreSQL. The imports say which they are. */
async function stateTests(binary: string | undefined): Promise<boolean> {
  const server = binary === undefined ? undefined : await startScratchPostgres(binary);
  if (server === undefined) {
    console.error('PostgreSQL could not be started: the state tests ran on the embedded engine only.');
    return false;
  }
  try {
    return await runPart({
      label: 'postgresql',
      args: [
        'related',
        'packages/store/src/testing/index.ts',
        '--run',
        '--project',
        'node',
        '--maxWorkers=1',
        '--passWithNoTests=false',
      ],
      environment: { MARGAY_TEST_DATABASE_URL: server.url },
    });
  } finally {
    server.stop();
  }
}

/**
 * Tests that only compute: no server, no engine, no time limit that a busy machine could pass. They need not keep the
 * journeys waiting.
 */
const computing = 'packages/query/';

async function computingTests(): Promise<boolean> {
  return runPart({
    label: 'computing',
    args: ['run', '--project', 'node', '--project', 'web', computing, 'apps/web/', '--maxWorkers=1'],
  });
}

async function journeys(browser: string | undefined): Promise<boolean> {
  return runPart({
    label: 'journeys',
    args: ['run', '--project', 'journeys'],
    environment: browser === undefined ? {} : { MARGAY_TEST_CHROMIUM: browser },
  });
}

const isLong = process.argv.includes('--long');
if (isLong) process.env['MARGAY_TEST_LONG'] = '1';
const narrowed = process.argv.slice(2).filter((argument) => argument !== '--long');
endPartsWhenWanted();
let isGood: boolean;
if (narrowed.length > 0) {
  isGood = await runPart({ args: ['run', ...narrowed] });
} else {
  const browser = ensureProgram(chromium);
  const database = ensureProgram(postgres);
  // Where one cannot be had, its tests are skipped and say so.
  const [nginxPath, caddyPath] = [ensureProgram(nginx), ensureProgram(caddy)];
  if (nginxPath !== undefined) process.env['MARGAY_TEST_NGINX'] = nginxPath;
  if (caddyPath !== undefined) process.env['MARGAY_TEST_CADDY'] = caddyPath;
  await buildWeb();
  const isEmbeddedGood = await runPart({
    args: ['run', '--project', 'node', `--exclude=${computing}**`],
  });
  const besides = await Promise.all([
    journeys(browser),
    // One after the other: each has one worker, and two cores are what the journeys and it need.
    stateTests(database).then(async (isStateGood) => (await computingTests()) && isStateGood),
  ]);
  isGood = isEmbeddedGood && besides.every(Boolean);
}

const total = countsSoFar();
if (narrowed.length === 0 && existsSync(passedHere)) console.log(await keepRun(passedHere));
if (isLong && narrowed.length === 0) {
  const unnoticed = await tryDrawnMutants();
  isGood &&= unnoticed.length === 0;
  total.failed += unnoticed.length;
  total.failures.push(...unnoticed);
}
rmSync(scratch, { recursive: true, force: true });
if (!isGood && total.failed === 0) {
  total.failed = 1;
  total.failures.push('a run ended badly without naming a test; see above');
}
for (const failure of total.failures) console.log(`FAILED ${failure}`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(isGood ? 0 : 1);
