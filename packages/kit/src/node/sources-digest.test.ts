import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourcesDigest } from './sources-digest.ts';

it('differs with the text and the name of a file that a pattern names, and with nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'margay-digest-'));
  try {
    const digest = () => sourcesDigest(root, ['src/**/*', 'lock.json']);
    const write = (name: string, text: string) => writeFile(join(root, name), text);
    await mkdir(join(root, 'src', 'deep'), { recursive: true });
    await write('src/deep/a.ts', '1');
    await write('lock.json', '{}');
    const first = await digest();
    await write('src/a.test.ts', 'a test');
    await write('elsewhere.ts', '1');
    expect(await digest()).toBe(first);
    await write('src/deep/a.ts', '2');
    const changed = await digest();
    await write('src/deep/a.ts', '1');
    expect(await digest()).toBe(first);
    await rm(join(root, 'src/deep/a.ts'));
    await write('src/deep/b.ts', '1');
    expect(new Set([first, changed, await digest()]).size).toBe(3);
  } finally {
    await rm(root, { recursive: true });
  }
});
