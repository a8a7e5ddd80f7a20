import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountSmallDisk } from '@margay/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimDataFolder } from './claim-folder.ts';
import { restoreMark } from './restore-mark.ts';
import { migrations } from '../testing/all-migrations.ts';
import { ownVersion, writeFolderVersion } from './version-file.ts';

let scratch = '';
beforeAll(async () => void (scratch = await mkdtemp(join(tmpdir(), 'margay-claim-'))));
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function refusal(folder: string): Promise<string> {
  const error: unknown = await claimDataFolder(folder, { migrations }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'conflict' });
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
}

describe('a data folder', () => {
  it('is made when there is none, and belongs to one process at a time', async () => {
    const folder = join(scratch, 'deep', 'new');
    const claimed = await claimDataFolder(folder, { migrations });
    expect(await refusal(folder)).toMatch(/held by this process. Stop the other one, or set MARGAY_DATA_DIR/);
    await claimed.release();
    await (await claimDataFolder(folder, { migrations })).release();
  });

  it('that is a file, or lies below one, is refused', async () => {
    const file = join(scratch, 'file');
    await writeFile(file, '');
    expect(await refusal(file)).toMatch(/it is a file. Name a folder/);
    expect(await refusal(join(file, 'below'))).toMatch(/is a file. Name a folder/);
  });

  it('that may not be written to is refused', async (context) => {
    const folder = join(scratch, 'read-only');
    await mkdir(folder);
    if (process.getuid?.() !== 0) {
      await chmod(folder, 0o500);
      expect(await refusal(folder)).toMatch(/this user may not write there/);
      return;
    }
    const disk = mountSmallDisk(folder, 1);
    if (disk === undefined) return context.skip('no disk can be mounted here');
    try {
      spawnSync('mount', ['-o', 'remount,ro', folder]);
      expect(await refusal(folder)).toMatch(/can only be read. Mount it for writing/);
    } finally {
      disk.remove();
    }
  });

  it('of a newer version is refused, by its format and by its changes of the state', async () => {
    const folder = join(scratch, 'newer');
    await (await claimDataFolder(folder, { migrations })).release();
    await writeFolderVersion(folder, migrations);
    await (await claimDataFolder(folder, { migrations })).release();
    const file = join(folder, 'version.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(ownVersion(migrations));
    for (const newer of [{ format: 99 }, { stateMigration: '9999-of-tomorrow' }]) {
      await writeFile(file, JSON.stringify({ ...ownVersion(migrations), program: '9.9.9', ...newer }));
      expect(await refusal(folder)).toMatch(/written by a newer Margay \(9\.9\.9, format \d+\)/);
    }
    // What else it holds still says whose it is.
    await mkdir(join(folder, 'spool', 'pending'), { recursive: true });
    await writeFile(join(folder, 'secret.key'), '');
    await writeFile(file, 'nonsense');
    expect(await refusal(folder)).toMatch(/version.json cannot be read/);
  });

  it('that holds half a restore is refused', async () => {
    const folder = join(scratch, 'half');
    await mkdir(folder);
    await writeFile(join(folder, restoreMark), '{}');
    expect(await refusal(folder)).toMatch(/a restore that did not finish. Run npx margay restore again/);
  });
});
