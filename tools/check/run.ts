import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { staleFiles } from '../gen/run.ts';
import { checkAccessRules } from './access-rules.ts';
import { checkBoundaries } from './boundaries.ts';
import { checkDomains } from './domains.ts';
import { checkDocuments } from './documents.ts';
import { checkLock } from './lock.ts';
import { checkModuleMocks } from './module-mocks.ts';
import { checkNamedTests } from './named-tests.ts';
import { checkProofs } from './proofs.ts';
import { checkRouteImports } from './route-imports.ts';
import { mutantFaults, readMutants } from '../proofs/mutants.ts';
import { checkWords } from './words.ts';

/** `npm run check`: format, lint, types, boundaries, unused code, generated files, lock file, requirement ids, mocks. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Lines of complaint; none when all is well. */
type Check = () => Promise<string[]>;

function tool(name: string, args: string[], environment: Record<string, string> = {}): Check {
  return () =>
    new Promise((done) => {
      const child = spawn(join(root, 'node_modules', '.bin', name), args, {
        cwd: root,
        env: { ...process.env, ...environment },
      });
      let output = '';
      child.stdout.on('data', (text: Buffer) => (output += text.toString()));
      child.stderr.on('data', (text: Buffer) => (output += text.toString()));
      child.on('error', (error) => done([error.message]));
      child.on('close', (code) => done(code === 0 ? [] : output.trim().split('\n')));
    });
}

/**
 * The longest first. Several type checkers of one project each work out for themselves what the others know already: four,
 * which is usual, take twice the time of one. What runs beside is another check.
 */
const checks: Record<string, Check> = {
  lint: tool('oxlint', ['--type-aware', '--deny-warnings'], { GOMAXPROCS: '1' }),
  'types (console)': tool('tsc', ['-p', 'apps/web', '--checkers', '1']),
  'types (node)': tool('tsc', ['-p', '.', '--checkers', '1']),
  'unused code': tool('knip', ['--no-progress']),
  format: tool('oxfmt', ['--check', '.']),
  boundaries: async () => {
    const [{ violations }, ofDomains, ofRoutes, ofRules] = await Promise.all([
      checkBoundaries(root),
      checkDomains(root),
      checkRouteImports(root),
      checkAccessRules(root),
    ]);
    return [...violations, ...ofDomains, ...ofRoutes, ...ofRules].map(
      ({ file, message }) => `${file} ${message}`,
    );
  },
  'generated files': async () => (await staleFiles()).map((file) => `${file} is stale: run npm run gen`),
  documents: async () => [...(await checkDocuments(root)), ...(await checkNamedTests(root))],
  'lock file': () => checkLock(root),
  requirements: async () => [...(await checkProofs(root)), ...mutantFaults(root, readMutants(root))],
  'replaced modules': () => checkModuleMocks(root),
  words: () => checkWords(root),
};

const started = performance.now();
const waiting = Object.entries(checks);
const results: { name: string; lines: string[] }[] = [];
/** One check after the other, as long as there are any. */
async function lane(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, check] = next;
    results.push({ name, lines: await check().catch((error: unknown) => [String(error)]) });
  }
}
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
for (const { name, lines } of results) {
  console.log(`${lines.length === 0 ? '✓' : '✗'} ${name}`);
  for (const line of lines.slice(0, 200)) console.log(`    ${line}`);
}
const failed = results.filter(({ lines }) => lines.length > 0).length;
console.log(
  `\n${failed === 0 ? 'All checks passed' : `${failed} of ${results.length} checks failed`} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
process.exit(failed === 0 ? 0 : 1);
