import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '@margay/kit';
import type { EventBuffer } from '../../buffer/event-buffer.ts';
import { openSpool } from '../../spool/spool.ts';
import { bombs } from '../../testing/bombs.ts';
import { newSpoolFolder, takeSome } from '../../testing/spool-folder.ts';
import { createHttpIntake, defaultHttpIntakeLimits } from './receive.ts';
import type { IntakeOutcome } from '../push.ts';
import type { HttpIntakeLimits, HttpSource } from './receive.ts';
import { HttpSettings } from './settings.ts';

let spool: EventBuffer;
let server: Server | undefined;
let removeFolder = async () => {};
let outcomes: IntakeOutcome[] = [];

beforeEach(async () => {
  const folder = await newSpoolFolder();
  removeFolder = folder.remove;
  spool = await openSpool({ dir: folder.dir, logger: silentLogger });
  outcomes = [];
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await spool.close();
  await removeFolder();
});

const bearer = { authMethod: 'Bearer', authBearerToken: 'tok' };
const authorized = { authorization: 'Bearer tok' };

/** A real HTTP server in front of the intake. */
async function serve(
  settings: unknown,
  limits: Partial<HttpIntakeLimits> = {},
  now = () => new Date('2026-03-01T00:00:00Z'),
): Promise<{ port: number; send: (init: RequestInit) => Promise<Response> }> {
  const source: HttpSource = {
    id: 'src-1',
    format: { type: 'Lines' },
    settings: HttpSettings.parse(settings),
  };
  const receive = createHttpIntake(
    { append: spool.append, now, logger: silentLogger, onOutcome: (outcome) => outcomes.push(outcome) },
    { ...defaultHttpIntakeLimits, ...limits },
  );
  const header = (request: IncomingMessage) => (name: string) => {
    const value = request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  server = createServer((request, reply) => {
    void receive(
      { method: request.method ?? '', header: header(request), body: request, remoteAddress: 'test' },
      request.url === '/http/src-1' ? source : undefined,
    ).then(({ status, headers, body }) => reply.writeHead(status, headers).end(body));
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, send: (init) => fetch(`http://127.0.0.1:${port}/http/src-1`, { method: 'POST', ...init }) };
}

async function storedTexts(): Promise<string[]> {
  const segments = await takeSome(spool.take(), spool.stats().segments);
  return Promise.all(segments.map(async (segment) => Buffer.from(await segment.readPlain()).toString()));
}

describe('a batch', () => {
  it.each([
    ['plain', {}, (text: string) => Buffer.from(text)],
    ['gzip with its header', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
    ['gzip without a header', {}, (text: string) => gzipSync(text)],
    ['zstd with its header', { 'content-encoding': 'zstd' }, (text: string) => zstdCompressSync(text)],
    ['zstd without a header', {}, (text: string) => zstdCompressSync(text)],
  ])('is answered with 200 and an empty object once it is stored: %s', async (_name, headers, pack) => {
    const { send } = await serve(bearer);
    const reply = await send({ headers: { ...authorized, ...headers }, body: pack('a\nb\n') });
    expect([reply.status, await reply.text()]).toEqual([200, '{}']);
    const [segment] = await takeSome(spool.take(), 1);
    expect(segment?.meta).toMatchObject({ sourceId: 'src-1', format: { type: 'Lines' } });
    expect(reply.headers.get('x-batch-id')).toBe(segment?.ref.batchId);
    expect(Buffer.from((await segment?.readPlain()) ?? []).toString()).toBe('a\nb\n');
    expect(outcomes).toMatchObject([{ sourceId: 'src-1', status: 200, segment: { plainBytes: 4 } }]);
  });

  it('without a byte is accepted and leaves nothing', async () => {
    const { send } = await serve(bearer);
    expect((await send({ headers: authorized })).status).toBe(200);
    expect(spool.stats().segments).toBe(0);
  });

  it('with a delivery id is stored once, and again when its content differs', async () => {
    const { send } = await serve({ ...bearer, deliveryIdHeader: 'X-GitHub-Delivery' });
    const headers = { ...authorized, 'x-github-delivery': 'd-1' };
    const first = await send({ headers, body: 'a' });
    const again = await send({ headers, body: 'a' });
    const other = await send({ headers, body: 'b' });
    const ids = [first, again, other].map((reply) => reply.headers.get('x-batch-id'));
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(again.headers.get('x-batch-duplicate')).toBe('true');
    expect(await storedTexts()).toEqual(['a', 'b']);
  });
});

describe('authentication', () => {
  const body = '{"a":1}';
  const sign = (algorithm: string, encoding: 'hex' | 'base64', key = 'k', of: string | Buffer = body) =>
    createHmac(algorithm, key).update(of).digest(encoding);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const basic = { authMethod: 'Basic', authUsername: 'user', authPassword: 'pä:ss' };
  const shared = { authMethod: 'SharedSecret', authHeaderKey: 'X-Secret', authSecretValue: 's3' };
  const hmac = { authMethod: 'HMAC', authHeaderKey: 'X-Sig', authSecretValue: 'k', authHmacAlg: 'SHA256' };
  const hmac1 = { ...hmac, authHmacAlg: 'SHA1' };
  const none = { authMethod: 'None', allowUnauthenticated: true };

  it.each([
    [bearer, { authorization: 'Bearer tok' }, 200],
    [bearer, { Authorization: 'bearer tok' }, 200],
    [bearer, { authorization: 'Bearer tok2' }, 401],
    [bearer, { authorization: 'Bearer to' }, 401],
    [bearer, { authorization: 'Bearer' }, 401],
    [bearer, { authorization: 'tok' }, 401],
    [bearer, {}, 401],
    [basic, { authorization: `Basic ${base64('user:pä:ss')}` }, 200],
    [basic, { authorization: `basic ${base64('user:pä:ss')}` }, 200],
    [basic, { authorization: `Basic ${base64('user:wrong')}` }, 401],
    [basic, { authorization: `Basic ${base64('User:pä:ss')}` }, 401],
    [basic, { authorization: 'Basic ***' }, 401],
    [basic, {}, 401],
    [shared, { 'x-secret': 's3' }, 200],
    [shared, { 'x-secret': 'S3' }, 401],
    [shared, { 'x-secret': '' }, 401],
    [shared, {}, 401],
    [hmac, { 'x-sig': sign('sha256', 'hex') }, 200],
    [hmac, { 'x-sig': sign('sha256', 'hex').toUpperCase() }, 200],
    [hmac, { 'x-sig': `sha256=${sign('sha256', 'hex')}` }, 200],
    [hmac, { 'x-sig': sign('sha256', 'base64') }, 200],
    [hmac, { 'x-sig': `sha256=${sign('sha256', 'base64')}` }, 200],
    [hmac, { 'x-sig': sign('sha256', 'hex', 'other') }, 401],
    [hmac, { 'x-sig': sign('sha256', 'hex', 'k', '{"a":2}') }, 401],
    [hmac, { 'x-sig': sign('sha1', 'hex') }, 401],
    [hmac, { 'x-sig': `sha1=${sign('sha256', 'hex')}` }, 401],
    [hmac, { 'x-sig': '' }, 401],
    [hmac, {}, 401],
    [hmac1, { 'x-sig': `sha1=${sign('sha1', 'hex')}` }, 200],
    [hmac1, { 'x-sig': sign('sha1', 'base64') }, 200],
    [hmac1, { 'x-sig': sign('sha256', 'hex') }, 401],
    [none, {}, 200],
  ])('%o with %o is %i', async (settings, headers, status) => {
    const { send } = await serve(settings);
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, value]);
    const reply = await send({ headers: given, body });
    expect(reply.status).toBe(status);
    expect(spool.stats().segments).toBe(status === 200 ? 1 : 0);
    if (status === 401) expect(await reply.text()).not.toMatch(/tok|user|s3|X-S/);
  });

  it('signs the body as sent, before it is unpacked', async () => {
    const { send } = await serve(hmac);
    const packed = gzipSync(body);
    const reply = await send({ headers: { 'x-sig': sign('sha256', 'hex', 'k', packed) }, body: packed });
    expect(reply.status).toBe(200);
    expect(await storedTexts()).toEqual([body]);
  });

  it('agrees with the signature GitHub publishes as an example', async () => {
    const { send } = await serve({
      ...hmac,
      authHeaderKey: 'X-Hub-Signature-256',
      authSecretValue: "It's a Secret to Everybody",
    });
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const reply = await send({ headers: { 'x-hub-signature-256': signature }, body: 'Hello, World!' });
    expect(reply.status).toBe(200);
  });

  it('does without only where the settings say so in as many words', () => {
    expect(HttpSettings.safeParse({ authMethod: 'None' }).success).toBe(false);
    expect(HttpSettings.safeParse({ authMethod: 'None', allowUnauthenticated: false }).success).toBe(false);
  });

  it('asks for a header name and a secret', () => {
    for (const wrong of [{ authHeaderKey: '' }, { authHeaderKey: 'a b' }, { authSecretValue: '' }]) {
      expect(HttpSettings.safeParse({ ...shared, ...wrong }).success).toBe(false);
    }
  });
});

describe('refusals', () => {
  it.each([
    ['another method', { method: 'PUT' }, 405, 'MethodNotAllowed'],
    [
      'an encoding that is not read',
      { headers: { ...authorized, 'content-encoding': 'br' }, body: 'x' },
      415,
      'UnsupportedEncoding',
    ],
    [
      'a body that is not what it claims',
      { headers: { ...authorized, 'content-encoding': 'gzip' }, body: 'x' },
      400,
      'UndecodableBody',
    ],
    ['a body that is too large', { headers: authorized, body: 'x'.repeat(2000) }, 413, 'BodyTooLarge'],
    [
      'a body that unpacks to too much',
      { headers: authorized, body: gzipSync('x'.repeat(9000)) },
      413,
      'BodyTooLarge',
    ],
    [
      'an id that is too long',
      { headers: { ...authorized, 'idempotency-key': 'x'.repeat(600) }, body: 'x' },
      400,
      'InvalidInput',
    ],
  ] as [string, RequestInit, number, string][])('%s', async (_name, init, status, code) => {
    const { send } = await serve(bearer, { maxBodyBytes: 1000, maxPlainBytes: 5000 });
    const reply = await send(init);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
    expect(outcomes).toMatchObject([{ status, code }]);
    expect(spool.stats().segments).toBe(0);
  });

  it.each(['GET', 'HEAD'])(
    '%s says whether the address is there, with the same authentication',
    async (method) => {
      const { send } = await serve(bearer);
      expect((await send({ method, headers: authorized })).status).toBe(200);
      expect((await send({ method })).status).toBe(401);
      expect(spool.stats().segments).toBe(0);
    },
  );

  it('an address without a source is 404', async () => {
    const { port } = await serve(bearer);
    const reply = await fetch(`http://127.0.0.1:${port}/http/other`, { method: 'POST', body: 'x' });
    expect(reply.status).toBe(404);
  });

  it('a body of unknown length is cut off at the limit', async () => {
    const { send } = await serve(bearer, { maxBodyBytes: 1000 });
    const body = new ReadableStream({
      async pull(controller) {
        // Without a turn of the event loop in between, the sender would never hear that the server hung up.
        await setImmediate();
        controller.enqueue(new Uint8Array(400));
      },
    });
    // `duplex` is required for a streamed body; the DOM types of this Node version lack it.
    const init = { headers: authorized, body, duplex: 'half' } as RequestInit;
    const outcome = await send(init).then(
      (reply) => reply.status,
      () => 'connection closed',
    );
    expect([413, 'connection closed']).toContain(outcome);
    expect(outcomes).toMatchObject([{ status: 413 }]);
  });

  it('half a body is a 400 and nothing is stored', async () => {
    const { port } = await serve(bearer);
    const head = 'POST /http/src-1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer tok\r\n';
    for (const half of [
      `${head}Content-Length: 100\r\n\r\nhalf a line`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n50\r\nwor`,
    ]) {
      const before = outcomes.length;
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(half, () => setTimeout(() => socket.destroy(), 20)),
      );
      await expect.poll(() => outcomes.length).toBe(before + 1);
    }
    expect(outcomes).toMatchObject([
      { status: 400, code: 'BodyInterrupted' },
      { status: 400, code: 'BodyInterrupted' },
    ]);
    expect(spool.stats().segments).toBe(0);
  });

  it('a body in millions of pieces needs no more memory than one in a few', async () => {
    const receive = createHttpIntake({ append: spool.append, now: () => new Date(0), logger: silentLogger });
    async function* tiny() {
      for (let i = 0; i < 1_000_000; i++) yield Buffer.alloc(1, 'x');
    }
    const settings = HttpSettings.parse({ authMethod: 'None', allowUnauthenticated: true });
    const before = process.memoryUsage().rss;
    const request = { method: 'POST', header: () => undefined, body: tiny(), remoteAddress: '' };
    const reply = await receive(request, { id: 's', format: { type: 'Auto' }, settings });
    expect(reply.status).toBe(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
  });

  it('bombs are refused with 413', async () => {
    const { send } = await serve(bearer);
    for (const { body } of bombs()) {
      expect((await send({ headers: authorized, body })).status).toBe(413);
    }
    expect(spool.stats().segments).toBe(0);
  });

  it('a full buffer is a 429 with a time to come back', async () => {
    await spool.close();
    const folder = await newSpoolFolder();
    spool = await openSpool({ dir: folder.dir, logger: silentLogger, limits: { maxSegments: 0 } });
    const { send } = await serve(bearer);
    const reply = await send({ headers: authorized, body: 'x' });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '5']);
    await folder.remove();
  });

  it('bodies that need more memory than there is for all are a 503', async () => {
    const { send } = await serve(bearer, { maxInFlightBytes: 10 });
    const reply = await send({ headers: authorized, body: 'x'.repeat(11) });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await send({ headers: authorized, body: 'x'.repeat(10) })).status).toBe(200);
    expect((await send({ headers: authorized, body: 'y'.repeat(10) })).status).toBe(200);
  });

  it('bodies of senders who are known only by them have smaller limits', async () => {
    const signed = {
      authMethod: 'HMAC',
      authHeaderKey: 'X-Sig',
      authSecretValue: 'k',
      authHmacAlg: 'SHA256',
    };
    const limits = { maxUnverifiedBytes: 20, maxUnverifiedInFlightBytes: 10 };
    const body = 'x'.repeat(30);
    expect((await (await serve(bearer, limits)).send({ headers: authorized, body })).status).toBe(200);
    server?.close();
    const { send } = await serve(signed, limits);
    const statuses = [30, 15, 10].map(async (size) => (await send({ body: 'x'.repeat(size) })).status);
    expect(await Promise.all(statuses)).toEqual([413, 503, 401]);
    const signature = createHmac('sha256', 'k').update('x').digest('hex');
    expect((await send({ headers: { 'x-sig': signature }, body: 'x' })).status).toBe(200);
  });

  it('too many requests are a 429, and pass again later', async () => {
    let ms = 0;
    const { send } = await serve(bearer, { requestsPerSecond: 2 }, () => new Date(ms));
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await send({ headers: authorized, body: 'x' })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    ms = 1000;
    expect((await send({ headers: authorized, body: 'x' })).status).toBe(200);
  });

  it('a fault of our own is a 500 without its details', async () => {
    const receive = createHttpIntake({
      append: () => Promise.reject(new Error('secret path')),
      now: () => new Date(0),
      logger: silentLogger,
    });
    async function* body() {
      yield Buffer.from('x');
    }
    const request = { method: 'POST', header: () => undefined, body: body(), remoteAddress: '' };
    const settings = HttpSettings.parse({ authMethod: 'None', allowUnauthenticated: true });
    const reply = await receive(request, { id: 's', format: { type: 'Auto' }, settings });
    expect(reply.status).toBe(500);
    expect(reply.body).not.toContain('secret');
  });
});
