import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from '../build/web.ts';
import type { RunCounts } from './count-reporter.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { caddy, chromium, ensureProgram, nginx, postgres } from './system-packages.ts';

/**
 * `npm test`: installs what is missing, then runs every test: units and integration on the embedded engines, the state
 * tests once more on PostgreSQL, the console's components, and the journeys in a browser. Arguments narrow the first run.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'margay-test-'));
const countsFile = join(scratch, 'counts');

function vitest(args: string[], environment: Record<string, string> = {}): boolean {
  const done = spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    ['run', ...args, '--reporter=default', `--reporter=${join(root, 'tools', 'setup', 'count-reporter.ts')}`],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MARGAY_TEST_COUNTS: countsFile, ...environment } },
  );
  return done.status === 0;
}

/** What keeps state. How a replay reads and judges takes long, and is about the lake alone. */
const stateTests = [
  'packages/store',
  'packages/jobs',
  'apps/server',
  '--exclude',
  'apps/server/src/domains/replays/{judge,events}/**',
];

const narrowed = process.argv.slice(2);
let isGood = true;
if (narrowed.length > 0) {
  isGood = vitest(narrowed);
} else {
  const browser = ensureProgram(chromium);
  const database = ensureProgram(postgres);
  // Where one cannot be had, its tests are skipped and say so.
  const [nginxPath, caddyPath] = [ensureProgram(nginx), ensureProgram(caddy)];
  if (nginxPath !== undefined) process.env['MARGAY_TEST_NGINX'] = nginxPath;
  if (caddyPath !== undefined) process.env['MARGAY_TEST_CADDY'] = caddyPath;
  await buildWeb();
  isGood = vitest(['--project', 'node', '--project', 'web']) && isGood;
  const server = database === undefined ? undefined : await startScratchPostgres(database);
  if (server === undefined) {
    console.error('PostgreSQL could not be started: the state tests ran on the embedded engine only.');
    isGood = false;
  } else {
    isGood = vitest(['--project', 'node', ...stateTests], { MARGAY_TEST_DATABASE_URL: server.url }) && isGood;
    server.stop();
  }
  isGood =
    vitest(['--project', 'journeys'], browser === undefined ? {} : { MARGAY_TEST_CHROMIUM: browser }) &&
    isGood;
}

const total: RunCounts = { passed: 0, failed: 0, skipped: 0, failures: [] };
for (const line of readFileSync(countsFile, 'utf8').split('\n').filter(Boolean)) {
  const counts = JSON.parse(line) as RunCounts;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.failures.push(...counts.failures);
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
