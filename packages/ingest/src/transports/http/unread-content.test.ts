import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { silentLogger } from '@margay/kit';
import type { StreamFormat } from '@margay/model';
import { createHttpIntake } from './receive.ts';
import { HttpSettings } from './settings.ts';

const settings = HttpSettings.parse({
  authMethod: 'None',
  allowUnauthenticated: true,
});
const form = 'application/x-www-form-urlencoded';

/** Sends one body to an intake; `stored` is what the buffer was given. */
async function send(
  body: string | Buffer,
  headers: Record<string, string> = {},
  format: StreamFormat = { type: 'Auto' },
) {
  const stored: Uint8Array[] = [];
  const receive = createHttpIntake({
    async append(meta, bytes) {
      if (bytes instanceof Uint8Array) stored.push(bytes);
      return {
        sequence: 1,
        batchId: 'b',
        receivedAt: meta.receivedAt,
        plainBytes: 0,
        storedBytes: 0,
        isDuplicate: false,
      };
    },
    now: () => new Date(0),
    logger: silentLogger,
  });
  async function* pieces() {
    yield Buffer.from(body);
  }
  const reply = await receive(
    {
      method: 'POST',
      header: (name) => headers[name],
      body: pieces(),
      remoteAddress: '',
    },
    { id: 's', format, settings },
  );
  return { ...reply, stored };
}

/** An OTLP log export: one resource, one scope, one record. */
const otlp = Buffer.from(
  '0a3b0a150a130a0c736572766963652e6e616d6512030a0161122212200900e40b5402000018100929050a03696e666f2a0c0a0a68656c6c6f20776f726c64',
  'hex',
);
/** {"a": "b", "n": 1} */
const packedMap = Buffer.from('82a161a162a16e01', 'hex');
/** [[1700000000, {"log": "x"}]] */
const packedList = Buffer.from('9192ce6553f10081a36c6f67a178', 'hex');
const otlpJson = '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"x"}}]}]}]}';
const firehose = '{"requestId":"r","timestamp":1,"records":[{"data":"eyJhIjoxfQ=="}]}';

const hec = (event: unknown) =>
  JSON.stringify({ time: 1426279439, host: 'h', source: 's', sourcetype: 'access', index: 'main', event });
/** The head of an image with much text in it, which does not look binary. */
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('tEXtComment '.repeat(40))]);

describe('content that is not read', () => {
  it.each<[string, string | Buffer, Record<string, string>, RegExp]>([
    ['OTLP as protobuf', otlp, { 'content-type': 'application/x-protobuf' }, /x-protobuf\) is protobuf/],
    ['OTLP as protobuf, packed', gzipSync(otlp), { 'content-type': 'application/x-protobuf' }, /protobuf/],
    ['OTLP as protobuf, undeclared', otlp, {}, /no content type\) is binary/],
    ['OTLP as JSON', otlpJson, { 'content-type': 'application/json' }, /OTLP export as JSON/],
    ['MessagePack', packedMap, { 'content-type': 'application/msgpack' }, /is MessagePack/],
    ['MessagePack, undeclared', packedMap, { 'content-type': 'application/octet-stream' }, /MessagePack/],
    ['a list as MessagePack', packedList, {}, /MessagePack/],
    ['Firehose', firehose, { 'x-amz-firehose-request-id': 'r' }, /Amazon Data Firehose/],
    ['HEC', '{"event":"x"}', { authorization: 'Splunk 12-34' }, /Splunk HTTP Event Collector/],
    ['Firehose without its headers', firehose, {}, /Amazon Data Firehose/],
    [
      'Firehose without its headers, in another order',
      `\n{ "timestamp": 1, "requestId": "r",\n "records": [ {"data": "eyJhIjoxfQ=="} ] }`,
      { 'content-type': 'application/json' },
      /Amazon Data Firehose/,
    ],
    ['HEC without its header', hec('x'), {}, /Splunk HTTP Event Collector/],
    ['several of HEC in a row', hec({ a: 1 }).repeat(3), {}, /Splunk HTTP Event Collector/],
    [
      'HEC with an event longer than what is looked at',
      `{"sourcetype":"s","event":"${'x'.repeat(9_000)}"}`,
      {},
      /Splunk HTTP Event Collector/,
    ],
    ['a PNG image', png, {}, /is a PNG image/],
    ['a PNG image that says it is text', png, { 'content-type': 'text/plain' }, /is a PNG image/],
    ['a JPEG image', Buffer.from('ffd8ffe000104a464946', 'hex'), {}, /is a JPEG image/],
    ['a PDF document', '%PDF-1.7\n1 0 obj', {}, /is a PDF document/],
    ['a form', 'payload=%7B%22a%22%3A1%7D&b=c+d', { 'content-type': form }, /is a form.*text\/plain/],
    ['a long form', `payload=${'%7B'.repeat(3000)}`, { 'content-type': `${form}; charset=utf-8` }, /a form/],
    [
      'a form in parts',
      '--x\r\nContent-Disposition: form-data',
      { 'content-type': 'multipart/form-data; boundary=x' },
      /several parts/,
    ],
    ['Parquet', 'PAR1\u0015\u0004', {}, /Parquet or Avro/],
    ['noise', Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 37) % 256)), {}, /binary data/],
  ])(
    '%s is a 415 that names it and what is accepted, and nothing is stored',
    async (_, body, headers, words) => {
      const reply = await send(body, headers);
      expect(reply.status).toBe(415);
      expect(JSON.parse(reply.body)).toMatchObject({
        code: 'UnsupportedContent',
        message: expect.stringMatching(words),
      });
      expect(reply.body).toContain('Accepted are JSON objects, JSON arrays, lines of text and XML.');
      expect(reply.headers['accept']).toContain('application/json');
      expect(reply.stored).toEqual([]);
    },
  );

  it.each<[string, string | Buffer, Record<string, string>, StreamFormat?]>([
    ['JSON as curl -d declares it', '{"a":1}', { 'content-type': form }],
    ['JSON lines as curl -d declares them', '{"a":1}\n{"b":2}', { 'content-type': form }],
    ['a list as curl -d declares it', '[{"a":1}]', { 'content-type': form }],
    ['a syslog line as curl -d declares it', '<34>Oct 11 22:14:15 host su: a=b', { 'content-type': form }],
    ['lines of key=value as curl -d declares them', 'a=1\nb=2\n', { 'content-type': form }],
    ['a form that is declared text', 'a=1&b=2', { 'content-type': 'text/plain' }],
    ['JSON as octets', '{"a":1}', { 'content-type': 'application/octet-stream' }],
    ['JSON under a type of MessagePack', '{"a":"é"}', { 'content-type': 'application/msgpack' }],
    ['JSON lines', '{"a":1}\n{"a":2}', { 'content-type': 'application/x-ndjson' }],
    ['JSON without a type', '{"a":1}', {}],
    [
      'a list of events under the field the source names',
      otlpJson,
      {},
      { type: 'JsonArray', envelopeField: 'resourceLogs' },
    ],
    [
      'an event of ones own with keys that the Event Collector has too',
      '{"time":1,"host":"h","event":"x"}',
      {},
    ],
    ['one with more keys than it has', '{"event":"x","index":4,"sourcetype":"a","user":"ann"}', {}],
    ['keys of it inside', '{"a":{"event":"x","sourcetype":"s"}}', {}],
    ['its keys as text', '{"event":"\\"sourcetype\\":","host":"h"}', {}],
    ['lists under records that are no Firehose', '{"requestId":"r","timestamp":1,"records":[{"id":1}]}', {}],
    ['records of a source that names them', firehose, {}, { type: 'JsonArray', envelopeField: 'records' }],
    ['XML', '<Event><a>1</a></Event>', { 'content-type': 'application/xml' }],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), {}],
    ['lines that are not UTF-8', Buffer.from('user=J\xfcrgen\n', 'latin1'), {}],
    [
      'a line that begins with a quotation mark of Windows-1252',
      Buffer.from('\x93Hello\x94 said', 'latin1'),
      {},
    ],
    ['lines torn by a crash', 'a\n\0\0\0\0\0\0\0\0b\n', {}],
    ['colours of a terminal', '\u001b[31mred\u001b[0m\n', {}],
    ['text cut within a character at the head', 'é'.repeat(4000), { 'content-type': 'application/protobuf' }],
  ])('%s is taken', async (_, body, headers, format) => {
    const reply = await send(body, headers, format);
    expect(reply.status, reply.body).toBe(200);
    expect(reply.stored).toHaveLength(1);
  });

  it('a packed encoding that is not read names those that are', async () => {
    const reply = await send('x', { 'content-encoding': 'snappy' });
    expect([reply.status, reply.headers['accept-encoding']]).toEqual([415, 'gzip, zstd']);
  });
});
