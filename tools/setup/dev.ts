import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineEnvironment, onEndWanted, startChild, type EndReason } from '@margay/kit/node';

/**
 * `npm run dev`: the server, started again when a file of it changes, and the console with hot reloading in front of it.
 * Arguments and settings are those of `npm start`.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const port = process.env['MARGAY_PORT'] ?? '8080';
const server = startChild(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--watch',
    '--watch-preserve-output',
    join(root, 'apps', 'server', 'src', 'main.ts'),
    ...process.argv.slice(2),
  ],
  { cwd: root, env: { ...engineEnvironment, ...process.env }, deadlineMs: 25_000 },
);
const web = startChild(
  process.execPath,
  [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), join(root, 'apps', 'web')],
  {
    cwd: root,
    env: { MARGAY_URL: `http://127.0.0.1:${port}`, ...process.env },
    deadlineMs: 5_000,
  },
);
const both = [server, web];
const end = (reason: EndReason) => both.forEach((one) => one.end(reason));
onEndWanted(end, () => both.forEach((one) => one.kill()));
// Neither is of use without the other.
const code = await Promise.race(both.map(({ ended }) => ended));
end('SIGTERM');
await Promise.all(both.map(({ ended }) => ended));
process.exit(code);
