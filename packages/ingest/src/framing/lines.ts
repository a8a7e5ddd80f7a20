import type { StreamFormat } from '@margay/model';
import { frameCsvRecords } from './csv-records.ts';
import { cutLines, emitLine, withoutReturn } from './cut-lines.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { defineFraming } from './framing.ts';
import { overlong } from './text.ts';
import { createZeekReader } from './zeek.ts';

const hash = 0x23;

/**
 * Each line is an entry; the carriage return of a CRLF goes, blank lines are counted only. From the header line with
 * which a log of Zeek begins, rows carry their JSON form as value.
 */
export function frameLines(limits: FramingLimits, sink: FrameSink): Framer {
  const zeek = createZeekReader();

  function emitRow(text: string): void {
    if (text === '') return sink.count('blank');
    if (text.includes('\ufffd')) sink.count('replacedUtf8');
    const row = zeek.row(text);
    if ('fault' in row) sink.failure(row.fault, text, Buffer.byteLength(text));
    else sink.entry({ text, value: row.value });
  }

  return cutLines(limits, {
    line(line, mayHaveReplacements) {
      if (line.charCodeAt(0) === hash && zeek.takeHeader(withoutReturn(line))) sink.count('control');
      else if (zeek.isReading()) emitRow(withoutReturn(line));
      else emitLine(line, mayHaveReplacements, sink);
    },
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
  help: 'Each line is one event: plain text, CSV, a row of a Zeek log with its header, or one JSON object a line.',
  isBeta: false,
  options: [],
  create: frameText,
});
