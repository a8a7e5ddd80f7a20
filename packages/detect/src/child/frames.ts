/**
 * The wire between the server and the child process: `[u32 header length][u32 body length][header JSON][body]`,
 * little-endian. Own frames instead of Node's object serialization, because what the child says is not trusted.
 */
export interface Frame {
  header: unknown;
  body: Uint8Array;
}

const largestHeader = 64 * 1024 * 1024;
const largestBody = 512 * 1024 * 1024;
const nothing = new Uint8Array(0);

/** Two pieces, so that a large body is not copied. */
export function encodeFrame(header: object, body: Uint8Array = nothing): Uint8Array[] {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const head = new Uint8Array(8 + text.length);
  const view = new DataView(head.buffer);
  view.setUint32(0, text.length, true);
  view.setUint32(4, body.length, true);
  head.set(text, 8);
  return body.length === 0 ? [head] : [head, body];
}

/** Collects chunks and gives back whole frames. Throws on a length no honest peer would send. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Uint8Array) => void {
  let chunks: Uint8Array[] = [];
  let available = 0;
  let wanted = 8;
  let lengths: { header: number; body: number } | undefined;

  function take(size: number): Uint8Array {
    const out = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      const first = chunks[0]!;
      const part = Math.min(first.length, size - filled);
      out.set(part === first.length ? first : first.subarray(0, part), filled);
      filled += part;
      if (part === first.length) chunks.shift();
      else chunks[0] = first.subarray(part);
    }
    available -= size;
    return out;
  }

  function step(): void {
    if (lengths === undefined) {
      const view = new DataView(take(8).buffer);
      lengths = { header: view.getUint32(0, true), body: view.getUint32(4, true) };
      if (lengths.header > largestHeader || lengths.body > largestBody)
        throw new RangeError('frame too large');
      wanted = lengths.header + lengths.body;
      return;
    }
    const header: unknown = JSON.parse(new TextDecoder().decode(take(lengths.header)));
    const body = take(lengths.body);
    lengths = undefined;
    wanted = 8;
    onFrame({ header, body });
  }

  return (chunk) => {
    chunks.push(chunk);
    available += chunk.length;
    while (available >= wanted) step();
  };
}
