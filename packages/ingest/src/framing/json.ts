import { asBuffer } from '../body/as-buffer.ts';
import { holdBytes } from '../body/held-bytes.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { defineFraming } from './framing.ts';
import { createJsonValueEnd, isJsonSpace } from './json-value-end.ts';
import { createPieceReader, decodeEntry, isBlank, overlong, tooDeep } from './text.ts';

const lf = 0x0a;
const openBrace = 0x7b;
const openBracket = 0x5b;
const scalarPattern = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Commas and record separators (RFC 7464) between values are common in the wild and mean nothing. */
const isBetween = (byte: number) => isJsonSpace(byte) || byte === 0x2c || byte === 0x1e;
/** Bytes a JSON value can begin with: `"`, `-`, digits, `[`, `f`, `n`, `t`, `{`. */
const canBegin = (byte: number) =>
  byte === 0x22 ||
  byte === 0x2d ||
  (byte >= 0x30 && byte <= 0x39) ||
  byte === openBracket ||
  byte === 0x66 ||
  byte === 0x6e ||
  byte === 0x74 ||
  byte === openBrace;

/**
 * A sequence of JSON values, each an entry, with or without white space between them. A line that cannot begin a
 * value is one failure and the next line starts afresh. A value too long to keep is skipped to its end, or to the next
 * line that starts with an object or array, whichever comes first.
 */
export function frameJson(limits: FramingLimits, sink: FrameSink): Framer {
  const held = holdBytes(limits.maxEntryBytes, limits.sampleBytes);
  const valueEnd = createJsonValueEnd();
  const textOf = createPieceReader(sink);
  let state: 'between' | 'value' | 'junk' = 'between';
  /** Inside an overlong value: the last byte seen was a line feed. */
  let isLineStart = false;

  function emitValue(chunk: Buffer, from: number, end: number): void {
    const isWithinPush = held.length() === 0;
    held.add(chunk.subarray(from, end));
    if (held.isOverlong()) return fail(overlong(limits.maxEntryBytes));
    if (valueEnd.deepest() > limits.maxDepth) return fail(tooDeep(limits.maxDepth));
    const text = isWithinPush ? textOf(chunk, from, end) : decodeEntry(held.joined(), sink);
    held.clear();
    state = 'between';
    sink.entry({ text });
  }

  function fail(reason: string): void {
    sink.failure(reason, held.joined(), held.length());
    held.clear();
    state = 'between';
  }

  /** Index where reading goes on. Looks no further than the limit at first, so that cuts between pushes change nothing. */
  function readValue(chunk: Buffer, from: number): number {
    if (held.isOverlong()) return skipOverlong(chunk, from);
    const room = from + limits.maxEntryBytes + 1 - held.length();
    const window = chunk.subarray(0, room);
    const end = valueEnd.scan(window, from);
    if (end === -1) return holdUntil(window, from);
    if (!valueEnd.isScalar()) emitValue(chunk, from, end);
    else endScalar(chunk, from, end);
    return end;
  }

  function skipOverlong(chunk: Buffer, from: number): number {
    const end = valueEnd.scan(chunk, from);
    const restart = lineThatBegins(chunk, from);
    const next = end === -1 || (restart !== -1 && restart < end) ? restart : end;
    if (next === -1) return holdUntil(chunk, from);
    held.add(chunk.subarray(from, next));
    fail(overlong(limits.maxEntryBytes));
    return next;
  }

  function holdUntil(window: Buffer, from: number): number {
    held.add(window.subarray(from));
    isLineStart = window[window.length - 1] === lf;
    return window.length;
  }

  function endScalar(chunk: Buffer, from: number, end: number): void {
    const tail = chunk.subarray(from, end);
    const isShort = held.length() + tail.length < 64;
    if (isShort && scalarPattern.test(Buffer.concat([held.joined(), tail]).toString('latin1'))) {
      return emitValue(chunk, from, end);
    }
    held.add(tail);
    state = 'junk';
  }

  function readJunk(chunk: Buffer, from: number): number {
    const at = chunk.indexOf(lf, from);
    const end = at === -1 ? chunk.length : at;
    held.add(chunk.subarray(from, end));
    if (at !== -1) fail('it is not JSON');
    return end;
  }

  function lineThatBegins(chunk: Buffer, from: number): number {
    const begins = (i: number) => chunk[i] === openBrace || chunk[i] === openBracket;
    if (isLineStart && begins(from)) return from;
    for (let at = chunk.indexOf(lf, from); at !== -1; at = chunk.indexOf(lf, at + 1)) {
      if (begins(at + 1)) return at + 1;
    }
    return -1;
  }

  return {
    push(bytes) {
      const chunk = asBuffer(bytes);
      for (let i = 0; i < chunk.length;) {
        if (state === 'value') i = readValue(chunk, i);
        else if (state === 'junk') i = readJunk(chunk, i);
        else {
          while (i < chunk.length && isBetween(chunk[i]!)) i++;
          if (i === chunk.length) return;
          state = canBegin(chunk[i]!) ? 'value' : 'junk';
          if (state === 'value') valueEnd.begin();
        }
      }
    },
    end() {
      if (state === 'value' && valueEnd.isScalar()) endScalar(Buffer.alloc(0), 0, 0);
      if (state === 'junk') return fail('it is not JSON');
      if (state !== 'value') return;
      if (held.isOverlong()) return fail(overlong(limits.maxEntryBytes));
      const rest = held.joined();
      held.clear();
      state = 'between';
      salvageLines(rest, limits, sink);
    },
  };
}

/**
 * The stream ended inside a value. Lines that are whole values by themselves are kept as entries; what lies between
 * them is a failure.
 */
function salvageLines(rest: Buffer, limits: FramingLimits, sink: FrameSink): void {
  const valueEnd = createJsonValueEnd();
  let lostFrom = 0;
  const loseUntil = (end: number) => {
    const lost = rest.subarray(lostFrom, end);
    if (isBlank(lost.toString('latin1'))) return;
    sink.failure('the JSON value has no end', lost.subarray(0, limits.sampleBytes), lost.length);
  };
  for (let from = 0; from < rest.length;) {
    const at = rest.indexOf(lf, from);
    const next = at === -1 ? rest.length : at + 1;
    const line = rest.subarray(from, next);
    valueEnd.begin();
    const begins = line[0] === openBrace || line[0] === openBracket;
    const end = begins ? valueEnd.scan(line, 0) : -1;
    const isWhole =
      end !== -1 && isBlank(line.toString('latin1', end)) && valueEnd.deepest() <= limits.maxDepth;
    if (isWhole) {
      loseUntil(from);
      sink.entry({ text: decodeEntry(line.subarray(0, end), sink) });
      lostFrom = next;
    }
    from = next;
  }
  loseUntil(rest.length);
}

export const json = defineFraming({
  type: 'JSON',
  label: 'JSON',
  help: 'JSON values one after another, on one line each or spread over many; each is one event.',
  isBeta: false,
  options: [],
  create: (_format, limits, sink) => frameJson(limits, sink),
});
