import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { administrator, eventually } from './server.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

interface Listed {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Listed[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined || command.includes('<defunct>')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** `npm start` with every process below it, as a person starts it. */
export interface WholeRun {
  readonly url: string;
  output(): string;
  /** Every process of the run by its part in it. The server starts its Python process with the first rule in Python. */
  chain(): Record<'npm' | 'run' | 'supervisor' | 'server', number> & { python: number | undefined };
  /** Resolves with npm's exit code once it has ended. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export async function startWholeRun(
  environment: Record<string, string | undefined>,
  { isDemo = false } = {},
): Promise<WholeRun> {
  const npm: ChildProcess = spawn('npm', ['start', ...(isDemo ? ['--', '--demo'] : [])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      MARGAY_PORT: '0',
      MARGAY_PYTHON_WORKERS: '1',
      MARGAY_ADMIN_EMAIL: administrator.email,
      MARGAY_ADMIN_PASSWORD: administrator.password,
      ...environment,
    },
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise<number | NodeJS.Signals | null>((done) =>
    npm.once('exit', (code, signal) => done(code ?? signal)),
  );
  const url = () => [...output.matchAll(/ready at (http\S+)/g)].at(-1)?.[1];
  process.once('exit', () => npm.kill('SIGKILL'));
  await eventually(
    () => Promise.resolve(url() ?? npm.exitCode),
    (found) => found !== null,
    isDemo ? 600_000 : 120_000,
  );
  function chain() {
    const all = processes();
    const anyChildOf = (pid: number, mark: string) =>
      all.find(({ parent, command }) => parent === pid && command.includes(mark))?.pid;
    const childOf = (pid: number, mark: string): number => {
      const child = anyChildOf(pid, mark);
      if (child === undefined) throw new Error(`process ${pid} has no child ${mark}`);
      return child;
    };
    const top = npm.pid ?? 0;
    const run = childOf(top, 'run.mjs');
    const supervisor = childOf(run, 'start.ts');
    const server = childOf(supervisor, 'main.ts');
    return { npm: top, run, supervisor, server, python: anyChildOf(server, '--permission') };
  }
  return {
    get url() {
      return url() ?? '';
    },
    output: () => output,
    ended,
    chain,
  };
}

/** Every process of the run, once Python is there too. */
export async function wholeChain(run: WholeRun) {
  const { python, ...others } = await eventually(
    () => Promise.resolve(run.chain()),
    (chain) => chain.python !== undefined,
    60_000,
  );
  if (python === undefined) throw new Error('the server has no Python process');
  return { ...others, python };
}

/** Waits until none of these processes is left. */
export async function untilGone(pids: readonly number[], timeoutMs = 40_000): Promise<void> {
  await eventually(
    () => Promise.resolve(processes().filter(({ pid }) => pids.includes(pid))),
    (left) => left.length === 0,
    timeoutMs,
  );
}
