import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** As every browser takes it. */
export const gzipped = (content: string | Uint8Array): Buffer => gzipSync(content, { level: 9 });

/** Smaller, for browsers that reach the server by https. */
const brotlied = (content: Uint8Array): Buffer =>
  brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });

/** Writes each text of a built folder beside itself, compressed: the server sends what the browser takes. */
export async function compressFolder(folder: string): Promise<void> {
  for await (const name of glob('**/*.{js,css,html,svg}', { cwd: folder })) {
    const content = await readFile(join(folder, name));
    await writeFile(join(folder, `${name}.gz`), gzipped(content));
    await writeFile(join(folder, `${name}.br`), brotlied(content));
  }
}
