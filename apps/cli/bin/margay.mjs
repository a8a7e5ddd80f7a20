#!/usr/bin/env node
// Runs on the host's own Node: hands over to the pinned one, which reads TypeScript directly.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEndWanted, startChild } from '../../../packages/kit/src/node/child-life.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..', '..', '..');
const pinned = join(root, 'node_modules', '.bin', 'node');
const child = startChild(
  existsSync(pinned) ? pinned : process.execPath,
  ['--disable-warning=ExperimentalWarning', join(here, '..', 'src', 'main.ts'), ...process.argv.slice(2)],
  { deadlineMs: 30_000 },
);
onEndWanted(child.end, child.kill);
process.exitCode = await child.ended;
