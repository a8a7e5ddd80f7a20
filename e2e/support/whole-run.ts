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
  /** Whether the server has its Python process, which it starts with the first rule in Python. */
  hasPython(): boolean;
  /** Every process of the run by its part in it. */
  chain(): Record<'npm' | 'run' | 'supervisor' | 'server' | 'python', number>;
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
    const childOf = (pid: number, mark: string): number => {
      const child = all.find(({ parent, command }) => parent === pid && command.includes(mark));
      if (child === undefined) throw new Error(`process ${pid} has no child ${mark}`);
      return child.pid;
    };
    const top = npm.pid ?? 0;
    const run = childOf(top, 'run.mjs');
    const supervisor = childOf(run, 'start.ts');
    const server = childOf(supervisor, 'main.ts');
    const hasPython = all.some(
      ({ parent, command }) => parent === server && command.includes('--permission'),
    );
    return {
      hasPython,
      pids: () => ({ npm: top, run, supervisor, server, python: childOf(server, '--permission') }),
    };
  }
  return {
    get url() {
      return url() ?? '';
    },
    output: () => output,
    ended,
    hasPython: () => chain().hasPython,
    chain: () => chain().pids(),
  };
}

/** Waits until none of these processes is left. */
export async function untilGone(pids: readonly number[], timeoutMs = 40_000): Promise<void> {
  await eventually(
    () => Promise.resolve(processes().filter(({ pid }) => pids.includes(pid))),
    (left) => left.length === 0,
    timeoutMs,
  );
}
