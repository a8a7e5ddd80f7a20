import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';

export interface TestNatsServer {
  url: string;
  /** Ends it at once, as a power cut would; its folder stays. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. Resolves when it answers. */
  restart(): Promise<void>;
  /** Nothing is left on it. */
  clear(): Promise<void>;
  /** Ends it for good and removes its folder. */
  stop(): Promise<void>;
}

const startMs = 60_000;

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  // A listening TCP server has an address of this kind.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The server greets everybody who connects. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('INFO'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

/**
 * Starts `program` on a port and in a folder of its own, with JetStream on disk, synced at every write. `jetstream` is what else
 * stands in that block of its configuration, `more` what else stands beside it; `withoutJetStream` leaves the block out.
 */
export async function startNatsServer(
  program: string,
  options: { jetstream?: string; more?: string; withoutJetStream?: boolean } = {},
): Promise<TestNatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'margay-nats-'));
  const port = await freePort();
  const config = join(folder, 'nats.conf');
  const block = `jetstream {\n  store_dir: ${JSON.stringify(folder)}\n  sync_interval: always\n  ${options.jetstream ?? ''}\n}`;
  await writeFile(
    config,
    `listen: "127.0.0.1:${port}"\n${options.withoutJetStream === true ? '' : block}\n${options.more ?? ''}\n`,
  );
  let child: ChildProcess | undefined;
  let output = '';

  async function start(): Promise<void> {
    const started = spawn(program, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    started.stderr.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-4000);
    });
    const failed = new Promise<never>((_, reject) => {
      started.once('error', reject);
      started.once('exit', () => reject(new Error(`nats-server ended: ${output}`)));
    });
    failed.catch(() => undefined);
    const deadline = Date.now() + startMs;
    const answers = async () => {
      while (!(await greets(port))) {
        if (Date.now() > deadline) throw new Error(`nats-server does not answer: ${output}`);
        await setTimeout(50);
      }
    };
    await Promise.race([answers(), failed]);
  }

  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  const url = `nats://127.0.0.1:${port}`;
  await start();
  return {
    url,
    kill,
    restart: start,
    async clear() {
      const connection = await connectNats({ servers: url });
      try {
        const manager = await jetstreamManager(connection);
        for await (const { config: stream } of manager.streams.list())
          await manager.streams.delete(stream.name);
      } finally {
        await connection.close();
      }
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
