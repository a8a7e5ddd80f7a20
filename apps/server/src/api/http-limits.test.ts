import { silentLogger } from '@margay/kit';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { wire, type Platform } from '../wire.ts';
import { createGraphqlHandler } from './graphql.ts';
import { createHttpApp } from './http.ts';
import { bind, connectionLimits } from './listen.ts';
import { buildConsoleSchema } from './schema.ts';
import { newDataFolder } from '../testing/new-data-folder.ts';

const megabyte = 1024 ** 2;
const admin = { email: 'ada@example.com', password: 'Correct-horse-7' };

let folder: string;
let platform: Platform;
let app: ReturnType<typeof createHttpApp>;
let server: Server;
let port: number;
let token: string;

beforeAll(async () => {
  folder = await newDataFolder('margay-limits-');
  platform = await wire(
    readConfig({
      MARGAY_DATA_DIR: folder,
      MARGAY_ADMIN_EMAIL: admin.email,
      MARGAY_ADMIN_PASSWORD: admin.password,
    }),
    silentLogger,
  );
  app = appOf(false);
  // As the server listens, with less patience.
  const limits = {
    ...connectionLimits,
    headersTimeout: 400,
    requestTimeout: 800,
    connectionsCheckingInterval: 100,
    connections: 20,
  };
  const listening = await bind(app.fetch, { host: '127.0.0.1', port: 0 }, limits);
  server = listening.server as Server;
  ({ port } = listening);
  const reply = await post('/auth/sign-in', JSON.stringify(admin));
  ({ idToken: token } = (await reply.json()) as { idToken: string });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

const appOf = (isBehindTls: boolean) =>
  createHttpApp({
    services: platform.services,
    logger: silentLogger,
    trustedProxies: [],
    graphql: createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true }),
    isReady: platform.isReady,
    isBehindTls,
  });

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** One raw connection: what it was told before it was closed, and how much it could send. */
function dial(): { socket: Socket; closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString('latin1')));
  socket.on('error', () => {});
  return { socket, closed: new Promise((done) => socket.on('close', () => done(said))) };
}

const head = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  );

describe('bodies that are too large', () => {
  const strangers: [string, number][] = [
    ['/auth/sign-in', 64 * 1024],
    ['/auth/setup', 64 * 1024],
    ['/auth/nothing', 64 * 1024],
    ['/internal/graphql', 64 * 1024],
    ['/internal/detections/upload', megabyte],
    ['/internal/nothing', megabyte],
    ['/healthz', megabyte],
    ['/nothing', megabyte],
  ];

  it.each(strangers)('to %s are refused by their length before a byte comes', async (path, limit) => {
    const { socket, closed } = dial();
    socket.write(head(path, `Content-Length: ${limit + 1}`));
    const said = await closed;
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toMatch(/connection: close/i);
    expect(said).toContain('"code":"BodyTooLarge"');
    expect(said).toContain(`${limit} bytes`);
  });

  it('without a length are refused while they come, and none of them stays in memory', async () => {
    const before = process.memoryUsage().rss;
    const chunk = Buffer.alloc(64 * 1024, '[');
    const framed = Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]);
    const flood = async (path: string) => {
      const { socket, closed } = dial();
      let isOver = false;
      void closed.then(() => (isOver = true));
      socket.write(head(path, 'Transfer-Encoding: chunked'));
      for (let sent = 0; sent < 400 * megabyte && !isOver && socket.writable; sent += chunk.length) {
        if (!socket.write(framed))
          await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed]);
      }
      socket.destroy();
      return closed;
    };
    const answers = await Promise.all(
      ['/auth/sign-in', '/internal/graphql', '/internal/graphql', '/internal/detections/upload', '/x'].map(
        flood,
      ),
    );
    for (const said of answers) expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * megabyte);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  it('may be larger where somebody is signed in, and larger still for those who may upload', async () => {
    const body = (bytes: number) =>
      JSON.stringify({ query: '{__typename}', variables: { a: 'x'.repeat(bytes) } });
    expect((await post('/internal/graphql', body(3 * megabyte), { authorization: token })).status).toBe(200);
    expect((await post('/internal/graphql', body(20 * megabyte), { authorization: token })).status).toBe(200);
    const reader = (await platform.services.roles.list()).find(({ name }) => name === 'AnalystReadOnly');
    await platform.store.query('update users set role_id = $1', [reader?.id]);
    expect((await post('/internal/graphql', body(3 * megabyte), { authorization: token })).status).toBe(200);
    expect((await post('/internal/graphql', body(5 * megabyte), { authorization: token })).status).toBe(413);
  });
});

describe('slow and wasteful clients', () => {
  it('are cut off when their headers do not end', async () => {
    const { socket, closed } = dial();
    socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 100);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  it.each(['/auth/sign-in', '/internal/graphql'])(
    'are cut off when their body to %s does not end',
    async (path) => {
      const { socket, closed } = dial();
      socket.write(head(path, 'Content-Length: 1000'));
      const drip = setInterval(() => socket.write(' '), 100);
      await closed;
      clearInterval(drip);
      expect(socket.bytesWritten).toBeLessThan(1000);
    },
  );

  it('with headers or an address beyond 16 kB, or hundreds of headers, are refused', async () => {
    const long = 'x'.repeat(20_000);
    for (const request of [
      `GET /healthz?${long} HTTP/1.1\r\nHost: a\r\n\r\n`,
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${long}\r\n\r\n`,
    ]) {
      const { socket, closed } = dial();
      socket.write(request);
      expect(await closed).toMatch(/^HTTP\/1\.1 431 /);
    }
  });

  it('meet the same limits at the server itself', async () => {
    const listening = await bind(app.fetch, { host: '127.0.0.1', port: 0 });
    const real = listening.server as Server;
    expect(real).toMatchObject({ headersTimeout: 15_000, requestTimeout: 120_000, maxHeadersCount: 100 });
    real.close();
  });
});

describe('the seats of connections', () => {
  const seats = 20;
  let listening: Server;
  let at: number;
  let held: Socket[];

  beforeAll(async () => {
    const limits = { ...connectionLimits, connections: seats };
    const bound = await bind(app.fetch, { host: '127.0.0.1', port: 0 }, limits);
    listening = bound.server as Server;
    at = bound.port;
  });
  beforeEach(() => (held = []));
  afterEach(() => held.forEach((socket) => socket.destroy()));
  afterAll(() => {
    listening.closeAllConnections();
    listening.close();
  });

  /** Connects and sends so much; gives the connection once the server has it. */
  async function hold(localAddress: string, text: string): Promise<Socket> {
    const socket = connect({ port: at, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    held.push(socket);
    await new Promise((done) => socket.once('connect', done));
    socket.write(text);
    return socket;
  }
  async function ask(localAddress = '127.0.0.1'): Promise<string> {
    const socket = await hold(localAddress, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let said = '';
    for await (const chunk of socket) said += String(chunk);
    return said.slice(0, 12);
  }
  const count = () => new Promise<number>((done) => listening.getConnections((_, n) => done(n)));

  it.each([
    ['headers that do not end', 'GET /healthz HTTP/1.1\r\nX-A: b\r\n'],
    ['bodies that do not end', head('/auth/sign-in', 'Content-Length: 1000')],
    ['nothing at all', ''],
    ['answers and no further word', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])(
    'are there for others, behind the same address too, when one client holds all of them with %s',
    async (_, text) => {
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: 3 * seats }, () => hold('127.0.0.2', text)));
        expect(await ask('127.0.0.1')).toBe('HTTP/1.1 200');
        expect(await ask('127.0.0.2')).toBe('HTTP/1.1 200');
      }
      await vi.waitFor(async () => expect(await count()).toBeLessThanOrEqual(seats));
    },
  );

  it('are taken from the network and address that has most of them, and from nobody else', async () => {
    const one = await hold('127.0.1.1', '');
    const few = await Promise.all([1, 2, 3, 4, 5].map(() => hold('127.0.2.1', '')));
    const many = await Promise.all(Array.from({ length: seats }, (_, n) => hold(`127.0.3.${n + 1}`, '')));
    await pause(1_500); // until they dawdle
    for (let round = 0; round < 3; round++) expect(await ask('127.0.4.1')).toBe('HTTP/1.1 200');
    expect([one, ...few].map(({ closed }) => closed)).toEqual(Array(6).fill(false));
    expect(many.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(6);
  });
});

describe('security headers', () => {
  const answers: [string, string, string][] = [
    ['alive', 'GET', '/healthz'],
    ['not found', 'GET', '/internal/nothing'],
    ['refused', 'POST', '/auth/sign-in'],
    ['unauthenticated', 'POST', '/auth/change-password'],
    ['no API at all', 'GET', '/nothing'],
    ['a link that is not signed', 'GET', '/internal/searches/csv/1'],
  ];

  it.each(answers)('come with every answer: %s', async (_, method, path) => {
    const { headers } = await app.request(path, { method, ...(method === 'POST' ? { body: '{' } : {}) });
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'self'.*frame-ancestors 'none'.*object-src 'none'/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.has('strict-transport-security')).toBe(false);
    const secure = await appOf(true).request(path, { method });
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('never send anybody elsewhere: no answer redirects, whatever an address asks for', async () => {
    for (const path of [
      '//evil.example/',
      '/\\evil.example',
      '/sign-in/?referrer=https://evil.example',
      '/auth/setup?next=//evil.example',
      '/internal/graphql?redirect=https://evil.example',
    ]) {
      const reply = await app.request(`http://127.0.0.1${path}`);
      expect(reply.headers.get('location')).toBeNull();
      expect(reply.status).not.toBe(302);
    }
  });
});
