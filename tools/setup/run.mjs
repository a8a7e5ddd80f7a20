// The entry of `npm start`, `npm test` and all other commands of the project: brings a fresh checkout up to date, then
// hands over to the pinned Node. Runs on the host's own Node (20.19 or newer), so plain JavaScript only.
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEndWanted, startChild } from '../../packages/kit/src/node/child-life.mjs';
import { installPackages, pinnedNode } from './install.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const entries = {
  start: 'tools/setup/start.ts',
  test: 'tools/setup/test.ts',
  bench: 'bench/run.ts',
  dev: 'tools/setup/dev.ts',
  build: 'tools/build/web.ts',
  check: 'tools/check/run.ts',
  gen: 'tools/gen/run.ts',
  lock: 'tools/lock/complete.ts',
  mutants: 'tools/proofs/run.ts',
  requirements: 'tools/requirements/report.ts',
  screens: 'tools/screens/take.ts',
};
/** Mends the lock file that an installation refuses, so it works with what is there. */
const installsNothing = new Set(['lock']);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Margay needs Node 20.19 or newer to start; this is ${process.versions.node}.`);
  process.exit(1);
}
const [name, ...rest] = process.argv.slice(2);
const entry = entries[name];
if (entry === undefined) {
  console.error(`There is no command "${name}". Known: ${Object.keys(entries).join(', ')}.`);
  process.exit(1);
}
if (!installsNothing.has(name)) installPackages(root);
const node = pinnedNode(root);
if (node === undefined) {
  console.error(`npm run ${name} works on installed packages, and there are none. Run npm install first.`);
  process.exit(1);
}
// npm passes on some signals and dies of others; whatever becomes of it, what it started must not outlive it.
const child = startChild(node, [join(root, entry), ...rest], {
  cwd: root,
  env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  deadlineMs: 30_000,
});
onEndWanted(child.end, child.kill, { watchesParent: process.env.npm_lifecycle_event !== undefined });
process.exit(await child.ended);
