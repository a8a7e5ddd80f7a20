import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

interface SystemProgram {
  /** For people. */
  name: string;
  /** Any of these present means it is there. */
  paths: string[];
  debianPackages: string[];
}

export const chromium: SystemProgram = {
  name: 'Chromium',
  paths: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debianPackages: ['chromium'],
};

export const postgres: SystemProgram = {
  name: 'PostgreSQL',
  paths: [14, 15, 16, 17, 18, 19].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`),
  debianPackages: ['postgresql'],
};

export const python: SystemProgram = {
  name: 'Python 3',
  paths: ['/usr/bin/python3', '/usr/local/bin/python3'],
  debianPackages: ['python3'],
};

/** Reverse proxies whose configurations the documentation shows and the tests run. */
export const nginx: SystemProgram = {
  name: 'nginx',
  paths: ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'],
  debianPackages: ['nginx-light'],
};

export const caddy: SystemProgram = {
  name: 'Caddy',
  paths: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'],
  debianPackages: ['caddy'],
};

export function pathOf(program: SystemProgram): string | undefined {
  return program.paths.find((path) => existsSync(path));
}

const isDebian = existsSync('/etc/debian_version');
const isRoot = process.getuid?.() === 0;

/** The program's path; on Debian as root it is installed when missing. Otherwise says what to install. */
export function ensureProgram(program: SystemProgram): string | undefined {
  const present = pathOf(program);
  if (present !== undefined) return present;
  const advice = `${program.name} is not installed. On Debian or Ubuntu: apt-get install ${program.debianPackages.join(' ')}`;
  if (!isDebian || !isRoot) {
    console.error(advice);
    return undefined;
  }
  console.log(`Installing ${program.name} …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...program.debianPackages], quiet);
  const path = pathOf(program);
  if (path === undefined) console.error(advice);
  return path;
}
