import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineEnvironment } from '@margay/kit/node';
import * as z from 'zod';
import { newDataFolder } from '../../apps/server/src/testing/new-data-folder.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const administrator = { email: 'ada@example.com', password: 'Correct-horse-7' };

const Tokens = z.object({ idToken: z.string(), refreshToken: z.string() });
const Reply = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
});

/** A server of its own process and data folder, as a user would run it. */
export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** Process id of the running server. */
  readonly pid: number;
  /** What it printed so far. */
  output(): string;
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data folder and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Asks a route beside GraphQL as the administrator. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Asks as the administrator; throws when the answer holds an error. */
  graphql<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
  /** Asks as the administrator; gives the errors of the answer, none when it was done. */
  refusals(query: string, variables?: Record<string, unknown>): Promise<Refusal[]>;
}

export interface Refusal {
  message: string;
  extensions: Record<string, unknown>;
}

export interface TestServerOptions {
  environment?: Record<string, string>;
  args?: string[];
  /** A module that Node loads before the server, in each of its threads. */
  preload?: string;
  /** A data folder that is there already; it stays when the server stops. */
  dataDir?: string;
  /** False: no administrator is made, so the first-run page shows. */
  withAdministrator?: boolean;
  /** True: the data folder is empty, as a first start finds it. Otherwise it holds what every first start makes alike. */
  startsEmpty?: boolean;
  /** Called with the data folder before the first start. */
  prepare?(dataDir: string): void;
}

async function until(
  isDone: () => Promise<boolean>,
  { timeoutMs, everyMs = 50 }: { timeoutMs: number; everyMs?: number },
  what: () => string,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    if (await isDone()) return;
    await new Promise((turn) => setTimeout(turn, everyMs));
  }
  throw new Error(`waited ${timeoutMs} ms for ${what()}`);
}

const newFolder = (isEmpty: boolean) =>
  isEmpty ? mkdtemp(join(tmpdir(), 'margay-e2e-')) : newDataFolder('margay-e2e-');

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await newFolder(options.startsEmpty === true));
  const admin =
    options.withAdministrator === false
      ? {}
      : { MARGAY_ADMIN_EMAIL: administrator.email, MARGAY_ADMIN_PASSWORD: administrator.password };
  let child: ChildProcess | undefined;
  let output = '';
  let port = 0;
  let idToken: string | undefined;
  let url = '';

  async function start(): Promise<void> {
    output = '';
    child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        ...(options.preload === undefined ? [] : ['--import', options.preload]),
        join(root, 'apps/server/src/main.ts'),
        ...(options.args ?? []),
      ],
      {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          MARGAY_DATA_DIR: dataDir,
          MARGAY_PORT: String(port),
          MARGAY_LOG_LEVEL: 'warn',
          ...engineEnvironment,
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...admin,
          ...options.environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
    await until(
      async () => /ready at (http\S+)/.test(output) || child?.exitCode !== null,
      { timeoutMs: 200_000 },
      () => `the server to start; it printed:\n${output}`,
    );
    const found = /ready at (http\S+)/.exec(output)?.[1];
    if (found === undefined) throw new Error(`the server did not start:\n${output}`);
    url = found;
    port = Number(new URL(url).port);
    idToken = undefined;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const isOver = new Promise((done) => ending.once('exit', done));
    ending.kill(signal);
    await isOver;
  }

  async function signIn(): Promise<string> {
    const reply = await fetch(`${url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    });
    return Tokens.parse(await reply.json()).idToken;
  }

  async function ask(query: string, variables: Record<string, unknown>): Promise<z.output<typeof Reply>> {
    const send = async (authorization: string) =>
      fetch(`${url}/internal/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ query, variables }),
      });
    idToken ??= await signIn();
    let reply = await send(idToken);
    // Tokens last a quarter of an hour; what is measured may last longer.
    if (reply.status === 401) reply = await send((idToken = await signIn()));
    return Reply.parse(await reply.json());
  }

  // A run that ends early must not leave a server behind that holds the data folder.
  process.once('exit', () => child?.kill('SIGKILL'));
  options.prepare?.(dataDir);
  await start();
  return {
    get url() {
      return url;
    },
    dataDir,
    get pid() {
      if (child?.pid === undefined) throw new Error('the server does not run');
      return child.pid;
    },
    output: () => output,
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM');
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
    async fetch(path, init = {}) {
      idToken ??= await signIn();
      return fetch(`${url}${path}`, { ...init, headers: { ...init.headers, authorization: idToken } });
    },
    async graphql<T>(query: string, variables: Record<string, unknown> = {}) {
      const body = await ask(query, variables);
      const [error] = body.errors ?? [];
      if (error !== undefined) throw new Error(`${error.message} ${JSON.stringify(error.extensions ?? {})}`);
      return body.data as T;
    },
    async refusals(query, variables = {}) {
      const { errors = [] } = await ask(query, variables);
      return errors.map(({ message, extensions = {} }) => ({ message, extensions }));
    },
  };
}

/** Polls until the value satisfies; gives back the last one. */
export async function eventually<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  wait: number | { timeoutMs: number; everyMs: number } = 30_000,
): Promise<T> {
  let last = await read();
  await until(
    async () => {
      last = await read();
      return isDone(last);
    },
    typeof wait === 'number' ? { timeoutMs: wait } : wait,
    () => `a value; the last one was ${JSON.stringify(last)}`,
  );
  return last;
}
