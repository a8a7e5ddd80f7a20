import { createCsvJoiner } from '@margay/schema';
import { cutLines, emitLine } from './cut-lines.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { overlong } from './text.ts';

/** Each record of a CSV stream is an entry: a cell in quotes may stand on several lines. */
export function frameCsvRecords(delimiter: string, limits: FramingLimits, sink: FrameSink): Framer {
  // Of a record of several lines, one with replaced bytes is enough.
  const joiner = createCsvJoiner(delimiter, (record) => emitLine(record, record.includes('\ufffd'), sink));
  const lines = cutLines(limits, {
    line: (line) => joiner.take(line),
    overlong(sample, length) {
      joiner.end();
      sink.failure(overlong(limits.maxEntryBytes), sample, length);
    },
  });
  return {
    push: (bytes) => lines.push(bytes),
    end() {
      lines.end();
      joiner.end();
    },
  };
}
