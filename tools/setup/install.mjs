// Runs on the host's own Node (20.19 or newer), so plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const marker = (root) => join(root, 'node_modules', '.margay-install');

function lockDigest(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/**
 * Path of the pinned Node, or undefined while it is not installed. npm before 11.19 takes its link away again together with
 * the packages of other platforms, which would have had the same one; then it is made here.
 */
export function pinnedNode(root) {
  const path = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(path)) return path;
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(optionalDependencies)) {
    if (!existsSync(join(root, 'node_modules', name, 'bin', 'node'))) continue;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join('..', name, 'bin', 'node'), path);
    return path;
  }
  return undefined;
}

/**
 * Whether what is installed is what the lock file names: npm notes it as its last step, so that who ran `npm ci` need not
 * wait for another. Packages of other platforms may be missing.
 */
export function isInstalledAsLocked(root) {
  const noted = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(noted);
  const isSame = (one, other) => one?.version === other?.version && one?.integrity === other?.integrity;
  return (
    Object.entries(wanted).every(
      ([place, entry]) =>
        !place.includes('node_modules/') ||
        (installed[place] === undefined ? entry.optional === true : isSame(entry, installed[place])),
    ) && Object.keys(installed).every((place) => wanted[place] !== undefined)
  );
}

/**
 * Installs what the lock file names when it changed since the last time. Ends the process with advice when npm fails.
 * `npm ci` removes what was installed before it begins: slower than `npm install` after a change, but what comes out is
 * what the lock says, and a run that failed leaves no half of it. What npm downloaded once it takes from its cache.
 */
export function installPackages(root) {
  const digest = lockDigest(root);
  const isCurrent = existsSync(marker(root)) && readFileSync(marker(root), 'utf8') === digest;
  if (isCurrent && pinnedNode(root) !== undefined) return;
  if (isInstalledAsLocked(root) && pinnedNode(root) !== undefined) {
    writeFileSync(marker(root), digest);
    return;
  }
  console.log('Installing packages (about a minute the first time) …');
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(
    command,
    [...prefix, 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: 'inherit' },
  );
  if (done.status !== 0 || pinnedNode(root) === undefined) {
    console.error(
      'The packages could not be installed. Check that the npm registry can be reached and that this is Linux (x64, arm64) or macOS, then try again.',
    );
    process.exit(1);
  }
  writeFileSync(marker(root), digest);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages(resolve(dirname(fileURLToPath(import.meta.url)), '..', '..'));
}
