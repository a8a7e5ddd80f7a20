#!/usr/bin/env node
// Runs on the host's own Node: hands over to the pinned one, which reads TypeScript directly.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..', '..', '..');
const pinned = join(root, 'node_modules', '.bin', 'node');
const done = spawnSync(
  existsSync(pinned) ? pinned : process.execPath,
  ['--disable-warning=ExperimentalWarning', join(here, '..', 'src', 'main.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(done.status ?? 1);
