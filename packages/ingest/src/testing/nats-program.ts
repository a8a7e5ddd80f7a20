import { execFile } from 'node:child_process';
import { access, constants, mkdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { messageOf } from '@margay/kit';

/** The server the tests build for themselves where there is none. */
const moduleOfServer = 'github.com/nats-io/nats-server/v2';
const version = 'v2.15.2';
const cache = join(tmpdir(), `margay-nats-server-${version}`);
const buildMs = 15 * 60_000;
const run = promisify(execFile);

const canRun = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && (await canRun(path))) return path;
  }
  return undefined;
}

/** True for the one that may build; the others wait. What a builder that died left behind counts no longer than a build takes. */
async function isBuilder(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > buildMs) await rmdir(lock).catch(() => undefined);
    return false;
  }
}

async function build(go: string): Promise<string> {
  const program = join(cache, 'nats-server');
  const lock = join(cache, 'building');
  await mkdir(cache, { recursive: true });
  while (!(await canRun(program))) {
    if (!(await isBuilder(lock))) {
      await setTimeout(500);
      continue;
    }
    const folder = join(cache, `build-${process.pid}`);
    try {
      await run(go, ['install', `${moduleOfServer}@${version}`], {
        env: { ...process.env, GOBIN: folder },
        timeout: buildMs,
      });
      await rename(join(folder, 'nats-server'), program);
    } finally {
      await rm(folder, { recursive: true, force: true });
      await rmdir(lock);
    }
  }
  return program;
}

/**
 * A NATS server to run tests against: the one `MARGAY_TEST_NATS_SERVER` names, the one on the PATH, or one built once with
 * Go. Otherwise the reason why there is none, which is also printed.
 */
export async function findNatsServer(): Promise<{ program: string } | { missing: string }> {
  const named = process.env['MARGAY_TEST_NATS_SERVER'];
  if (named !== undefined && named !== '') return { program: named };
  const installed = await onPath('nats-server');
  if (installed !== undefined) return { program: installed };
  const built = join(cache, 'nats-server');
  if (await canRun(built)) return { program: built };
  const go = await onPath('go');
  const reason =
    go === undefined
      ? 'there is no nats-server and no Go to build one with'
      : await build(go).then(
          () => undefined,
          (error: unknown) => `nats-server could not be built: ${messageOf(error)}`,
        );
  if (reason === undefined) return { program: built };
  const missing = `Tests with NATS are skipped: ${reason}. Put nats-server on the PATH, or name it in MARGAY_TEST_NATS_SERVER.`;
  console.warn(missing);
  return { missing };
}
