/** Reads until `count` bytes or the end, and gives them together with a stream that still begins with them. */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ head: Uint8Array; rest: AsyncIterableIterator<Uint8Array> }> {
  const source = chunks[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  for (let size = 0; size < count;) {
    const next = await source.next();
    if (next.done === true) break;
    held.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(held).subarray(0, count);
  const rest: AsyncIterableIterator<Uint8Array> = {
    next: async () => {
      const value = held.shift();
      return value === undefined ? source.next() : { done: false, value };
    },
    return: async () => {
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => rest,
  };
  return { head, rest };
}
