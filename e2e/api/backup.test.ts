import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mountSmallDisk } from '@margay/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { allAlerts, keyBatch, linesPerBatch, putKeyRule } from '../support/key-rule.ts';
import { querySql } from '../support/lake.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const table = 'panther_logs.public.aws_cloudtrail';
let scratch = '';
let server: TestServer;
let sourceId = '';
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'margay-backup-'));
  server = await startTestServer({ environment: { MARGAY_PYTHON_WORKERS: '1' } });
  await putKeyRule(server);
  sourceId = await createHttpSource(server, 'backup', ['AWS.CloudTrail']);
});
afterAll(async () => {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
});

interface Ended {
  status: number | null;
  out: string;
  err: string;
}

function begin(
  environment: Record<string, string>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/margay.mjs'), ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const ended = new Promise<Ended>((done) =>
    child.once('close', (status) => done({ status, out: text.out.trim(), err: text.err.trim() })),
  );
  return { child, ended };
}
const margay = (environment: Record<string, string>, ...args: string[]) => begin(environment, ...args).ended;
const here = (more: Record<string, string> = {}) => ({
  MARGAY_DATA_DIR: server.dataDir,
  MARGAY_PORT: new URL(server.url).port,
  ...more,
});
const keyFile = () => join(server.dataDir, 'secret.key');

const acknowledged: string[] = [];
async function sendBatch(): Promise<void> {
  const id = `batch-${acknowledged.length}-${crypto.randomUUID()}`;
  expect(await sendLines(server, sourceId, keyBatch(id))).toBe(200);
  acknowledged.push(id);
}

const alertTitles = async (of: TestServer) => (await allAlerts(of)).map(({ title }) => title);

describe('a backup that was taken while events arrive', () => {
  const backup = () => join(scratch, 'first');
  let before: string[] = [];

  beforeAll(async () => {
    let isSending = true;
    const sender = (async () => {
      while (isSending) await sendBatch();
    })();
    await eventually(
      () => Promise.resolve(acknowledged.length),
      (count) => count > 20,
    );
    before = [...acknowledged];
    const done = await margay(here(), 'backup', backup());
    isSending = false;
    await sender;
    expect(done).toEqual({
      status: 0,
      err: '',
      out: expect.stringMatching(
        /^The backup is in .*\nIt does not hold the secret key. Keep a copy of secret.key/,
      ),
    });
  });

  it('is restored with every event and alert of before once, and with the settings', async () => {
    const dataDir = join(scratch, 'restored');
    const restored = await margay(
      { MARGAY_DATA_DIR: dataDir },
      'restore',
      backup(),
      '--secret-key-file',
      keyFile(),
    );
    expect(restored).toMatchObject({ status: 0, out: expect.stringContaining('files checked') });
    const twin = await startTestServer({ dataDir, environment: { MARGAY_PYTHON_WORKERS: '1' } });
    try {
      const wanted = before.map((id) => `key ${id}`);
      // Both at once: what was acknowledged while the backup was taken may still come out of the spool.
      const { titles, rows, requests } = await eventually(
        async () => {
          // In one query: between two of them more may have come.
          const [stored] = await querySql(
            twin,
            `select count(*) as n, count(distinct requestID) as requests from ${table}`,
          );
          return {
            titles: await alertTitles(twin),
            rows: Number(stored?.['n']),
            requests: Number(stored?.['requests']),
          };
        },
        (now) =>
          new Set(now.titles).isSupersetOf(new Set(wanted)) && now.rows === now.titles.length * linesPerBatch,
        90_000,
      );
      expect(new Set(titles).size, 'an alert exists twice').toBe(titles.length);
      expect(requests, 'an event is stored twice').toBe(rows);
      const { sources } = await twin.graphql<{ sources: { integrationId: string }[] }>(
        '{ sources { integrationId } }',
      );
      expect(sources).toEqual([{ integrationId: sourceId }]);
      // The sealed secret of the source opens with the key that was brought along.
      expect(await sendLines(twin, sourceId, [cloudTrailLine()])).toBe(200);
    } finally {
      await twin.stop();
    }
  });

  it('asks for the secret key, and for the right one', async () => {
    const dataDir = join(scratch, 'keyless');
    const without = await margay({ MARGAY_DATA_DIR: dataDir }, 'restore', backup());
    expect(without).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^The backup .* does not hold the secret key.*--secret-key-file/),
    });
    const other = join(scratch, 'other.key');
    await writeFile(other, 'x'.repeat(64));
    const wrong = await margay({ MARGAY_DATA_DIR: dataDir }, 'restore', backup(), '--secret-key-file', other);
    expect(wrong).toMatchObject({ status: 1, err: expect.stringMatching(/^This is not the secret key/) });
    expect(await stat(dataDir).catch(() => undefined)).toBeUndefined();
  });

  it('starts with a key of its own where the old one is lost, and with no third one', async () => {
    const dataDir = join(scratch, 'lost-key');
    const restored = await margay({ MARGAY_DATA_DIR: dataDir }, 'restore', backup(), '--without-secret-key');
    expect(restored).toMatchObject({ status: 0, out: expect.stringContaining('files checked') });
    const environment = { MARGAY_PYTHON_WORKERS: '1' };
    const twin = await startTestServer({ dataDir, environment });
    await twin.stop();
    const other = { ...environment, MARGAY_SECRET_KEY: 'a-key-that-this-state-never-saw-before' };
    await expect(startTestServer({ dataDir, environment: other })).rejects.toThrow(
      /sealed with another secret key than the one in MARGAY_SECRET_KEY/,
    );
  });

  it.each([
    [
      'changed',
      async (file: string) => {
        const bytes = await readFile(file);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
    ],
    ['removed', (file: string) => rm(file)],
  ])(
    'is refused when a file of it was %s, by its name, and no server starts from it',
    async (how, damage) => {
      const copy = join(scratch, `copy-${how}`);
      await cp(backup(), copy, { recursive: true });
      const { manifest } = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')) as {
        manifest: { files: { path: string; bytes: number }[] };
      };
      const { path = '' } =
        manifest.files.find((file) => /lake\/store.*\.bin$/.test(file.path) && file.bytes > 10) ?? {};
      await damage(join(copy, 'data', path));
      const dataDir = join(scratch, `damaged-${how}`);
      const refused = await margay(
        { MARGAY_DATA_DIR: dataDir },
        'restore',
        copy,
        '--secret-key-file',
        keyFile(),
      );
      expect(refused.status).toBe(1);
      expect(refused.err).toContain(`The backup is damaged: ${join(copy, 'data', path)}`);
      expect(refused.err).not.toContain('\n');
      if (how !== 'changed') return;
      await expect(startTestServer({ dataDir })).rejects.toThrow(/a restore that did not finish/);
      // A whole backup goes on from there.
      const again = await margay(
        { MARGAY_DATA_DIR: dataDir },
        'restore',
        backup(),
        '--secret-key-file',
        keyFile(),
      );
      expect(again).toMatchObject({ status: 0 });
    },
  );

  it('is refused where a file is a link, and where the manifest was changed and given a new digest', async () => {
    const copy = join(scratch, 'copy-forged');
    await cp(backup(), copy, { recursive: true });
    const place = join(copy, 'manifest.json');
    const restore = (...more: string[]) =>
      margay(
        { MARGAY_DATA_DIR: join(scratch, 'forged') },
        'restore',
        copy,
        '--secret-key-file',
        keyFile(),
        ...more,
      );
    const sealed = JSON.parse(await readFile(place, 'utf8')) as {
      mac?: string;
      manifest: { files: { path: string; bytes: number; sha256: string }[] };
    };
    const [file] = sealed.manifest.files.filter(({ bytes }) => bytes > 10);
    const path = join(copy, 'data', file?.path ?? '');
    await rename(path, join(scratch, 'elsewhere'));
    await symlink(join(scratch, 'elsewhere'), path);
    expect(await restore()).toMatchObject({ status: 1, err: expect.stringContaining('or a link to one') });

    await rm(path);
    const forged = Buffer.alloc(file?.bytes ?? 0, 'x');
    await writeFile(path, forged);
    if (file !== undefined) file.sha256 = createHash('sha256').update(forged).digest('hex');
    const sha256 = createHash('sha256').update(JSON.stringify(sealed.manifest)).digest('hex');
    await writeFile(place, JSON.stringify({ ...sealed, sha256 }));
    expect(await restore('--unproven')).toMatchObject({
      status: 1,
      err: expect.stringContaining('was changed since it was written'),
    });
    const { mac: _mac, ...unsigned } = sealed;
    await writeFile(place, JSON.stringify({ ...unsigned, sha256 }));
    expect(await restore()).toMatchObject({ status: 1, err: expect.stringContaining('bears no signature') });
    expect(await stat(join(scratch, 'forged')).catch(() => undefined)).toBeUndefined();
  });

  it('leaves a data folder that is not empty alone, and with --force moves it aside', async () => {
    const dataDir = join(scratch, 'used');
    const arguments_ = ['restore', backup(), '--secret-key-file', keyFile()];
    expect(await margay({ MARGAY_DATA_DIR: dataDir }, ...arguments_)).toMatchObject({ status: 0 });
    await writeFile(join(dataDir, 'mine'), 'mine');
    const before = await readdir(dataDir);
    expect(await margay({ MARGAY_DATA_DIR: dataDir }, ...arguments_)).toMatchObject({
      status: 1,
      err: expect.stringContaining('is not empty'),
    });
    expect(await readdir(dataDir)).toEqual(before);
    expect(await margay({ MARGAY_DATA_DIR: dataDir }, ...arguments_, '--force')).toMatchObject({ status: 0 });
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('before-restore-')) ?? '';
    expect(await readFile(join(dataDir, aside, 'mine'), 'utf8')).toBe('mine');
    // A server in use is nobody's to replace.
    const inUse = await margay({ MARGAY_DATA_DIR: server.dataDir }, ...arguments_, '--force');
    expect(inUse).toMatchObject({ status: 1, err: expect.stringMatching(/is held by process \d+/) });
  });

  it('never touches a folder that is not ours, with --force neither', async () => {
    const dataDir = join(scratch, 'of-others');
    await mkdir(dataDir, { mode: 0o755 });
    await writeFile(join(dataDir, 'theirs'), 'theirs');
    const before = await stat(dataDir);
    for (const force of [[], ['--force']]) {
      const arguments_ = ['restore', backup(), '--secret-key-file', keyFile(), ...force];
      expect(await margay({ MARGAY_DATA_DIR: dataDir }, ...arguments_)).toMatchObject({
        status: 1,
        err: expect.stringMatching(/of-others is not a data folder of Margay: it holds "theirs"/),
      });
    }
    expect(await readdir(dataDir)).toEqual(['theirs']);
    const after = await stat(dataDir);
    expect([after.mode, after.ctimeMs]).toEqual([before.mode, before.ctimeMs]);
  });

  it('a restore that is killed leaves nothing that starts, and goes on', async () => {
    const dataDir = join(scratch, 'killed');
    const environment = { MARGAY_DATA_DIR: dataDir };
    const { child, ended } = begin(environment, 'restore', backup(), '--secret-key-file', keyFile());
    await eventually(
      () => stat(join(dataDir, 'state')).catch(() => undefined),
      (found) => found !== undefined,
    );
    child.kill('SIGKILL');
    await ended;
    // Its helper sees the end of the command and stops; give it the time.
    await eventually(
      () => stat(join(dataDir, 'lock')).catch(() => undefined),
      (found) => found === undefined,
    );
    await expect(startTestServer({ dataDir })).rejects.toThrow(/a restore that did not finish/);
    expect(await margay(environment, 'restore', backup(), '--secret-key-file', keyFile())).toMatchObject({
      status: 0,
    });
  });
});

describe('a backup', () => {
  it('needs a folder that can be used', async (context) => {
    const start = 'mutation ($input: StartBackupInput!) { startBackup(input: $input) { id } }';
    const refused = async (folder: string) =>
      (await server.refusals(start, { input: { folder } }))[0]?.message;
    await writeFile(join(scratch, 'file'), '');
    expect(await refused('relative')).toContain('is no absolute path');
    expect(await refused(join(scratch, 'file'))).toContain('is a file');
    expect(await refused(join(scratch, 'first'))).toContain('holds a backup already');
    expect(await refused(join(server.dataDir, 'inside'))).toContain('lies in the data folder itself');
    const small = join(scratch, 'small');
    const disk = mountSmallDisk(small, 1);
    if (disk === undefined) return context.skip('no disk can be mounted here');
    try {
      const full = await margay(here(), 'backup', small);
      expect(full).toMatchObject({
        status: 1,
        err: expect.stringMatching(/^The disk of .* is full. Free some space, or choose another folder\.$/),
      });
      expect(await readdir(small)).toEqual([]);
    } finally {
      disk.remove();
    }
  });

  it('is for whoever may do everything', async () => {
    const reply = await fetch(`${server.url}/internal/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'mutation { startBackup(input: { folder: "/nowhere" }) { id } }' }),
    });
    expect(await reply.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  it('whose server is killed is no backup, and its leftovers go at the next start', async () => {
    const folder = join(scratch, 'broken-off');
    const { ended } = begin(here(), 'backup', folder);
    await eventually(
      () => stat(folder).catch(() => undefined),
      (found) => found !== undefined,
      { timeoutMs: 30_000, everyMs: 2 },
    );
    await server.kill();
    expect((await ended).status).toBe(1);
    const refused = await margay({ MARGAY_DATA_DIR: join(scratch, 'none') }, 'restore', folder);
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('is no finished backup') });
    // A stopped server is backed up by opening its folder.
    const stopped = await margay(here(), 'backup', join(scratch, 'stopped'), '--with-secret-key');
    expect(stopped).toMatchObject({ status: 0, out: expect.stringContaining('It holds the secret key') });
    expect((await stat(join(scratch, 'stopped', 'data', 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(
      await margay({ MARGAY_DATA_DIR: join(scratch, 'from-stopped') }, 'restore', join(scratch, 'stopped')),
    ).toMatchObject({
      status: 0,
    });
    await server.start();
    expect(await readdir(server.dataDir)).not.toContain('snapshots');
  });
});
