import { describe, expect, it } from 'vitest';
import { mostSampleBytes, readSample } from './read-sample.ts';

const zipped = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();

describe('readSample', () => {
  it('reads plain text and gzip, whatever the name', async () => {
    const text = '{"a":1}\n{"a":"\u00fc"}\n';
    expect(await readSample(new Blob([`\uFEFF${text}`]))).toEqual({ text, isCut: false });
    expect(await readSample(await zipped(text))).toEqual({ text, isCut: false });
  });

  it('ends a long file, and a small one that grows, at a whole line', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const { text, isCut } = await readSample(await zipped(line.repeat(mostSampleBytes / 50)));
    expect(isCut).toBe(true);
    expect(text.length).toBeLessThan(mostSampleBytes + 1_000_000);
    expect(text.endsWith('\n')).toBe(true);
  });

  it('fails for what only begins like gzip', async () => {
    await expect(readSample(new Blob([new Uint8Array([0x1f, 0x8b, 1, 2, 3])]))).rejects.toThrow();
  });
});
