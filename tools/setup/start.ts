import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from '../build/web.ts';

/**
 * `npm start`: builds the console when needed and keeps the server running. The data engine lives in the server's
 * process, so a crash there must not end the service: it is started again within seconds and replays its spool.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const server = join(root, 'apps', 'server', 'src', 'main.ts');
const shortestLifeMs = 10_000;
const longestWaitMs = 10_000;

let child: ChildProcess | undefined;
let isStopping = false;

function stop(signal: NodeJS.Signals): void {
  isStopping = true;
  child?.kill(signal);
}

/** Resolves with the exit code; restarts never reject. */
function runOnce(args: string[]): Promise<number> {
  return new Promise((done) => {
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', server, ...args], {
      cwd: root,
      stdio: 'inherit',
      // The data engine works on the runtime's thread pool; four threads would let searches wait for one another.
      env: { UV_THREADPOOL_SIZE: '16', ...process.env },
    });
    child.on('exit', (code, signal) => done(code ?? (signal === null ? 1 : 128)));
  });
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
await buildWeb();
let waitMs = 500;
let args = process.argv.slice(2);
while (!isStopping) {
  const startedAt = Date.now();
  const code = await runOnce(args);
  // 0: asked to stop. 2: the configuration is at fault, which trying again does not mend.
  if (isStopping || code === 0 || code === 2) process.exit(code);
  const livedMs = Date.now() - startedAt;
  waitMs = livedMs > shortestLifeMs ? 500 : Math.min(longestWaitMs, waitMs * 2);
  console.error(`The server ended with code ${code}; starting it again in ${waitMs / 1000} s.`);
  await pause(waitMs);
  args = args.filter((arg) => arg !== '--demo');
}
