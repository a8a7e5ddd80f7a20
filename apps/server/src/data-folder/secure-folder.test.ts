import { silentLogger, type Logger } from '@margay/kit';
import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrations } from '../testing/all-migrations.ts';
import { claimDataFolder } from './claim-folder.ts';
import { secureDataFolder } from './secure-folder.ts';
import { readSecretKey } from '../secret-key.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '..', 'main.ts');
const isRoot = process.getuid?.() === 0;
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'margay-data-folder-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function openFolder(name: string, mode = 0o755): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  await chmod(folder, mode);
  return folder;
}

function listeningLogger(): { logger: Logger; said: string[] } {
  const said: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (fields: unknown, text?: string) => void said.push(`${JSON.stringify(fields)} ${text}`),
  };
  return { logger, said };
}

describe('the data folder', () => {
  it('is closed when it was open, also behind a link, and the log says so', async () => {
    const folder = await openFolder('open');
    const link = join(scratch, 'link');
    await symlink(folder, link);
    const { logger, said } = listeningLogger();
    await secureDataFolder(link, logger);
    await secureDataFolder(link, logger);
    expect(await modeOf(folder)).toBe(0o700);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('"was":"0755","is":"0700"');
  });

  it('is made closed when it is missing, with what is above it', async () => {
    const folder = join(scratch, 'new', 'deep');
    await secureDataFolder(folder, silentLogger);
    expect([await modeOf(folder), await modeOf(dirname(folder))]).toEqual([0o700, 0o700]);
  });

  it.skipIf(!isRoot)(
    'is refused when it is somebody else’s (skipped: only root can give a folder away)',
    async () => {
      const folder = await openFolder('of-somebody', 0o777);
      await chown(folder, 12345, 12345);
      await expect(secureDataFolder(folder, silentLogger)).rejects.toMatchObject({
        kind: 'invalid-input',
        message: expect.stringMatching(/of-somebody \(mode 0777\) belongs to user 12345.*chown -R 0 /),
      });
      await expect(claimDataFolder(folder, { migrations })).rejects.toThrow(/belongs to user 12345/);
      expect(await modeOf(folder)).toBe(0o777);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('is refused in one line when it is a file, or a link to nowhere', async () => {
    const file = join(scratch, 'file');
    await writeFile(file, '');
    const dangling = join(scratch, 'dangling');
    await symlink(join(scratch, 'nowhere', 'at', 'all'), dangling);
    for (const path of [file, dangling, join(file, 'inside')]) {
      const message = await secureDataFolder(path, silentLogger).catch((error: Error) => error.message);
      expect(message).toMatch(/^The data folder \S+ cannot be made .*MARGAY_DATA_DIR\.$/);
    }
  });
});

describe('the secret key', () => {
  it('is closed when others can read it, and the log says so', async () => {
    const folder = await openFolder('with-key', 0o700);
    const key = await readSecretKey(folder, undefined, silentLogger);
    const file = join(folder, 'secret.key');
    expect(await modeOf(file)).toBe(0o600);
    await chmod(file, 0o644);
    const { logger, said } = listeningLogger();
    expect(await readSecretKey(folder, undefined, logger)).toEqual(key);
    expect(await modeOf(file)).toBe(0o600);
    expect(said).toEqual([expect.stringContaining('"was":"0644","is":"0600"')]);
  });
});

it('keeps what a started server writes from others, and the server says what it closed', async () => {
  const folder = await openFolder('of-a-server');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env['PATH'],
      MARGAY_DATA_DIR: folder,
      MARGAY_PORT: '0',
      MARGAY_LOG_LEVEL: 'warn',
      MARGAY_ROLES: 'api',
    },
    // A shell's usual mask: what is made would be open without our own.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const isOver = new Promise((done) => child.once('exit', done));
    if (child.exitCode === null && child.kill('SIGTERM')) await isOver;
  });
  let output = '';
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('/setup/?token=')) done();
    });
    child.on('exit', () => fail(new Error(`the server ended: ${output}`)));
  });
  expect(output).toContain('the data folder was open to other users of this machine');
  expect(await modeOf(folder)).toBe(0o700);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const open: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const mode = await stat(path).then(
      (found) => found.mode & 0o077,
      () => 0,
    );
    // The embedded state store gives its files modes of its own, whatever the mask; its folders keep others out.
    const isStateFile = entry.isFile() && path.startsWith(join(folder, 'state'));
    if (mode !== 0 && !isStateFile) open.push(`${path} ${mode.toString(8)}`);
  }
  expect(entries.length).toBeGreaterThan(50);
  expect(open).toEqual([]);
});
