import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEndWanted, startChild, type LivingChild } from '../../packages/kit/src/node/child-life.mjs';
import { engineEnvironment } from '../../packages/kit/src/node/engine-environment.ts';
import { buildWeb } from '../build/web.ts';
import { supervise, type Supervised } from './supervise.ts';

/**
 * `npm start`: builds the console when needed and keeps the server running. The data engine lives in the server's
 * process, so a crash there must not end the service: it is started again within seconds and replays its spool.
 *
 * This process stays as long as the server: it imports only what it needs, by path.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const server = join(root, 'apps', 'server', 'src', 'main.ts');
const args = process.argv.slice(2);

let building: LivingChild | undefined;
let supervised: Supervised | undefined;
const endNow = () => {
  building?.kill();
  process.exit(0);
};
onEndWanted(
  (reason) => (supervised === undefined ? endNow() : supervised.end(reason)),
  () => (supervised === undefined ? endNow() : supervised.kill()),
);
// A reader that went away (`npm start | head`) is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

await buildWeb((build) => (building = build));
supervised = supervise({
  start: ({ isFirst, onReady }) =>
    startChild(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', server, ...args.filter((arg) => isFirst || arg !== '--demo')],
      {
        cwd: root,
        env: { ...engineEnvironment, ...process.env },
        deadlineMs: 25_000,
        onMessage: (message) => message === 'ready' && onReady(),
      },
    ),
  waitMs: { first: 500, longest: 10_000 },
  failedStarts: 8,
  say: console.error,
});
process.exit(await supervised.ended);
