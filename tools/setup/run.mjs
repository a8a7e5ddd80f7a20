// The entry of `npm start`, `npm test`, `npm run bench` and `npm run dev`: brings a fresh checkout up to date, then
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
};

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
installPackages(root);
// npm passes on some signals and dies of others; whatever becomes of it, what it started must not outlive it.
const child = startChild(pinnedNode(root), [join(root, entry), ...rest], {
  cwd: root,
  env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  deadlineMs: 30_000,
});
onEndWanted(child.end, child.kill, { watchesParent: process.env.npm_lifecycle_event !== undefined });
process.exit(await child.ended);
