import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstStart, removeUnused } from './first-start.ts';

it('Images of a first start go when nobody used them for three hours, and nothing else does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'margay-images-'));
  try {
    const now = Date.now();
    const make = async (name: string, hours: number) => {
      await mkdir(join(folder, name, 'state'), { recursive: true });
      const usedAt = new Date(now - hours * 3_600_000);
      await utimes(join(folder, name), usedAt, usedAt);
    };
    await make('image-old', 3.1);
    await make('image-old.7.draft', 30);
    await make('image-used', 2.9);
    await make('else-old', 30);
    await removeUnused(folder, 'image-', now);
    expect((await readdir(folder)).toSorted()).toEqual(['else-old', 'image-used']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('Who takes an image of a first start says that it is used', async () => {
  const image = await firstStart();
  await utimes(image, new Date(0), new Date(0));
  expect(await firstStart()).toBe(image);
  expect((await stat(image)).mtimeMs).toBeGreaterThan(0);
});
