import type { PyodideInterface } from 'pyodide';
import type { HostDevice } from './host-device.ts';

/** The interpreter as it was at one moment: all of its memory. */
export interface Image {
  /** Puts it back. Only between calls; nothing that came out of a call may be held on to. */
  restore(): void;
  /** Bytes of memory the interpreter had. */
  readonly bytes: number;
}

interface Stream {
  fd: number;
}

/** What is used of Pyodide's inside. */
interface Inside {
  _module: { HEAPU8: Uint8Array };
  FS: { streams: (Stream | null | undefined)[]; close(stream: Stream): void };
}

const pageBytes = 4096;

/** Neighbouring pages that are not as in the snapshot. */
interface Piece {
  at: number;
  bytes: Uint8Array;
}

/**
 * Putting back costs some 4 to 6 ms for 30 MB. Memory that has grown since cannot be given back; its new part is
 * emptied, as memory is when it is new. Where the interpreter began from a snapshot, which all interpreters have
 * together, only what differs from it is kept.
 */
export function takeImage(pyodide: PyodideInterface, device: HostDevice, snapshot: Uint8Array | null): Image {
  const { _module, FS } = pyodide as unknown as Inside;
  const { length } = _module.HEAPU8;
  const base = memoryOf(snapshot, length);
  const pieces = base ? piecesUnlike(base, _module.HEAPU8) : [{ at: 0, bytes: _module.HEAPU8.slice() }];
  const open = new Set(FS.streams.flatMap((stream) => (stream ? [stream.fd] : [])));
  return {
    bytes: length,
    restore() {
      device.forget();
      for (const stream of FS.streams) if (stream && !open.has(stream.fd)) FS.close(stream);
      const heap = _module.HEAPU8; // another one after it has grown
      if (base) heap.set(base);
      for (const { at, bytes } of pieces) heap.set(bytes, at);
      heap.fill(0, length);
    },
  };
}

/** A snapshot ends with the memory of the interpreter it was made of. */
function memoryOf(snapshot: Uint8Array | null, length: number): Uint8Array | undefined {
  return snapshot?.subarray(Math.max(0, snapshot.length - length));
}

function piecesUnlike(base: Uint8Array, heap: Uint8Array): Piece[] {
  const pieces: Piece[] = [];
  const [before, now] = [base, heap].map((bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  );
  let from = -1;
  for (let at = 0; at <= heap.length; at += pageBytes) {
    const end = at + pageBytes;
    const isUnlike = at < heap.length && (end > base.length || now!.compare(before!, at, end, at, end) !== 0);
    if (isUnlike && from < 0) from = at;
    if (isUnlike || from < 0) continue;
    pieces.push({ at: from, bytes: heap.slice(from, at) });
    from = -1;
  }
  return pieces;
}
