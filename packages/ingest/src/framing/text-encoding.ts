import type { StreamFormat } from '@margay/model';
import { asBuffer } from '../body/as-buffer.ts';
import type { Framer, FrameSink, FramingLimits, StreamFraming } from './framing.ts';

/**
 * A framer that first takes the byte order mark off the stream, and turns UTF-16 (which only that mark reveals) into
 * UTF-8.
 */
export function framerOf(
  framing: StreamFraming,
  format: StreamFormat,
  limits: FramingLimits,
  sink: FrameSink,
): Framer {
  const inner = framing.create(format, limits, sink);
  const encoder = new TextEncoder();
  let head: Buffer | undefined = Buffer.alloc(0);
  let utf16: TextDecoder | undefined;

  function start(bytes: Buffer): void {
    head = undefined;
    const [first, second, third] = bytes;
    if (first === 0xff && second === 0xfe) utf16 = new TextDecoder('utf-16le');
    if (first === 0xfe && second === 0xff) utf16 = new TextDecoder('utf-16be');
    const hasUtf8Mark = first === 0xef && second === 0xbb && third === 0xbf;
    pass(hasUtf8Mark ? bytes.subarray(3) : bytes);
  }

  function pass(bytes: Buffer): void {
    // A stream decoder swallows the mark itself.
    const plain = utf16 ? encoder.encode(utf16.decode(bytes, { stream: true })) : bytes;
    if (plain.length > 0) inner.push(plain);
  }

  return {
    push(bytes) {
      if (head === undefined) return pass(asBuffer(bytes));
      head = Buffer.concat([head, bytes]);
      if (head.length >= 3) start(head);
    },
    end() {
      if (head !== undefined) start(head);
      const rest = utf16 ? encoder.encode(utf16.decode()) : undefined;
      if (rest && rest.length > 0) inner.push(rest);
      inner.end();
    },
  };
}
