import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../testing/all-migrations.ts';
import { claimDataFolder } from './claim-folder.ts';
import { restoreMark } from './restore-mark.ts';

let scratch = '';
beforeAll(async () => void (scratch = await mkdtemp(join(tmpdir(), 'margay-whose-'))));
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** A folder open to everybody, with these files. */
async function folderWith(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await chmod(folder, 0o755);
  return folder;
}

/** All that a wrong start could change: names, contents, modes and times. */
async function factsOf(folder: string): Promise<unknown[]> {
  const facts: unknown[] = [];
  for (const name of ['.', ...(await readdir(folder, { recursive: true })).toSorted()]) {
    const path = join(folder, name);
    const found = await stat(path);
    const text = found.isFile() ? await readFile(path, 'utf8') : '';
    facts.push([name, found.mode, found.mtimeMs, found.ctimeMs, text]);
  }
  return facts;
}

/** What a start does before its engines open. */
async function claim(folder: string): Promise<void> {
  const claimed = await claimDataFolder(folder, { migrations });
  await claimed.take();
  await claimed.release();
}

describe('a folder with files that are not ours', () => {
  it.each<[string, Record<string, string>]>([
    ['notes', { 'notes.txt': 'mine' }],
    ['a version file of another program', { 'version.json': '{"version":"1.0.0"}', 'app/main.js': '' }],
    ['a lock of another program', { lock: 'host-7:4711' }],
    ['a key of another program', { 'secret.key': '-----BEGIN PRIVATE KEY-----' }],
    ['our key among other files', { 'secret.key': 'A'.repeat(64), 'notes.txt': '' }],
    ['a spool and a state of other programs', { 'spool/cron/root': '', 'state/units': '', 'lake/fish': '' }],
  ])('is refused and left as it is: %s', async (name, files) => {
    const folder = await folderWith(name.replaceAll(' ', '-'), files);
    const before = await factsOf(folder);
    for (const content of [{ migrations }, 'replaced'] as const) {
      const error: unknown = await claimDataFolder(folder, content).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: 'conflict', code: 'DataFolderForeign' });
      expect((error as Error).message).toContain(`The folder ${folder} is not a data folder of Margay`);
      expect((error as Error).message).toContain(`for instance ${folder}/margay`);
    }
    expect(await factsOf(folder)).toEqual(before);
  });

  it('is refused by a whole start, with exit code 2 and one line that names some of them', async () => {
    const folder = await folderWith('of-a-start', { a: '', 'b\nc': '', d: '', e: '' });
    const before = await factsOf(folder);
    const main = fileURLToPath(import.meta.resolve('../main.ts'));
    const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env: { PATH: process.env['PATH'], MARGAY_DATA_DIR: folder, MARGAY_PORT: '0', MARGAY_LOG_LEVEL: 'warn' },
      encoding: 'utf8',
    });
    expect({ status: run.status, out: run.stdout }).toEqual({ status: 2, out: '' });
    expect(run.stderr.trim()).toMatch(/it holds "a", "b\\nc", "d" and 1 more\. .* MARGAY_DATA_DIR .*$/);
    expect(await factsOf(folder)).toEqual(before);
  });
});

describe('a folder is taken', () => {
  it('when it is empty, and bears our mark from then on', async () => {
    const folder = await folderWith('empty', {});
    // A start that ends before its engines open leaves it empty.
    await (await claimDataFolder(folder, { migrations })).release();
    expect(await readdir(folder)).toEqual([]);
    await claim(folder);
    expect(await readdir(folder)).toEqual(['version.json']);
    await writeFile(join(folder, 'something'), '');
    await claim(folder);
  });

  it('when it holds only what a file system or a killed start leaves', async () => {
    const folder = await folderWith('leftovers', {
      'lost+found/1': '',
      'version.json.new': '{"for',
      '.probe-17': '',
      lock: '999999999 12',
      // A disk of its own for the batches that wait.
      'spool/lost+found/1': '',
    });
    await claim(folder);
    expect(await readdir(folder)).toContain('version.json');
  });

  it('when it holds only what was brought along from another machine', async () => {
    const key = 'A'.repeat(64);
    const folder = await folderWith('brought', { 'secret.key': `${key}\n`, 'spool/pending/1': 'batch' });
    await claim(folder);
    expect((await readdir(folder)).toSorted()).toEqual(['secret.key', 'spool', 'version.json']);
  });

  it('when it is of the first versions, which knew no mark', async () => {
    const folder = await folderWith('first', { 'spool/pending/1': '', 'state/PG_VERSION': '18' });
    await claim(folder);
    expect((await readdir(folder)).toSorted()).toEqual(['spool', 'state']);
  });

  it('by a restore, when one did not finish in it', async () => {
    const folder = await folderWith('half', { [restoreMark]: '{}', 'state/base': '' });
    const claimed = await claimDataFolder(folder, 'replaced');
    expect(await readdir(folder)).toContain('lock');
    await claimed.release();
  });
});
