import { isUtf8 } from 'node:buffer';
import { invalidInput, type MargayError } from '@margay/kit';
import type { StreamFormat } from '@margay/model';
import { decodeBody, defaultDecodeLimits } from '../../body/decode.ts';
import { asBuffer } from '../../body/as-buffer.ts';
import { firstKeys } from './first-keys.ts';

/** Content types that a source reads, for the `Accept` header of a refusal. */
export const readContentTypes =
  'application/json, application/x-ndjson, text/plain, text/csv, application/xml';

/** Plain bytes at the beginning of a body that are looked at. */
const headBytes = 4096;
const sliceBytes = 64 * 1024;

interface Facts {
  header(name: string): string | undefined;
  /** Without parameters, in lower case; empty when there is none. */
  contentType: string;
  head: Buffer;
  isWhole: boolean;
  format: StreamFormat;
}

/** Something that senders bring and no stream type reads: storing it would make rows of nonsense. */
interface UnreadContent {
  name: string;
  remedy: string;
  isIt(facts: Facts): boolean;
}

const usualRemedy = 'Let the sender write JSON or lines of text';

/** Control characters that text never holds. NUL is left out: files torn by a crash have runs of it. */
const isControl = (byte: number) =>
  byte < 0x1c && byte !== 0 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b;

/** UTF-8 without control characters. The head may end within a character. */
function isPlainText({ head, isWhole }: Facts): boolean {
  const isCut = (bytes: Buffer) => [1, 2, 3].some((count) => isUtf8(bytes.subarray(0, -count)));
  return !head.some(isControl) && (isUtf8(head) || (!isWhole && isCut(head)));
}

const declares = (pattern: RegExp) => (facts: Facts) =>
  pattern.test(facts.contentType) && !isPlainText(facts);

/** A map or list as MessagePack begins one; no UTF-8 text begins so. */
function beginsLikeMessagePack({ head }: Facts): boolean {
  const [first = 0, second = 0] = head;
  const isText = (second >= 0xa0 && second <= 0xbf) || (second >= 0xd9 && second <= 0xdb);
  const isMapOrList = second >= 0x80 && second <= 0x9f;
  if (first >= 0x80 && first <= 0x8f) return isText;
  if (first > 0x90 && first <= 0x9f) return isMapOrList || isText || second >= 0xca;
  return first >= 0xdc && first <= 0xdf && second < 0x20;
}

const byteOrderMarks = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** More than one byte in 32 is a control character, and no mark says that it is UTF-16. */
function isBinary({ head }: Facts): boolean {
  if (byteOrderMarks.some(([first, second]) => head[0] === first && head[1] === second)) return false;
  let count = 0;
  for (const byte of head) if (isControl(byte)) count++;
  return count > 1 && count * 32 > head.length;
}

/** Written the way a form is: `name=value&…` with everything else as %XX. Lines and JSON hold other characters. */
function isForm({ contentType, head, isWhole }: Facts): boolean {
  if (contentType !== 'application/x-www-form-urlencoded') return false;
  const text = head.toString('latin1').trimEnd();
  const whole = isWhole ? text : text.replace(/%[0-9A-Fa-f]?$/, '');
  return /^(?:[\w*.+~=&-]|%[0-9A-Fa-f]{2})+$/.test(whole) && /[=%]/.test(whole);
}

/** A source that says which field holds its events knows what it takes. */
const namesNoEnvelope = ({ format }: Facts) => (format.envelopeField ?? '') === '';

const firehoseStart =
  /^\s*\{\s*(?:"(?:requestId|timestamp)"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*){2}"records"\s*:\s*\[\s*\{\s*"data"\s*:\s*"/;

const hecKeys = new Set(['time', 'host', 'source', 'sourcetype', 'index', 'event', 'fields']);

/**
 * The envelope of the HTTP Event Collector: no keys but its own, an event among them, and one that no other log would
 * bring beside it. `event` or `host` alone are what many logs have.
 */
function isHec(facts: Facts): boolean {
  if (!namesNoEnvelope(facts)) return false;
  const keys = firstKeys(facts.head);
  const has = (key: string) => keys.includes(key);
  return has('event') && (has('sourcetype') || has('index')) && keys.every((key) => hecKeys.has(key));
}

/** How files of well-known kinds begin. */
const signatures: readonly (readonly [name: string, latin1: string])[] = [
  ['a PNG image', '\x89PNG\r\n\x1a\n'],
  ['a JPEG image', '\xff\xd8\xff'],
  ['a GIF image', 'GIF87a'],
  ['a GIF image', 'GIF89a'],
  ['a PDF document', '%PDF-'],
  ['a program', '\x7fELF'],
];

const unread: UnreadContent[] = [
  {
    name: 'an Amazon Data Firehose delivery, whose records are packed in Base64',
    remedy: 'Let Firehose deliver to S3, or send the records themselves',
    isIt: (facts) =>
      ['protocol-version', 'request-id'].some(
        (name) => facts.header(`x-amz-firehose-${name}`) !== undefined,
      ) ||
      (namesNoEnvelope(facts) && firehoseStart.test(facts.head.toString('latin1'))),
  },
  {
    name: 'a Splunk HTTP Event Collector request',
    remedy: "Send the events themselves, with this log source's own authentication",
    isIt: (facts) => /^splunk\s/i.test(facts.header('authorization') ?? '') || isHec(facts),
  },
  {
    name: 'an OTLP export as JSON',
    remedy: usualRemedy,
    isIt: (facts) =>
      namesNoEnvelope(facts) &&
      /^\s*\{\s*"resource(?:Logs|Spans|Metrics)"\s*:/.test(facts.head.toString('latin1')),
  },
  {
    name: 'protobuf, as OTLP exporters and Prometheus send it',
    remedy: usualRemedy,
    isIt: declares(/protobuf|^application\/grpc/),
  },
  {
    name: 'MessagePack',
    remedy: usualRemedy,
    isIt: declares(/msgpack|messagepack/),
  },
  { name: 'MessagePack', remedy: usualRemedy, isIt: beginsLikeMessagePack },
  { name: 'CBOR', remedy: usualRemedy, isIt: declares(/[/+]cbor$/) },
  {
    name: 'a Parquet or Avro file',
    remedy: usualRemedy,
    isIt: ({ head }) => ['PAR1', 'Obj\u0001'].includes(head.toString('latin1', 0, 4)),
  },
  ...signatures.map(([name, start]) => ({
    name,
    remedy: usualRemedy,
    isIt: ({ head }: Facts) => head.toString('latin1', 0, start.length) === start,
  })),
  {
    name: 'a form',
    remedy:
      'Send the events as the body themselves; if these are lines of text that only look like a form, send them with the content type text/plain',
    isIt: isForm,
  },
  {
    name: 'a form in several parts',
    remedy: 'Send the events as the body themselves; with curl, by --data-binary',
    isIt: ({ contentType, head }) =>
      contentType.startsWith('multipart/') && head.toString('latin1', 0, 2) === '--',
  },
  { name: 'binary data', remedy: usualRemedy, isIt: isBinary },
];

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += sliceBytes) yield bytes.subarray(from, from + sliceBytes);
}

async function plainHead(body: Uint8Array, contentEncoding: string | undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of decodeBody(slices(body), contentEncoding, defaultDecodeLimits)) {
    parts.push(asBuffer(chunk));
    size += chunk.length;
    if (size >= headBytes) break;
  }
  return Buffer.concat(parts);
}

/**
 * Why a body cannot become events, whatever its source's schemas: a 415 that names what it is; undefined when it can.
 * The content decides; the declared type only where the content fits it, since senders put JSON under any type: what
 * `curl -d` sends is declared a form. Throws what `decodeBody` throws.
 */
export async function refusalOfContent(
  request: { header(name: string): string | undefined },
  body: Uint8Array,
  format: StreamFormat,
): Promise<MargayError | undefined> {
  const start = await plainHead(body, request.header('content-encoding'));
  const declared = request.header('content-type') ?? '';
  const facts: Facts = {
    header: (name) => request.header(name),
    contentType: (declared.split(';')[0] ?? '').trim().toLowerCase(),
    head: start.subarray(0, headBytes),
    isWhole: start.length <= headBytes,
    format,
  };
  const found = unread.find(({ isIt }) => isIt(facts));
  if (found === undefined) return undefined;
  const type = declared === '' ? 'no content type' : `the content type ${declared.slice(0, 100)}`;
  return invalidInput(
    `The body (with ${type}) is ${found.name}. That is not read yet, and nothing of it was stored. ${found.remedy}. Accepted are JSON objects, JSON arrays, lines of text and XML.`,
    {
      code: 'UnsupportedContent',
      status: 415,
      details: { content: found.name, contentType: declared },
    },
  );
}
