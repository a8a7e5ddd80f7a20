import { connect } from 'node:net';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { ofEachClass, pushOrLong } from '@margay/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { balanceOf, countRows, querySql, type Balance } from '../support/lake.ts';
import { peakMemoryBytes } from '../support/memory.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendBody, sendLines } from '../support/source.ts';

const megabyte = 1024 ** 2;
const peakMemoryLimit = 1.5 * 1024 * megabyte;
const gzipped = { 'content-encoding': 'gzip' };
let server: TestServer;
let sourceId: string;
/** What the source at hand must have booked by now. */
const wanted = { stored: 0, failed: 0 };

beforeAll(async () => {
  server = await startTestServer();
  sourceId = await createHttpSource(server, 'hostile', ['AWS.CloudTrail']);
});
afterAll(() => server.stop());

/** Waits until nothing is in flight any more, and gives the balance. */
async function settled(id: string, received: number): Promise<Balance> {
  return eventually(
    () => balanceOf(server, id),
    (balance) => balance.received >= received && balance.inFlight === 0,
    120_000,
  );
}

async function rowsOf(id: string): Promise<{ stored: number; failed: number }> {
  const where = `where p_source_id = '${id}'`;
  return {
    stored: await countRows(server, `select count(*) as n from panther_logs.public.aws_cloudtrail ${where}`),
    failed: await countRows(
      server,
      `select count(*) as n from panther_monitor.public.classification_failures ${where}`,
    ),
  };
}

/** The balance holds, it is the expected one, and the lake has the same rows. */
async function expectBooked(id: string, { stored, failed }: typeof wanted): Promise<void> {
  const balance = await settled(id, stored + failed);
  expect(balance).toEqual({ received: stored + failed, stored, duplicate: 0, failed, inFlight: 0 });
  const rows = await eventually(
    () => rowsOf(id),
    (found) => found.stored >= stored && found.failed >= failed,
  );
  expect(rows).toEqual({ stored, failed });
}

/** `{"a": …}` around `levels` levels, inside an otherwise ordinary event. */
const deepArray = (levels: number) =>
  cloudTrailLine({ requestParameters: '?' }).replace('"?"', `${'['.repeat(levels)}1${']'.repeat(levels)}`);
const deepObject = (levels: number) =>
  cloudTrailLine({ requestParameters: '?' }).replace(
    '"?"',
    `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  );
const withRaw = (bytes: number[]) => {
  const [before = '', after = ''] = cloudTrailLine({ userAgent: 'here' }).split('here');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
};

/** Each is one entry; `isStored` says whether it can be kept as an event. */
const hostileEntries: { name: string; entry: () => string | Buffer; isStored: boolean }[] = [
  { name: '10,000 nested arrays', entry: () => deepArray(10_000), isStored: false },
  { name: '10,000 nested objects', entry: () => deepObject(10_000), isStored: false },
  { name: 'bytes that are not UTF-8', entry: () => withRaw([0xff, 0xfe, 0xc3, 0x28]), isStored: true },
  { name: 'an overlong UTF-8 form', entry: () => withRaw([0xc0, 0xaf]), isStored: true },
  { name: 'a raw NUL in a text', entry: () => withRaw([0x61, 0x00, 0x62]), isStored: false },
  { name: 'an escaped NUL', entry: () => cloudTrailLine({ userAgent: 'a\u0000b' }), isStored: true },
  {
    name: 'half a surrogate pair',
    entry: () => cloudTrailLine().replace('aws-cli', '\\ud800aws'),
    isStored: true,
  },
  {
    name: 'keys named like the prototype',
    entry: () =>
      cloudTrailLine().replace(
        '{',
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"toString":3,',
      ),
    isStored: true,
  },
  {
    name: 'keys named like the prototype, inside',
    entry: () => cloudTrailLine({ requestParameters: JSON.parse('{"__proto__":{"polluted":4}}') }),
    isStored: true,
  },
  {
    name: 'a number beyond all numbers',
    entry: () => cloudTrailLine({ requestParameters: '?' }).replace('"?"', '{"n":1e99999}'),
    isStored: true,
  },
  {
    name: 'a number of 100,000 digits',
    entry: () => cloudTrailLine({ requestParameters: '?' }).replace('"?"', `{"n":${'9'.repeat(100_000)}}`),
    isStored: true,
  },
  { name: 'a key of 1 MB', entry: () => cloudTrailLine({ ['k'.repeat(megabyte)]: 1 }), isStored: true },
  {
    name: '50,000 unknown keys',
    entry: () => cloudTrailLine(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i]))),
    isStored: true,
  },
  { name: 'the same key twice', entry: () => cloudTrailLine().replace('{', '{"a":1,"a":2,'), isStored: true },
  { name: 'a bare number', entry: () => '12345', isStored: false },
  { name: 'an empty object', entry: () => '{}', isStored: false },
  {
    name: 'a text that looks like SQL',
    entry: () => cloudTrailLine({ userAgent: `'; drop table x; --` }),
    isStored: true,
  },
  {
    name: 'a time that is none',
    entry: () => cloudTrailLine({ eventTime: '99999-99-99T99:99:99Z' }),
    isStored: false,
  },
];
const joined = (entries: readonly (string | Buffer)[]) =>
  Buffer.concat(entries.flatMap((entry) => [Buffer.from(entry), Buffer.from('\n')]));

describe('one entry of 100 MB', () => {
  it.each(pushOrLong(['Auto'], ['Lines', 'JSON', 'Auto']))(
    'is a counted failure between two events (stream type %s)',
    async (streamType) => {
      const id = await createHttpSource(server, `huge ${streamType}`, ['AWS.CloudTrail'], streamType);
      const huge = cloudTrailLine({ userAgent: 'x'.repeat(100 * megabyte) });
      const body = gzipSync(joined([cloudTrailLine(), huge, cloudTrailLine()]), { level: 1 });
      expect((await sendBody(server, id, body, gzipped)).status).toBe(200);
      await expectBooked(id, { stored: 2, failed: 1 });
      const [failure] = await querySql(
        server,
        `select error, payload from panther_monitor.public.classification_failures where p_source_id = '${id}'`,
      );
      expect(failure?.['error']).toMatch(/longer than \d+ bytes/);
      expect(String(failure?.['payload']).length).toBeLessThanOrEqual(65_536);
    },
  );
});

describe('hostile entries', () => {
  it.each(['Lines', 'JSON', 'Auto'])(
    'are stored or counted, every one (stream type %s)',
    async (streamType) => {
      const id = await createHttpSource(server, `entries ${streamType}`, ['AWS.CloudTrail'], streamType);
      const body = joined([
        cloudTrailLine(),
        ...hostileEntries.map(({ entry }) => entry()),
        cloudTrailLine(),
      ]);
      expect((await sendBody(server, id, body)).status).toBe(200);
      const stored = hostileEntries.filter(({ isStored }) => isStored).length + 2;
      await expectBooked(id, { stored, failed: hostileEntries.length - stored + 2 });
    },
  );

  it('leave no mark on events that come later', async () => {
    await sendLines(server, sourceId, [cloudTrailLine({ eventName: 'AfterHostile' })]);
    wanted.stored++;
    await expectBooked(sourceId, wanted);
    const [event] = await querySql(
      server,
      `select * from panther_logs.public.aws_cloudtrail where p_source_id = '${sourceId}'`,
    );
    expect(event).toMatchObject({ eventName: 'AfterHostile' });
    expect(event).not.toHaveProperty('polluted');
  });

  it('keeps an event of each that can be kept, to be found by its own text', async () => {
    const found = await querySql(
      server,
      `select useragent from panther_logs.public.aws_cloudtrail where useragent = '''; drop table x; --'`,
    );
    expect(found).toHaveLength(3);
  });
});

describe('bodies that are refused whole', () => {
  /** A hundred members of 100 MB zeros each: 10 MB that unpack to 10 GB; and the same once more packed. */
  const member = gzipSync(Buffer.alloc(100 * megabyte));
  const bomb = Buffer.concat(Array.from({ length: 100 }, () => member));

  const bombs = ofEachClass<[string, () => Buffer, Record<string, string>]>({
    'of many members': [['a gzip bomb of many members', () => bomb, gzipped]],
    'inside one another': [
      ['a gzip bomb inside gzip, declared', () => gzipSync(bomb), { 'content-encoding': 'gzip, gzip' }],
      ['a gzip bomb inside gzip', () => gzipSync(bomb), gzipped],
      ['a gzip bomb that does not say so', () => gzipSync(bomb), {}],
    ],
    'small and deep': [
      [
        'gzip packed five times over',
        () => {
          let body = gzipSync('x');
          for (let i = 0; i < 4; i++) body = gzipSync(body);
          return body;
        },
        gzipped,
      ],
    ],
  });
  it.each(bombs)('%s is too large: 413', async (_name, body, headers) => {
    const reply = await sendBody(server, sourceId, body(), headers);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      413,
      { code: 'BodyTooLarge', message: expect.stringMatching(/smaller|times over/) },
    ]);
  });

  it('a body of 65 MB is too large: 413', async () => {
    const body = Buffer.alloc(65 * megabyte, 'line of text\n');
    const reply = await sendBody(server, sourceId, body).catch((error: unknown) => error);
    // Refused by its declared length: a sender that is still writing when the server hangs up may see only that.
    if (reply instanceof Error) expect(reply).toBeInstanceOf(TypeError);
    else expect(reply).toMatchObject({ status: 413, text: expect.stringContaining('BodyTooLarge') });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('a body without a length that never ends is too large: 413', async () => {
    const piece = Buffer.alloc(megabyte, 'line of text\n');
    const endless = new ReadableStream({
      async pull(controller) {
        // Without a turn of the event loop in between, the sender would never hear that the server hung up.
        await setImmediate();
        controller.enqueue(piece);
      },
    });
    const reply = await fetch(`${server.url}/http/${sourceId}`, {
      method: 'POST',
      headers: { authorization: 'Bearer a-bearer-token' },
      body: endless,
      duplex: 'half',
    }).catch((error: unknown) => error); // the library's types do not know `duplex`
    // The server stops reading and hangs up; a sender that is still writing may see only that.
    if (reply instanceof Response) expect(reply.status).toBe(413);
    else expect(reply).toBeInstanceOf(TypeError);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it.each([
    ['br', Buffer.from('hello')],
    ['deflate', Buffer.from('hello')],
    ['gzip, br', gzipSync('hello')],
    ['identity', Buffer.from('PK\u0003\u0004 a zip file')],
    ['x\u00e9', Buffer.from('hello')],
  ])('the encoding %s is refused: 415', async (encoding, body) => {
    const reply = await sendBody(server, sourceId, body, { 'content-encoding': encoding });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      415,
      { code: 'UnsupportedEncoding', message: expect.stringContaining('gzip or zstd') },
    ]);
  });

  it.each([
    ['gzip that stops half way', gzipSync(cloudTrailLine()).subarray(0, 100), 'gzip'],
    [
      'gzip with a wrong checksum',
      Buffer.concat([gzipSync(cloudTrailLine()).subarray(0, -8), Buffer.alloc(8)]),
      'gzip',
    ],
    [
      'gzip with something behind its end',
      Buffer.concat([gzipSync(cloudTrailLine()), Buffer.from('tail')]),
      'gzip',
    ],
    ['plain text that claims to be gzip', Buffer.from(cloudTrailLine()), 'gzip'],
    ['zstd that stops half way', zstdCompressSync(cloudTrailLine()).subarray(0, 60), 'zstd'],
  ])('%s is refused whole: 400', async (_name, body, encoding) => {
    const reply = await sendBody(server, sourceId, body, { 'content-encoding': encoding });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      400,
      { code: 'UndecodableBody', message: expect.stringContaining('Nothing of it was stored') },
    ]);
  });

  it('an empty body is accepted and is nothing', async () => {
    for (const body of [undefined, '', '\n\n \n']) {
      expect((await sendBody(server, sourceId, body)).status).toBe(200);
    }
    expect((await sendBody(server, sourceId, gzipSync(''), gzipped)).status).toBe(200);
  });
});

describe('a body that stops half way', () => {
  /** Sends head and part of a body over a socket of its own, hangs up, and gives what came back. */
  async function breakOff(headers: string, body: string, hangUp: 'end' | 'destroy'): Promise<string> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('error', () => undefined);
    const isClosed = once(socket, 'close');
    await once(socket, 'connect');
    socket.write(
      `POST /http/${sourceId} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer a-bearer-token\r\n${headers}\r\n\r\n${body}`,
    );
    await new Promise((turn) => setTimeout(turn, 200));
    if (hangUp === 'end') socket.end();
    else socket.destroy();
    await isClosed;
    return answer;
  }
  const lines = `${cloudTrailLine()}\n${cloudTrailLine()}\n`;

  const chunk = `${Buffer.byteLength(lines).toString(16)}\r\n${lines}\r\n`;

  it.each([
    ['a length not reached, then an end', 'Content-Length: 100000', lines, 'end'],
    ['a length not reached, then a reset', 'Content-Length: 100000', lines, 'destroy'],
    ['chunks without a last one, then an end', 'Transfer-Encoding: chunked', chunk, 'end'],
    ['chunks without a last one, then a reset', 'Transfer-Encoding: chunked', chunk, 'destroy'],
    ['a chunk without a length', 'Transfer-Encoding: chunked', `zz\r\n${lines}`, 'end'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6', lines, 'end'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${lines}`, 'end'],
    ['a negative length', 'Content-Length: -5', lines, 'end'],
  ] as const)('is not acknowledged: %s', async (_name, headers, body, hangUp) => {
    expect(await breakOff(headers, body, hangUp)).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

describe('senders that are not let in', () => {
  it('gives everyone who is not allowed the same 401', async () => {
    const wrong: Record<string, string>[] = [
      { authorization: '' },
      { authorization: 'Bearer ' },
      { authorization: 'Bearer a-bearer-toke' },
      { authorization: 'Bearer a-bearer-tokens' },
      { authorization: 'Bearer A-BEARER-TOKEN' },
      { authorization: 'Basic YS1iZWFyZXItdG9rZW46' },
      { authorization: 'a-bearer-token' },
      { authorization: `Bearer ${'x'.repeat(8000)}` },
    ];
    const replies = await Promise.all(
      wrong.map((headers) => sendBody(server, sourceId, cloudTrailLine(), headers)),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`401 ${replies[0]?.text}`]),
    );
    expect(replies[0]?.text).not.toMatch(/bearer|token|basic/i);
    expect(replies.every(({ headers }) => headers.get('www-authenticate') === null)).toBe(true);
  });

  it.each([
    ['an unknown name', 'nobody'],
    ['an unknown UUID', '00000000-0000-0000-0000-000000000000'],
    ['a path', '../../internal/graphql'],
    ['some SQL', "x' or 1=1 --"],
    ['5,000 characters', 'a'.repeat(5000)],
  ])('knows no source of that id (%s): 404', async (_name, id) => {
    expect((await sendBody(server, encodeURIComponent(id), cloudTrailLine())).status).toBe(404);
  });

  it('refuses a NUL in the id, as a fault of the sender: 400', async () => {
    const reply = await sendBody(server, '%00', cloudTrailLine());
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([400, { code: 'InvalidInput' }]);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('takes no %s: 405', async (method) => {
    const reply = await fetch(`${server.url}/http/${sourceId}`, {
      method,
      headers: { authorization: 'Bearer a-bearer-token' },
    });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD']);
  });
});

describe('afterwards', () => {
  it('an ordinary event still arrives, and the balance of the source holds exactly', async () => {
    expect(await sendLines(server, sourceId, [cloudTrailLine({ eventName: 'Afterwards' })])).toBe(200);
    wanted.stored++;
    await expectBooked(sourceId, wanted);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('the server has never held more than 1.5 GB', async ({ skip }) => {
    const peak = await peakMemoryBytes(server.pid);
    if (peak === undefined) skip('no /proc here');
    expect(peak).toBeLessThan(peakMemoryLimit);
  });
});
