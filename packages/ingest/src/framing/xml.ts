import { asBuffer } from '../body/as-buffer.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { defineFraming } from './framing.ts';
import { overlong } from './text.ts';
import { isXmlName, nextXmlToken } from './xml-tokens.ts';
import type { XmlToken } from './xml-tokens.ts';
import { xmlElementToJson } from './xml-value.ts';

/** A slice of a text keeps the whole of it in memory; its copy does not. */
const copyOf = (slice: string) => Buffer.from(slice, 'utf16le').toString('utf16le');

/**
 * Each child of the root element is an entry; without a root, each element that stands by itself. The entry keeps its
 * XML as text and carries its JSON form as value. Entity declarations are never followed.
 */
export function frameXml(rootElement: string, limits: FramingLimits, sink: FrameSink): Framer {
  // Replaces bytes that are not UTF-8; `fatal` could not tell which entry they belong to.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Text not yet consumed. `entryFrom` and `position` are positions in it. */
  let text = '';
  let position = 0;
  /** Length at which looking for the end of an unfinished token makes sense again: keeps tiny pushes linear. */
  let retryAt = 0;
  let depth = 0;
  let rootDepth = rootElement === '' ? 0 : -1;
  let wasRootFound = rootElement === '';
  let entryFrom = -1;
  let entryDepth = 0;
  /** An entry or token too long to keep: its beginning, and the bytes let go so far. */
  let lost: { sample: string; bytes: number } | undefined;
  let firstText = '';
  let totalBytes = 0;

  const maxTokenLength = limits.maxEntryBytes;
  let hasFailed = false;

  function fail(reason: string, sample: string, bytes: number): void {
    hasFailed = true;
    sink.failure(reason, sample, bytes);
  }

  function read(isLast: boolean): void {
    while (position < text.length) {
      if (!isLast && text.length < retryAt) break;
      const found = nextXmlToken(text, position, isLast);
      const reach = (found?.end ?? text.length) - position;
      // A comment or tag longer than any entry may be is read as text, piece by piece.
      const token: XmlToken | undefined =
        reach > maxTokenLength
          ? { kind: 'text', start: position, end: position + maxTokenLength, name: '' }
          : found;
      if (!token) {
        retryAt = position + Math.min(Math.max(4096, (text.length - position) * 2), maxTokenLength + 1);
        break;
      }
      retryAt = 0;
      position = token.end;
      apply(token);
    }
    compact();
  }

  function apply(token: XmlToken): void {
    if (entryFrom === -1 && rootDepth !== -1 && depth === rootDepth && token.kind === 'text') stray(token);
    if (token.kind === 'open' || token.kind === 'empty') {
      if (entryFrom === -1 && rootDepth !== -1 && depth === rootDepth) {
        entryFrom = token.start;
        entryDepth = depth;
      } else if (rootDepth === -1 && token.kind === 'open' && isXmlName(token.name, rootElement)) {
        rootDepth = depth + 1;
        wasRootFound = true;
      }
    }
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    const isEnd = token.kind === 'close' || token.kind === 'empty';
    if (isEnd && entryFrom !== -1 && depth <= entryDepth) emitEntry(token.end);
    if (rootElement !== '' && rootDepth !== -1 && depth < rootDepth) rootDepth = -1;
    if (depth < 0) depth = 0;
  }

  /** Text where only elements belong. */
  function stray(token: XmlToken): void {
    const piece = text.slice(token.start, token.end);
    if (piece.trim() === '') return;
    fail('it is text outside any element', piece, Buffer.byteLength(piece));
  }

  function emitEntry(end: number): void {
    const piece = text.slice(entryFrom, end);
    entryFrom = -1;
    if (lost) return failLost(piece);
    const bytes = Buffer.byteLength(piece);
    if (bytes > limits.maxEntryBytes) return fail(overlong(limits.maxEntryBytes), piece, bytes);
    const converted = xmlElementToJson(piece, limits.maxDepth);
    if ('error' in converted) return fail(converted.error, piece, bytes);
    if (piece.includes('\ufffd')) sink.count('replacedUtf8');
    sink.entry({ text: piece, value: converted.value });
  }

  function failLost(rest: string): void {
    if (!lost) return;
    fail(overlong(limits.maxEntryBytes), lost.sample, lost.bytes + Buffer.byteLength(rest));
    lost = undefined;
  }

  /**
   * Lets go of text that is done with, and of an entry that is too long to keep: between two pushes no more characters
   * are held than the bytes an entry may have, whatever is sent.
   */
  function compact(): void {
    let keepFrom = entryFrom === -1 ? position : entryFrom;
    // What follows an unfinished token belongs to the entry, too: it is known to be too long before the token ends.
    if (entryFrom !== -1 && (lost || text.length - entryFrom > limits.maxEntryBytes)) {
      lost ??= { sample: copyOf(text.slice(entryFrom, entryFrom + limits.sampleBytes)), bytes: 0 };
      lost.bytes += Buffer.byteLength(text.slice(entryFrom, position));
      keepFrom = entryFrom = position;
    }
    if (keepFrom === 0) return;
    text = text.slice(keepFrom);
    position -= keepFrom;
    retryAt = Math.max(0, retryAt - keepFrom);
    if (entryFrom !== -1) entryFrom -= keepFrom;
  }

  /** The stream ended inside an entry or a tag. */
  function failRest(): void {
    const rest = text.slice(entryFrom === -1 ? position : entryFrom);
    if (lost) failLost(rest);
    else if (rest.trim() !== '') fail('the XML is broken off', rest, Buffer.byteLength(rest));
  }

  function add(piece: string): void {
    text += piece;
    if (firstText.length < 1024) firstText = (firstText + piece).slice(0, 1024);
    read(false);
  }

  return {
    push(bytes) {
      totalBytes += bytes.length;
      add(decoder.decode(asBuffer(bytes), { stream: true }));
    },
    end() {
      add(decoder.decode());
      read(true);
      failRest();
      if (!wasRootFound && !hasFailed && firstText.trim() !== '') {
        fail(`the document has no element "${rootElement}"`, firstText, totalBytes);
      }
    },
  };
}

export const xml = defineFraming({
  type: 'XML',
  label: 'XML',
  help: 'XML elements, each one event turned into JSON; name the element that encloses them, if there is one.',
  isBeta: true,
  options: ['xmlRootElement'],
  create: (format, limits, sink) => frameXml(format.xmlRootElement ?? '', limits, sink),
});
