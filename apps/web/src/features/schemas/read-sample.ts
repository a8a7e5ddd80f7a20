/** As much of a file as inference reads: enough events to tell required fields from others, and quick. */
export const mostSampleBytes = 5_000_000;

/** The text of a file of events, plain or gzip, at most `mostSampleBytes` of it, up to its last whole line. */
export async function readSample(file: Blob): Promise<{ text: string; isCut: boolean }> {
  const first = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  const plain = isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = plain.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  let isCut = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    byteCount += value.length;
    text += decoder.decode(value, { stream: true });
    if (byteCount < mostSampleBytes) continue;
    isCut = true;
    await reader.cancel();
    text = text.slice(0, text.lastIndexOf('\n') + 1);
    break;
  }
  return { text: text.replace(/^\uFEFF/, ''), isCut };
}
