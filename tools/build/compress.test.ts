import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { compressFolder } from './compress.ts';

it('Each text of the built console is there packed, too, and what is packed already is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'margay-packed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  const script = 'export const margay = 1;\n'.repeat(200);
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'assets', 'index-1.js'), script);
  await writeFile(join(folder, 'assets', 'index-1.js.map'), '{}');
  await writeFile(join(folder, 'assets', 'inter-1.woff2'), 'a font');
  await compressFolder(folder);
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => /\.(?:gz|br)$/.test(name)).toSorted()).toEqual([
    'assets/index-1.js.br',
    'assets/index-1.js.gz',
    'index.html.br',
    'index.html.gz',
  ]);
  const [gzip, brotli] = await Promise.all(
    ['gz', 'br'].map((end) => readFile(join(folder, 'assets', `index-1.js.${end}`))),
  );
  expect(gunzipSync(gzip!).toString()).toBe(script);
  expect(brotliDecompressSync(brotli!).toString()).toBe(script);
});
