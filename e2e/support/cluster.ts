import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startScratchPostgres } from '../../tools/setup/scratch-postgres.ts';
import { findNatsServer, startNatsServer } from '@margay/ingest/testing';
import { pathOf, postgres } from '../../tools/setup/system-packages.ts';
import { startTestServer, type TestServer } from './server.ts';

/** The engines that several processes share, and the processes. */
export interface Cluster {
  /** One more process of these roles. */
  start(roles: string, environment?: Record<string, string>): Promise<TestServer>;
  stop(): Promise<void>;
}

/** Why processes cannot share engines on this machine; undefined where they can. */
export const noCluster = pathOf(postgres) === undefined ? 'PostgreSQL is not installed' : undefined;

/** The same for processes that share the event buffer as well. */
export async function noNatsCluster(): Promise<string | undefined> {
  const nats = await findNatsServer();
  return noCluster ?? ('missing' in nats ? nats.missing : undefined);
}

async function startLakeFront(): Promise<{ url: string; stop(): void }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'lake-front.ts')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const url = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (text: Buffer) => {
      const found = /lake at (http\S+)/.exec(text.toString())?.[1];
      if (found !== undefined) done(found);
    });
    child.once('exit', () => fail(new Error('the lake ended before it answered')));
  });
  return { url, stop: () => void child.kill('SIGTERM') };
}

/**
 * PostgreSQL, the embedded lake behind the interface of a ClickHouse server and, where asked for, a NATS server, for
 * processes with folders of their own.
 */
export async function startCluster({ withNats = false } = {}): Promise<Cluster> {
  const binary = pathOf(postgres);
  const state = binary === undefined ? undefined : await startScratchPostgres(binary);
  if (state === undefined) throw new Error('PostgreSQL could not be started');
  const lake = await startLakeFront();
  const program = withNats ? await findNatsServer() : undefined;
  const nats =
    program !== undefined && 'program' in program ? await startNatsServer(program.program) : undefined;
  const shared = {
    DATABASE_URL: state.url,
    CLICKHOUSE_URL: lake.url,
    MARGAY_SECRET_KEY: randomBytes(24).toString('hex'),
    MARGAY_PYTHON_WORKERS: '1',
    ...(nats === undefined ? {} : { NATS_URL: nats.url }),
  };
  const servers: TestServer[] = [];
  return {
    async start(roles, own = {}) {
      const server = await startTestServer({ environment: { ...shared, MARGAY_ROLES: roles, ...own } });
      servers.push(server);
      return server;
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await nats?.stop();
      lake.stop();
      state.stop();
    },
  };
}
