const quote = 0x22;
const newline = 0x0a;

/**
 * The embedded engine writes every chunk of a stream as a document of its own, so `CSVWithNames` repeats the
 * names. Returns a function that lets the first chunk pass and takes the repetition off the others.
 */
export function createHeaderRemover(): (chunk: Uint8Array) => Uint8Array {
  let header: Uint8Array | undefined;
  return (chunk) => {
    if (header === undefined) {
      header = chunk.slice(0, headerLength(chunk));
      return chunk;
    }
    return startsWith(chunk, header) ? chunk.subarray(header.length) : chunk;
  };
}

/** Names are always quoted, so a line break inside one does not end the line. */
function headerLength(chunk: Uint8Array): number {
  let isQuoted = false;
  for (let at = 0; at < chunk.length; at++) {
    if (chunk[at] === quote) isQuoted = !isQuoted;
    else if (chunk[at] === newline && !isQuoted) return at + 1;
  }
  return chunk.length;
}

function startsWith(chunk: Uint8Array, start: Uint8Array): boolean {
  return start.length <= chunk.length && start.every((byte, at) => chunk[at] === byte);
}
