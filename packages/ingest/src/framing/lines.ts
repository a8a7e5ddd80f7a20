import type { StreamFormat } from '@margay/model';
import { frameCsvRecords } from './csv-records.ts';
import { cutLines, emitLine } from './cut-lines.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { defineFraming } from './framing.ts';
import { overlong } from './text.ts';

/** Each line is an entry; the carriage return of a CRLF goes, blank lines are counted only. */
export function frameLines(limits: FramingLimits, sink: FrameSink): Framer {
  return cutLines(limits, {
    line: (text, mayHaveReplacements) => emitLine(text, mayHaveReplacements, sink),
    overlong: (sample, length) => sink.failure(overlong(limits.maxEntryBytes), sample, length),
  });
}

/** Lines, or records where the stream is known to be CSV. */
export const frameText = (format: StreamFormat, limits: FramingLimits, sink: FrameSink): Framer =>
  format.csvDelimiter === undefined
    ? frameLines(limits, sink)
    : frameCsvRecords(format.csvDelimiter, limits, sink);

export const lines = defineFraming({
  type: 'Lines',
  label: 'Lines',
  help: 'Each line is one event: plain text, CSV, or one JSON object a line.',
  isBeta: false,
  options: [],
  create: frameText,
});
