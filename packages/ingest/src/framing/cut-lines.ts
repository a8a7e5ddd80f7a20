import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../body/as-buffer.ts';
import { holdBytes } from '../body/held-bytes.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { isBlank } from './text.ts';

const lf = 0x0a;
const cr = 0x0d;

/** What becomes of lines: each as it stands before its line feed, with the carriage return if it has one. */
interface LineTaker {
  line(text: string, mayHaveReplacements: boolean): void;
  overlong(sample: Buffer, length: number): void;
}

/** A line without the carriage return of a CRLF. */
export const withoutReturn = (line: string) =>
  line.charCodeAt(line.length - 1) === cr ? line.slice(0, -1) : line;

/** Hands on a line or a record without the carriage return at its end. */
export function emitLine(line: string, mayHaveReplacements: boolean, sink: FrameSink): void {
  const text = withoutReturn(line);
  if (text.length === 0 || (text.charCodeAt(0) <= 0x20 && isBlank(text))) return sink.count('blank');
  if (mayHaveReplacements && text.includes('\ufffd')) sink.count('replacedUtf8');
  sink.entry({ text });
}

/** Cuts at line feeds. */
export function cutLines(limits: FramingLimits, taker: LineTaker): Framer {
  const held = holdBytes(limits.maxEntryBytes, limits.sampleBytes);

  /** `bytes` holds whole lines. Decoding many at once and slicing is several times faster than line by line. */
  function emitLines(bytes: Buffer): void {
    const text = bytes.toString('utf8');
    const mayHaveReplacements = !isUtf8(bytes);
    for (let from = 0; from < text.length;) {
      const at = text.indexOf('\n', from);
      const next = at === -1 ? text.length : at;
      taker.line(text.slice(from, next), mayHaveReplacements);
      from = next + 1;
    }
  }

  function emitHeld(): void {
    if (held.length() === 0) taker.line('', false);
    else if (held.isOverlong()) taker.overlong(held.joined(), held.length());
    else emitLines(held.joined());
    held.clear();
  }

  return {
    push(bytes) {
      const chunk = asBuffer(bytes);
      const last = chunk.lastIndexOf(lf);
      let from = 0;
      // One by one: the line that began in an earlier push, and all of them where one alone could be too long.
      while (from <= last && (held.length() > 0 || last - from > limits.maxEntryBytes)) {
        const next = chunk.indexOf(lf, from);
        held.add(chunk.subarray(from, next));
        emitHeld();
        from = next + 1;
      }
      if (from <= last) emitLines(chunk.subarray(from, last + 1));
      held.add(chunk.subarray(Math.max(from, last + 1)));
    },
    end() {
      if (held.length() > 0) emitHeld();
    },
  };
}
