import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../body/as-buffer.ts';
import { holdBytes } from '../body/held-bytes.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { defineFraming } from './framing.ts';
import { isBlank, overlong } from './text.ts';

const lf = 0x0a;
const cr = 0x0d;

/** Each line is an entry; the carriage return of a CRLF goes, blank lines are counted only. */
export function frameLines(limits: FramingLimits, sink: FrameSink): Framer {
  const held = holdBytes(limits.maxEntryBytes, limits.sampleBytes);

  /** `text` holds whole lines. Decoding many at once and slicing is several times faster than line by line. */
  function emitLines(bytes: Buffer): void {
    const text = bytes.toString('utf8');
    const mayHaveReplacements = !isUtf8(bytes);
    for (let from = 0; from < text.length;) {
      const at = text.indexOf('\n', from);
      const next = at === -1 ? text.length : at;
      const end = next > from && text.charCodeAt(next - 1) === cr ? next - 1 : next;
      emitLine(text.slice(from, end), mayHaveReplacements);
      from = next + 1;
    }
  }

  function emitLine(text: string, mayHaveReplacements: boolean): void {
    if (text.length === 0 || (text.charCodeAt(0) <= 0x20 && isBlank(text))) return sink.count('blank');
    if (mayHaveReplacements && text.includes('\ufffd')) sink.count('replacedUtf8');
    sink.entry({ text });
  }

  function emitHeld(): void {
    if (held.length() === 0) sink.count('blank');
    else if (held.isOverlong()) sink.failure(overlong(limits.maxEntryBytes), held.joined(), held.length());
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

export const lines = defineFraming({
  type: 'Lines',
  label: 'Lines',
  help: 'Each line is one event: plain text, CSV, or one JSON object a line.',
  isBeta: false,
  options: [],
  create: (_format, limits, sink) => frameLines(limits, sink),
});
