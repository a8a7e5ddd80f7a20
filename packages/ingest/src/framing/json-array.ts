import { asBuffer } from '../body/as-buffer.ts';
import { holdBytes } from '../body/held-bytes.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { defineFraming } from './framing.ts';
import { createLostBytes } from './json-array-lost.ts';
import { createJsonValueEnd, isJsonSpace } from './json-value-end.ts';
import { createPieceReader, decodeEntry, overlong, tooDeep } from './text.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const letterN = 0x6e;

/** Keys longer than this are never an envelope. */
const maxKeyBytes = 4096;

type State =
  /** Between documents. */
  | 'document'
  /** Inside an envelope object. */
  | 'key'
  | 'keyText'
  | 'colon'
  | 'member'
  | 'skippedMember'
  | 'afterMember'
  /** Inside the array. */
  | 'element'
  | 'elementText'
  | 'afterElement'
  /** Behind something that is not JSON; until a line begins with an object or array. */
  | 'lost';

/**
 * The elements of an array, each an entry, without ever holding the document. With an envelope field the array is that
 * field of an object at the root; other fields are skipped. Documents may follow one another. An envelope that is
 * null or empty gives no entry; one that is missing or no array fails its document.
 */
export function frameJsonArray(envelopeField: string, limits: FramingLimits, sink: FrameSink): Framer {
  const held = holdBytes(limits.maxEntryBytes, limits.sampleBytes);
  /** The beginning of the document, kept until its array is found. */
  const opening = holdBytes(limits.sampleBytes, limits.sampleBytes);
  const lost = createLostBytes(held, sink);
  const valueEnd = createJsonValueEnd();
  const textOf = createPieceReader(sink);
  const hasEnvelope = envelopeField !== '';
  let state: State = 'document';
  let openingFrom = -1;
  let isFound = false;
  let isEnvelopeKey = false;
  let isWrongType = false;

  function beginDocument(at: number): void {
    openingFrom = at;
    isFound = isEnvelopeKey = isWrongType = false;
    opening.clear();
  }

  function endDocument(chunk: Buffer, at: number): void {
    if (!isFound) {
      opening.add(chunk.subarray(openingFrom, at));
      const reason = isWrongType
        ? `the field "${envelopeField}" is not an array`
        : `the object has no field "${envelopeField}"`;
      sink.failure(reason, opening.joined(), opening.length());
    }
    opening.clear();
    openingFrom = -1;
    state = 'document';
  }

  function beginArray(): void {
    isFound = true;
    openingFrom = -1;
    opening.clear();
    state = 'element';
  }

  function lose(reason: string, at: number): number {
    lost.begin(reason);
    opening.clear();
    openingFrom = -1;
    state = 'lost';
    return at;
  }

  /** Reads on inside a value; returns the index behind it, or the chunk's length when it goes on. */
  function readOn(
    chunk: Buffer,
    from: number,
    isKept: boolean,
    then: (chunk: Buffer, from: number, end: number) => void,
  ): number {
    const end = valueEnd.scan(chunk, from);
    if (end !== -1) {
      then(chunk, from, end);
      return end;
    }
    if (isKept) held.add(chunk.subarray(from));
    return chunk.length;
  }

  function emitElement(chunk: Buffer, from: number, end: number): void {
    const isWithinPush = held.length() === 0;
    held.add(chunk.subarray(from, end));
    state = 'afterElement';
    if (held.isOverlong()) sink.failure(overlong(limits.maxEntryBytes), held.joined(), held.length());
    else if (valueEnd.deepest() > limits.maxDepth) {
      sink.failure(tooDeep(limits.maxDepth), held.joined(), held.length());
    } else {
      sink.entry({ text: isWithinPush ? textOf(chunk, from, end) : decodeEntry(held.joined(), sink) });
    }
    held.clear();
  }

  function endKey(chunk: Buffer, from: number, end: number): void {
    held.add(chunk.subarray(from, end));
    const text = held.length() <= maxKeyBytes ? held.joined().toString('utf8') : '';
    held.clear();
    isEnvelopeKey = keyOf(text) === envelopeField;
    state = 'colon';
  }

  /** One step: what `byte` at `i` means in this state. Returns where to read on. */
  function step(chunk: Buffer, i: number, byte: number): number {
    switch (state) {
      case 'document':
        if (byte === comma || byte === 0x1e) return i + 1;
        if (byte !== (hasEnvelope ? openBrace : openBracket))
          return lose(wrongDocument(byte, envelopeField), i);
        beginDocument(i);
        if (hasEnvelope) state = 'key';
        else beginArray();
        return i + 1;
      case 'key':
        if (byte === closeBrace) {
          endDocument(chunk, i + 1);
          return i + 1;
        }
        if (byte !== quote) return lose('the object is not JSON', i);
        state = 'keyText';
        valueEnd.begin();
        return i;
      case 'colon':
        if (byte !== colon) return lose('the object is not JSON', i);
        state = 'member';
        return i + 1;
      case 'member':
        if (byte === comma || byte === colon || byte === closeBrace || byte === closeBracket) {
          return lose('the object is not JSON', i);
        }
        if (isEnvelopeKey && byte === openBracket) {
          beginArray();
          return i + 1;
        }
        if (isEnvelopeKey && byte === letterN) isFound = true;
        else if (isEnvelopeKey) isWrongType = true;
        state = 'skippedMember';
        valueEnd.begin();
        return i;
      case 'afterMember':
        if (byte === comma) state = 'key';
        else if (byte === closeBrace) endDocument(chunk, i + 1);
        else return lose('the object is not JSON', i);
        return i + 1;
      case 'element':
        if (byte === closeBracket) {
          endArray();
          return i + 1;
        }
        if (byte === comma || byte === colon || byte === closeBrace) return lose('the array is not JSON', i);
        state = 'elementText';
        valueEnd.begin();
        return i;
      case 'afterElement':
        if (byte === comma) state = 'element';
        else if (byte === closeBracket) endArray();
        else return lose('the array is not JSON', i);
        return i + 1;
      default:
        return i;
    }
  }

  function endMember(): void {
    state = 'afterMember';
  }

  function endArray(): void {
    state = hasEnvelope ? 'afterMember' : 'document';
  }

  function readLost(chunk: Buffer, from: number): number {
    const { stop, isOver } = lost.read(chunk, from);
    if (isOver) endLost();
    return stop;
  }

  function endLost(): void {
    lost.end();
    state = 'document';
  }

  return {
    push(bytes) {
      const chunk = asBuffer(bytes);
      if (openingFrom !== -1) openingFrom = 0;
      for (let i = 0; i < chunk.length;) {
        if (state === 'elementText') i = readOn(chunk, i, true, emitElement);
        else if (state === 'keyText') i = readOn(chunk, i, true, endKey);
        else if (state === 'skippedMember') i = readOn(chunk, i, false, endMember);
        else if (state === 'lost') i = readLost(chunk, i);
        else if (isJsonSpace(chunk[i]!)) i++;
        else i = step(chunk, i, chunk[i]!);
      }
      if (openingFrom !== -1) opening.add(chunk.subarray(openingFrom));
    },
    end() {
      if (state === 'lost') return endLost();
      if (state === 'document') return;
      const rest = opening.length() > 0 ? opening : held;
      sink.failure(isFound ? 'the array has no end' : 'the object has no end', rest.joined(), rest.length());
    },
  };
}

function wrongDocument(byte: number, envelopeField: string): string {
  if (envelopeField !== '') {
    return byte === openBracket
      ? `the document is an array, not an object with the field "${envelopeField}"`
      : 'the document is not a JSON object';
  }
  return byte === openBrace ? 'the document is an object, not an array' : 'the document is not a JSON array';
}

/** A key as JSON text to its value; undefined when it is not JSON. */
function keyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const jsonArray = defineFraming({
  type: 'JsonArray',
  label: 'JSON Array',
  help: 'An array of JSON values, each one event; the array may be a field of an object, such as Records.',
  isBeta: false,
  options: ['envelopeField'],
  create: (format, limits, sink) => frameJsonArray(format.envelopeField ?? '', limits, sink),
});
