import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { staleFiles } from '../gen/run.ts';
import { checkBoundaries } from './boundaries.ts';
import { checkDomains } from './domains.ts';
import { checkDocuments } from './documents.ts';
import { checkLock } from './lock.ts';
import { checkProofs } from './proofs.ts';
import { mutantFaults, readMutants } from '../proofs/mutants.ts';
import { checkWords } from './words.ts';

/** `npm run check`: format, lint, types, boundaries, unused code, generated files, lock file, requirement ids. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Lines of complaint; none when all is well. */
type Check = () => Promise<string[]>;

function tool(name: string, ...args: string[]): Check {
  return () =>
    new Promise((done) => {
      const child = spawn(join(root, 'node_modules', '.bin', name), args, { cwd: root });
      let output = '';
      child.stdout.on('data', (text: Buffer) => (output += text.toString()));
      child.stderr.on('data', (text: Buffer) => (output += text.toString()));
      child.on('error', (error) => done([error.message]));
      child.on('close', (code) => done(code === 0 ? [] : output.trim().split('\n')));
    });
}

const checks: Record<string, Check> = {
  format: tool('oxfmt', '--check', '.'),
  lint: tool('oxlint', '--type-aware', '--deny-warnings'),
  'types (node)': tool('tsc', '-p', '.'),
  'types (console)': tool('tsc', '-p', 'apps/web'),
  boundaries: async () => {
    const [{ violations }, ofDomains] = await Promise.all([checkBoundaries(root), checkDomains(root)]);
    return [...violations, ...ofDomains].map(({ file, message }) => `${file} ${message}`);
  },
  'unused code': tool('knip', '--no-progress'),
  'generated files': async () => (await staleFiles()).map((file) => `${file} is stale: run npm run gen`),
  documents: () => checkDocuments(root),
  'lock file': () => checkLock(root),
  requirements: async () => [...(await checkProofs(root)), ...mutantFaults(root, readMutants(root))],
  words: () => checkWords(root),
};

const started = performance.now();
const results = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const lines = await check().catch((error: unknown) => [String(error)]);
    return { name, lines };
  }),
);
for (const { name, lines } of results) {
  console.log(`${lines.length === 0 ? '✓' : '✗'} ${name}`);
  for (const line of lines.slice(0, 200)) console.log(`    ${line}`);
}
const failed = results.filter(({ lines }) => lines.length > 0).length;
console.log(
  `\n${failed === 0 ? 'All checks passed' : `${failed} of ${results.length} checks failed`} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
process.exit(failed === 0 ? 0 : 1);
