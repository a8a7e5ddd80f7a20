import { MargayError } from '@margay/kit';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../build/web.ts';
import { tryDrawnMutants } from '../proofs/try-mutants.ts';
import { keepRun } from '../requirements/keep-run.ts';
import type { RunCounts } from './count-reporter.ts';
import { onPostgresql } from './on-postgresql.ts';
import { relatedTests, runRelated } from './related.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { caddy, chromium, ensureProgram, nginx, postgres } from './system-packages.ts';
import { didPartsEndWhole, endPartsWhenWanted, runPart } from './test-part.ts';

/**
 * `npm test`: installs what is missing, then runs every test in parts, three side by side: the journeys in a browser, the
 * server and the units on the embedded engines, the console's components, and a list of state tests on PostgreSQL.
 * `--related [<commit>]` runs what changed files reach, and with `--list` only says what that is. Other arguments narrow the run to what they name. `--long` (`npm run test:long`) tries more where chance has a part.
 */
const scratch = mkdtempSync(join(tmpdir(), 'margay-test-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
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

/** Tests of the state store on PostgreSQL: those that could differ there, in the long form all that open one. */
async function stateTests(binary: string | undefined): Promise<boolean> {
  const server = binary === undefined ? undefined : await startScratchPostgres(binary);
  if (server === undefined) {
    console.error('PostgreSQL could not be started: the state tests ran on the embedded engine only.');
    return false;
  }
  const chosen = isLong
    ? ['related', 'packages/store/src/testing/index.ts', '--run']
    : ['run', ...Object.keys(onPostgresql)];
  try {
    return await runPart({
      label: 'postgresql',
      args: [
        ...chosen,
        '--project',
        'node',
        '--project',
        'server',
        '--maxWorkers=1',
        '--passWithNoTests=false',
      ],
      environment: { MARGAY_TEST_DATABASE_URL: server.url },
    });
  } finally {
    server.stop();
  }
}

/** Each has one worker; the longest first, so that all lanes end at about the same time. */
function partsOf(programs: { browser: string | undefined; database: string | undefined }) {
  const part =
    (label: string, ...projects: string[]) =>
    () =>
      runPart({
        label,
        args: ['run', '--maxWorkers=1', ...projects.flatMap((name) => ['--project', name])],
      });
  const { browser, database } = programs;
  return [
    () => journeys(browser),
    part('server', 'server'),
    part('units', 'node'),
    part('console', 'web', 'web-apart', 'computing'),
    () => stateTests(database),
  ];
}

/** One more than the cores it was made for: the journeys wait for much of their time. */
const laneCount = 3;

/** Runs all of them, begun in this order; true when every one was good. */
async function inLanes(parts: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  const left = [...parts];
  let isGood = true;
  async function lane(): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) isGood = (await next()) && isGood;
  }
  await Promise.all(Array.from({ length: laneCount }, lane));
  return isGood;
}

async function journeys(browser: string | undefined, files: readonly string[] = []): Promise<boolean> {
  return runPart({
    label: 'journeys',
    args: ['run', '--project', 'journeys', ...files],
    environment: browser === undefined ? {} : { MARGAY_TEST_CHROMIUM: browser },
  });
}

/** What cannot be run is told in a line. */
function relatedOrEnd() {
  try {
    return relatedTests(narrowed);
  } catch (error) {
    if (!(error instanceof MargayError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const isLong = process.argv.includes('--long');
if (isLong) process.env['MARGAY_TEST_LONG'] = '1';
const narrowed = process.argv.slice(2).filter((argument) => argument !== '--long');
endPartsWhenWanted();
const related = relatedOrEnd();
let isGood: boolean;
if (related?.isListOnly === true) process.exit(0);
if (related !== undefined && related.selection.everything === undefined) {
  isGood = await runRelated(related.selection, async (files) => {
    await buildWeb();
    return journeys(ensureProgram(chromium), files);
  });
} else if (related === undefined && narrowed.length > 0) {
  isGood = await runPart({ args: ['run', ...narrowed] });
} else {
  const browser = ensureProgram(chromium);
  const database = ensureProgram(postgres);
  // Where one cannot be had, its tests are skipped and say so.
  const [nginxPath, caddyPath] = [ensureProgram(nginx), ensureProgram(caddy)];
  if (nginxPath !== undefined) process.env['MARGAY_TEST_NGINX'] = nginxPath;
  if (caddyPath !== undefined) process.env['MARGAY_TEST_CADDY'] = caddyPath;
  await buildWeb();
  isGood = await inLanes(partsOf({ browser, database }));
}

const total = countsSoFar();
// A run that was ended on the way, or lost a part, says nothing of the tests it did not get to.
if (narrowed.length === 0 && didPartsEndWhole(countsFile) && existsSync(passedHere))
  console.log(await keepRun(passedHere));
if (isLong && narrowed.length === 0) {
  const unnoticed = await tryDrawnMutants();
  isGood &&= unnoticed.length === 0;
  total.failed += unnoticed.length;
  total.failures.push(...unnoticed);
}
if (!isGood && total.failed === 0) {
  total.failed = 1;
  total.failures.push('a run ended badly without naming a test; see above');
}
for (const failure of total.failures) console.log(`FAILED ${failure}`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(isGood ? 0 : 1);
