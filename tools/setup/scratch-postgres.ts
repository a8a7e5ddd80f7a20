import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => done(port));
    });
  });
}

const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

/** A PostgreSQL server of our own on a free loopback port, in a scratch folder. The tests of the state store use it. */
export async function startScratchPostgres(
  binary: string,
): Promise<{ url: string; stop(): void } | undefined> {
  const bin = dirname(binary);
  const folder = mkdtempSync(join(tmpdir(), 'margay-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (isRoot) chownSync(folder, owner.uid ?? 0, owner.gid ?? 0);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder, stdio: 'ignore' as const };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'margay', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  if (made.status !== 0) return undefined;
  const port = await freePort();
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-F'],
    options,
  );
  const isUp = () =>
    spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], options).status === 0;
  for (let attempt = 0; attempt < 100 && !isUp(); attempt++)
    await new Promise((done) => setTimeout(done, 100));
  return {
    url: `postgres://margay@127.0.0.1:${port}/postgres`,
    stop() {
      server.kill('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
