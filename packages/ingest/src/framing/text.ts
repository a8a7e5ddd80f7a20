import { isAscii, isUtf8 } from 'node:buffer';
import type { FrameSink } from './framing.ts';

/** One entry's bytes as text. Bytes that are not UTF-8 become U+FFFD, and the entry is counted. */
export function decodeEntry(bytes: Buffer, sink: FrameSink): string {
  if (!isUtf8(bytes)) sink.count('replacedUtf8');
  return bytes.toString('utf8');
}

/**
 * Text of pieces of a push. Where the push is all ASCII it is decoded once and sliced, which is several times cheaper
 * than decoding piece by piece.
 */
export function createPieceReader(sink: FrameSink): (push: Buffer, from: number, end: number) => string {
  let current: Buffer | undefined;
  let text: string | undefined;
  return (push, from, end) => {
    if (push !== current) {
      current = push;
      text = isAscii(push) ? push.toString('latin1') : undefined;
    }
    return text === undefined ? decodeEntry(push.subarray(from, end), sink) : text.slice(from, end);
  };
}

/** White space and control characters only; files torn by a crash have runs of NUL. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x20) return false;
  }
  return true;
}

export const overlong = (maxBytes: number) => `the entry is longer than ${maxBytes} bytes`;
export const tooDeep = (maxDepth: number) => `the entry is nested deeper than ${maxDepth} levels`;
