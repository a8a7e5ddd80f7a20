import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockFolder } from './lock-folder.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'margay-lock-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the lock of a folder', () => {
  it('is held once, and can be claimed again after its release', async () => {
    const file = join(folder, 'once');
    const unlock = await lockFolder(file, 'Stop it.');
    await expect(lockFolder(file, 'Stop it.')).rejects.toThrow(/already held by this process. Stop it./);
    await unlock();
    await (
      await lockFolder(file, 'Stop it.')
    )();
  });

  it('is refused while the process that holds it lives', async () => {
    const file = join(folder, 'living');
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await writeFile(file, String(other.pid));
    await expect(lockFolder(file, 'Stop it.')).rejects.toMatchObject({
      code: 'InUse',
      message: `${file} is held by process ${other.pid}. Stop it.`,
    });
    const over = new Promise((done) => other.once('exit', done));
    other.kill('SIGKILL');
    await over;
    await (
      await lockFolder(file, '')
    )();
  });

  it('of a dead process whose number came back, to us or to a stranger, is taken over', async () => {
    const file = join(folder, 'reused');
    await writeFile(file, String(process.pid));
    await (
      await lockFolder(file, '')
    )();
    if (process.platform !== 'linux') return;
    const begin = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
    await writeFile(file, `${process.ppid} ${begin}`);
    await expect(lockFolder(file, '')).rejects.toMatchObject({ code: 'InUse' });
    await writeFile(file, `${process.ppid} 1${begin}`);
    await (
      await lockFolder(file, '')
    )();
  });
});
