// Runs on the host's own Node (20.19 or newer), so plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const marker = (root) => join(root, 'node_modules', '.margay-install');

function lockDigest(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** Path of the pinned Node, or undefined while it is not installed. */
export function pinnedNode(root) {
  const path = join(root, 'node_modules', '.bin', 'node');
  return existsSync(path) ? path : undefined;
}

/** Installs the packages when the lock file changed since the last time. Ends the process with advice when npm fails. */
export function installPackages(root) {
  const digest = lockDigest(root);
  const isCurrent = existsSync(marker(root)) && readFileSync(marker(root), 'utf8') === digest;
  if (isCurrent && pinnedNode(root) !== undefined) return;
  console.log('Installing packages (about a minute the first time) …');
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(
    command,
    // Not `npm ci`: it refuses a lock file that leaves out platform packages its registry did not offer when it was
    // written. `--no-save` keeps the lock file as it is.
    [...prefix, 'install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: 'inherit' },
  );
  if (done.status !== 0 || pinnedNode(root) === undefined) {
    console.error(
      'The packages could not be installed. Check that the npm registry can be reached and that this is Linux (x64, arm64) or macOS, then try again.',
    );
    process.exit(1);
  }
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(marker(root), digest);
}
