import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUploads, type Uploads } from './uploads.ts';

describe('uploads', () => {
  let folder: string;
  let uploads: Uploads;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'margay-uploads-'));
    await writeFile(join(folder, 'left-behind'), 'by a process that died');
    uploads = await openUploads(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const bodyOf = (text: string) => new Blob([text]).stream();
  const files = () => readdir(folder);

  it('begin in an empty folder, and leave it empty whatever becomes of them', async () => {
    expect(await files()).toEqual([]);
    expect(await uploads.take({ id: 'ada' }, bodyOf('rows'), (file) => readFile(file, 'utf8'))).toBe('rows');
    expect(await uploads.take({ id: 'ada' }, null, (file) => readFile(file, 'utf8'))).toBe('');
    const failing = uploads.take({ id: 'ada' }, bodyOf('rows'), () => Promise.reject(new Error('bad rows')));
    await expect(failing).rejects.toThrow('bad rows');
    const broken = new ReadableStream<Uint8Array>({ pull: (c) => c.error(new Error('gone')) });
    await expect(uploads.take({ id: 'ada' }, broken, () => expect.unreachable())).rejects.toThrow('gone');
    expect(await files()).toEqual([]);
  });

  it('are read one at a time, and too many are refused before a byte of them is read', async () => {
    const ends: (() => void)[] = [];
    let atOnce = 0;
    const work = async () => {
      expect(++atOnce).toBe(1);
      await new Promise<void>((end) => ends.push(end));
      atOnce--;
    };
    const take = (id: string, body: ReadableStream<Uint8Array> = bodyOf('rows')) =>
      uploads.take({ id }, body, work);
    const taken = ['ada', 'ada', 'ada', 'bob', 'bob', 'cy'].map((id) => take(id));
    const unread = new ReadableStream<Uint8Array>({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
    await expect(take('ada', unread)).rejects.toMatchObject({
      code: 'TooManyUploads',
      message: expect.stringContaining('You have 3'),
    });
    await expect(take('dee', unread)).rejects.toMatchObject({
      message: expect.stringContaining('There are 6'),
    });
    let isOver = false;
    const all = Promise.all(taken).then(() => (isOver = true));
    while (!isOver) {
      await new Promise((turn) => setImmediate(turn));
      ends.shift()?.();
    }
    await all;
    expect(await uploads.take({ id: 'ada' }, bodyOf('again'), (file) => readFile(file, 'utf8'))).toBe(
      'again',
    );
  });
});
