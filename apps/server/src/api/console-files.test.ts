import { Hono } from 'hono';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountConsole } from './console-files.ts';
import type { ApiEnv } from './http-parts.ts';

const page = `<!doctype html><title>Margay</title>${'<link rel="modulepreload">'.repeat(40)}`;
const script = 'export const margay = 1;\n'.repeat(200);

let folder: string;
const app = new Hono<ApiEnv>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'margay-console-'));
  await mkdir(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', page],
    ['assets/index-1.js', script],
  ] as const) {
    await writeFile(join(folder, name), text);
    // As the build leaves it.
    await writeFile(join(folder, `${name}.gz`), gzipSync(text));
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
  }
  await writeFile(join(folder, 'assets', 'inter-1.woff2'), 'a font');
  mountConsole(app, folder);
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (path: string, accepted: string) =>
  app.request(path, { headers: { 'accept-encoding': accepted } });
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());

describe('the files of the console', () => {
  it.each([
    ['/assets/index-1.js', script, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/', page, 'text/html; charset=utf-8', 'no-cache'],
    ['/alerts-and-errors/', page, 'text/html; charset=utf-8', 'no-cache'],
  ])('come as the browser takes them: %s', async (path, text, type, caching) => {
    const [plain, gzip, brotli] = [
      await ask(path, 'identity'),
      await ask(path, 'gzip, deflate'),
      await ask(path, 'gzip, deflate, br, zstd'),
    ];
    for (const reply of [plain, gzip, brotli]) {
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe(type);
      expect(reply.headers.get('cache-control')).toBe(caching);
      expect(reply.headers.get('vary')).toBe('Accept-Encoding');
    }
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(text);
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    const packed = await bytesOf(gzip);
    expect(packed.length).toBeLessThan(text.length / 2);
    expect(gunzipSync(packed).toString()).toBe(text);
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await bytesOf(brotli)).toString()).toBe(text);
  });

  it('are not packed twice', async () => {
    const font = await ask('/assets/inter-1.woff2', 'gzip, br');
    expect(font.headers.get('content-encoding')).toBeNull();
    expect(await font.text()).toBe('a font');
  });

  it('are missing under the name of another version, rather than the page in their place', async () => {
    const reply = await ask('/assets/index-0.js', 'gzip');
    expect(reply.status).toBe(404);
    expect(reply.headers.get('cache-control')).toBeNull();
    expect(await reply.text()).toMatch('Load the page again');
  });

  it('say what to do when nobody has built them', async () => {
    const bare = new Hono<ApiEnv>();
    mountConsole(bare, join(folder, 'assets'));
    const reply = await bare.request('/alerts-and-errors/');
    expect(reply.status).toBe(503);
    expect(await reply.text()).toMatch('npm run build');
  });
});
