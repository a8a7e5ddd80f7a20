import type { StreamFormat } from '@margay/model';
import { asBuffer } from '../body/as-buffer.ts';
import { holdBytes } from '../body/held-bytes.ts';
import { frameCloudWatchLogs } from './cloudwatch-logs.ts';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { defineFraming } from './framing.ts';
import { frameJson } from './json.ts';
import { frameJsonArray } from './json-array.ts';
import { createJsonValueEnd, isJsonSpace } from './json-value-end.ts';
import { frameText } from './lines.ts';
import { guessXmlRoot } from './xml-root.ts';
import { frameXml } from './xml.ts';

/** Keys under which services deliver arrays of events. */
const knownEnvelopes = ['Records', 'records', 'value', 'logEvents', 'events', 'data', 'items', 'entries'];
const envelopeStart = new RegExp(`^\\s*\\{\\s*"(${knownEnvelopes.join('|')})"\\s*:\\s*\\[\\s*\\{`);

/** What to do with a stream whose first bytes are known; undefined while more bytes could still decide. */
type Choice = Pick<StreamFormat, 'type' | 'envelopeField' | 'xmlRootElement'> | 'refuse';

const canBeginElement = /^[A-Za-z_:?!\u0080-\uffff]/;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The single known envelope of an object, when an array of objects is all it holds. */
function envelopeOf(value: object): string | undefined {
  const [only, ...others] = Object.entries(value);
  if (!only || others.length > 0) return undefined;
  const [key, elements]: [string, unknown] = only;
  const isEnvelope =
    knownEnvelopes.includes(key) &&
    Array.isArray(elements) &&
    elements.every((element) => typeof element === 'object' && element !== null);
  return isEnvelope ? key : undefined;
}

/** Decides for a stream that begins with a JSON object or array at `start`. */
function chooseJson(head: Buffer, start: number, isAll: boolean): Choice | undefined {
  const valueEnd = createJsonValueEnd();
  valueEnd.begin();
  const end = valueEnd.scan(head, start);
  const isArray = head[start] === 0x5b;
  if (end === -1) {
    if (!isAll) return undefined;
    const firstLine = head.indexOf(0x0a, start);
    const text = head.toString('latin1', start, Math.min(head.length, start + 1024));
    if (isArray) return /^\[\s*[[{"\]]/.test(text) ? { type: 'JsonArray' } : { type: 'Lines' };
    const envelope = envelopeStart.exec(text)?.[1];
    if (envelope !== undefined) return { type: 'JsonArray', envelopeField: envelope };
    // Several lines that begin like objects are lines, one of them damaged.
    return firstLine !== -1 && head[firstLine + 1] === 0x7b ? { type: 'Lines' } : { type: 'JSON' };
  }
  let next = end;
  while (next < head.length && isJsonSpace(head[next]!)) next++;
  if (next === head.length && !isAll) return undefined;
  const value = parse(head.toString('utf8', start, end));
  const isOneLine = !head.subarray(start, end).includes(0x0a);
  if (typeof value !== 'object' || value === null) return isOneLine ? { type: 'Lines' } : { type: 'JSON' };
  const isFollowedByText =
    next < head.length && !head.subarray(end, next).includes(0x0a) && !isOpening(head[next]!);
  if (isFollowedByText) return { type: 'Lines' };
  if (Array.isArray(value)) return { type: 'JsonArray' };
  if ('messageType' in value && 'logEvents' in value) return { type: 'CloudWatchLogs' };
  const envelope = envelopeOf(value);
  if (envelope !== undefined) return { type: 'JsonArray', envelopeField: envelope };
  const isLineAfter = next < head.length && head.subarray(end, next).includes(0x0a) && isOneLine;
  return isLineAfter ? { type: 'Lines' } : { type: 'JSON' };
}

const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;

function choose(head: Buffer, isAll: boolean): Choice | undefined {
  if (head.length >= 4) {
    const magic = head.toString('latin1', 0, 4);
    if (magic === 'PAR1' || magic === 'Obj\u0001') return 'refuse';
  }
  let start = 0;
  while (start < head.length && isJsonSpace(head[start]!)) start++;
  if (start === head.length) return isAll ? { type: 'Lines' } : undefined;
  if (head.length - start < 4 && !isAll) return undefined;
  const first = head[start]!;
  if (isOpening(first)) return chooseJson(head, start, isAll);
  // A syslog line begins with its priority in angle brackets: <34>.
  const isXml = first === 0x3c && canBeginElement.test(head.toString('utf8', start + 1, start + 5));
  if (!isXml) return { type: 'Lines' };
  const root = guessXmlRoot(head.toString('utf8', start), isAll);
  return root === undefined ? undefined : { type: 'XML', xmlRootElement: root };
}

/**
 * Looks at the beginning of the stream and picks the reader: XML, arrays, envelopes, CloudWatch records, JSON or
 * lines. It waits until the first value is complete, at most as long as one entry may be.
 */
export function frameAuto(format: StreamFormat, limits: FramingLimits, sink: FrameSink): Framer {
  const held = holdBytes(Infinity, limits.sampleBytes);
  let chosen: Framer | undefined;
  let lookAgainAt = 1;
  let refusedBytes = 0;

  function framerFor(choice: Choice): Framer {
    if (choice === 'refuse') return refuse();
    if (choice.type === 'Lines') return frameText(format, limits, sink);
    if (choice.type === 'JsonArray') return frameJsonArray(choice.envelopeField ?? '', limits, sink);
    if (choice.type === 'CloudWatchLogs')
      return frameCloudWatchLogs(format.keepEnvelope === true, limits, sink);
    if (choice.type === 'XML') return frameXml(choice.xmlRootElement ?? '', limits, sink);
    return frameJson(limits, sink);
  }

  function refuse(): Framer {
    let sample: Uint8Array | undefined;
    return {
      push(bytes) {
        sample ??= bytes.subarray(0, limits.sampleBytes);
        refusedBytes += bytes.length;
      },
      end: () =>
        sink.failure('Parquet and Avro files are not read; send JSON or lines', sample ?? '', refusedBytes),
    };
  }

  function decide(isAll: boolean): void {
    const head = held.joined();
    // Never more than this, however the stream was cut, so that the choice is always the same.
    const choice = choose(head.subarray(0, limits.maxEntryBytes + 1), isAll);
    // Doubling keeps looking at a growing head linear.
    lookAgainAt = head.length * 2;
    if (choice === undefined) return;
    chosen = framerFor(choice);
    held.clear();
    chosen.push(head);
  }

  return {
    push(bytes) {
      if (chosen) return chosen.push(bytes);
      held.add(asBuffer(bytes));
      if (held.length() >= lookAgainAt) decide(held.length() > limits.maxEntryBytes);
    },
    end() {
      if (!chosen) decide(true);
      chosen?.end();
    },
  };
}

export const auto = defineFraming({
  type: 'Auto',
  label: 'Auto',
  help: 'Looks at the data and picks one of the others, for each batch anew.',
  isBeta: false,
  options: ['keepEnvelope'],
  create: frameAuto,
});
