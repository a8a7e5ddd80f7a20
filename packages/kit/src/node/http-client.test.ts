import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { MargayError } from '../errors.ts';
import { replyJson, replyText } from '../http.ts';
import { createHttpClient } from './http-client.ts';
import type { HttpClientOptions } from './http-client.ts';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<{ port: number; url: string; hits: () => number }> {
  let hits = 0;
  const server = createServer((request, reply) => {
    hits++;
    listener(request, reply);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, url: `http://127.0.0.1:${port}`, hits: () => hits };
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const client = (options: Partial<HttpClientOptions> = {}) =>
  createHttpClient({
    allowPrivate: true,
    timeoutMs: 10_000,
    maxResponseBytes: 1_000_000,
    userAgent: 'Margay test',
    ...options,
  });

async function errorOf(promise: Promise<unknown>): Promise<MargayError> {
  const outcome = await promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
  if (outcome instanceof MargayError) return outcome;
  throw new Error(`expected a MargayError, got ${String(outcome)}`);
}

describe('a request', () => {
  it('sends method, headers and body, and returns status, headers and body', async () => {
    const { url } = await serve((request, reply) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        reply.writeHead(418, { 'content-type': 'application/json', 'X-Two': ['a', 'b'] });
        const { method, headers, url: path } = request;
        reply.end(JSON.stringify({ method, path, headers, body: Buffer.concat(chunks).toString() }));
      });
    });
    const reply = await client().request({
      method: 'POST',
      url: `${url}/hook?key=1`,
      headers: { Authorization: 'Bearer t' },
      body: 'héllo',
    });
    expect(reply.status).toBe(418);
    expect(reply.headers['x-two']).toBe('a, b');
    expect(replyJson(reply)).toMatchObject({
      method: 'POST',
      path: '/hook?key=1',
      body: 'héllo',
      headers: { authorization: 'Bearer t', 'user-agent': 'Margay test', 'content-length': '6' },
    });
  });

  it('hands back a redirect as a reply by default', async () => {
    const { url, hits } = await serve((_request, reply) => reply.writeHead(302, { location: '/next' }).end());
    const reply = await client().request({ method: 'GET', url });
    expect(reply.status).toBe(302);
    expect(hits()).toBe(1);
  });

  it('does not look at proxy settings of the environment', async () => {
    const proxy = await serve((_request, reply) => reply.end('proxy'));
    const { url } = await serve((_request, reply) => reply.end('direct'));
    const before = { ...process.env };
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = proxy.url;
    process.env['NODE_USE_ENV_PROXY'] = '1';
    process.env['NO_PROXY'] = process.env['no_proxy'] = '';
    try {
      expect(replyText(await client().request({ method: 'GET', url }))).toBe('direct');
      expect(proxy.hits()).toBe(0);
    } finally {
      process.env = before;
    }
  });
});

describe('the address guard', () => {
  const attacks = [
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[0:0:0:0:0:ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fd00::1]:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'http://127。0。0。1:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'file:///etc/passwd',
    'ftp://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/_x',
    'data:text/plain,x',
    'http://user:pw@example.com/',
    'no url',
    'http://',
    '//127.0.0.1:PORT/',
  ];

  it.each(attacks)('refuses %s', async (attack) => {
    const { port, hits } = await serve((_request, reply) => reply.end());
    const url = attack.replace('PORT', String(port));
    const error = await errorOf(client({ allowPrivate: false }).request({ method: 'GET', url }));
    expect(error.code).toBe('OutgoingRequestRefused');
    expect(hits()).toBe(0);
  });

  it('refuses a name when one of its addresses is private', async () => {
    const lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const guarded = client({ allowPrivate: false, lookup });
    const error = await errorOf(guarded.request({ method: 'GET', url: 'http://rebind.example/' }));
    expect(error.code).toBe('OutgoingRequestRefused');
    expect(error.message).not.toContain('10.0.0.1');
  });

  it('names the setting that allows a private address, and says where none does', async () => {
    const guarded = client({ allowPrivate: false });
    const refusal = async (url: string) => (await errorOf(guarded.request({ method: 'GET', url }))).message;
    expect(await refusal('http://10.0.0.1/')).toContain('under General settings, Network');
    expect(await refusal('http://169.254.169.254/')).toContain('No setting allows requests to it');
  });

  it('asks the name server once and connects to that answer', async () => {
    const { port } = await serve((request, reply) => reply.end(request.headers.host));
    let asked = 0;
    const lookup = async () => {
      asked++;
      return [{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
    };
    const guarded = client({ allowPrivate: ['127.0.0.1'], lookup });
    const reply = await guarded.request({ method: 'GET', url: `http://rebind.example:${port}/` });
    expect(replyText(reply)).toBe(`rebind.example:${port}`);
    expect(asked).toBe(1);
  });

  it('allows the hosts a list names', async () => {
    const { port } = await serve((_request, reply) => reply.end('ok'));
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const guarded = client({ allowPrivate: ['collector.corp'], lookup });
    const allowed = await guarded.request({ method: 'GET', url: `http://collector.corp:${port}/` });
    expect(allowed.status).toBe(200);
    const error = await errorOf(guarded.request({ method: 'GET', url: `http://other.corp:${port}/` }));
    expect(error.code).toBe('OutgoingRequestRefused');
  });

  it('asks for each request what is allowed now, and never calls metadata', async () => {
    const { url } = await serve((_request, reply) => reply.end('ok'));
    let allowed: boolean | string[] = false;
    const guarded = client({ allowPrivate: () => allowed });
    const refused = async (to: string) => (await errorOf(guarded.request({ method: 'GET', url: to }))).code;
    const answered = async () => (await guarded.request({ method: 'GET', url })).status;
    expect(await refused(url)).toBe('OutgoingRequestRefused');
    allowed = ['127.0.0.0/8', '169.254.0.0/16', 'fd00::/8', '2002::/16', '64:ff9b::/96'];
    expect(await answered()).toBe(200);
    const metadata = ['169.254.169.254', '[fd00:ec2::254]', '[2002:a9fe:a9fe::]', '[64:ff9b::a9fe:a9fe]'];
    for (const host of metadata) expect(await refused(`http://${host}/`)).toBe('OutgoingRequestRefused');
    allowed = ['10.0.0.0/8'];
    expect(await refused(url)).toBe('OutgoingRequestRefused');
    allowed = true;
    expect(await answered()).toBe(200);
    for (const host of metadata) expect(await refused(`http://${host}/`)).toBe('OutgoingRequestRefused');
  });

  it('refuses headers that change where a request ends or goes', async () => {
    const { url, hits } = await serve((_request, reply) => reply.end());
    const forbidden: Record<string, string>[] = [
      { Host: 'x' },
      { 'transfer-encoding': 'chunked' },
      { a: 'b\r\nc: d' },
      { 'a b': 'c' },
    ];
    for (const headers of forbidden) {
      const error = await errorOf(client().request({ method: 'POST', url, headers, body: 'x' }));
      expect(error.code).toBe('OutgoingRequestRefused');
    }
    expect(hits()).toBe(0);
  });
});

describe('redirects, where followed', () => {
  it('checks each hop', async () => {
    const secret = await serve((_request, reply) => reply.end('secret'));
    const open = await serve((_request, reply) =>
      reply.writeHead(302, { location: `http://localhost:${secret.port}/` }).end(),
    );
    const lookup = async () => [{ address: '127.0.0.2', family: 4 }];
    const guarded = client({ allowPrivate: ['127.0.0.1'], maxRedirects: 3, lookup });
    const error = await errorOf(guarded.request({ method: 'GET', url: open.url }));
    expect(error.code).toBe('OutgoingRequestRefused');
    expect(secret.hits()).toBe(0);
  });

  it('drops secrets on another origin, and the body when the method changes', async () => {
    const seen: unknown[] = [];
    const target = await serve((request, reply) => {
      seen.push({
        method: request.method,
        authorization: request.headers.authorization,
        key: request.headers['x-key'],
      });
      reply.end('done');
    });
    const first = await serve((_request, reply) => reply.writeHead(303, { location: target.url }).end());
    const reply = await client({ maxRedirects: 1 }).request({
      method: 'POST',
      url: first.url,
      headers: { authorization: 'Bearer t', 'x-key': 'k' },
      body: '{}',
    });
    expect(replyText(reply)).toBe('done');
    expect(seen).toEqual([{ method: 'GET', authorization: undefined, key: undefined }]);
  });

  it('stops after the allowed number', async () => {
    const { url, hits } = await serve((_request, reply) =>
      reply.writeHead(302, { location: '/again' }).end(),
    );
    const reply = await client({ maxRedirects: 2 }).request({ method: 'GET', url });
    expect(reply.status).toBe(302);
    expect(hits()).toBe(3);
  });
});

describe('limits', () => {
  it('ends a reply that is announced or found to be too large', async () => {
    const announced = await serve((_request, reply) => {
      reply.writeHead(200, { 'content-length': '5000000' });
      reply.write('x');
    });
    const endless = await serve((_request, reply) => {
      const more = () => reply.write(Buffer.alloc(65_536)) && setImmediate(more);
      reply.on('drain', more);
      more();
    });
    for (const { url } of [announced, endless]) {
      const error = await errorOf(client().request({ method: 'GET', url }));
      expect(error.code).toBe('UpstreamReplyTooLarge');
    }
  });

  it('covers a reply that never comes and one that drips', async () => {
    const silent = await serve(() => undefined);
    const dripping = await serve((_request, reply) => {
      const timer = setInterval(() => reply.write('.'), 10);
      reply.on('close', () => clearInterval(timer));
    });
    for (const { url } of [silent, dripping]) {
      const error = await errorOf(client().request({ method: 'GET', url, timeoutMs: 200 }));
      expect(error).toMatchObject({ code: 'UpstreamTimeout', status: 504 });
    }
  });

  it('covers a name server that never answers', async () => {
    const lookup = () => new Promise<never>(() => undefined);
    const error = await errorOf(
      client({ lookup }).request({ method: 'GET', url: 'http://slow.example/', timeoutMs: 50 }),
    );
    expect(error.code).toBe('UpstreamTimeout');
  });

  it('reports a caller who cancels', async () => {
    const { url } = await serve(() => undefined);
    const error = await errorOf(client().request({ method: 'GET', url, signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ kind: 'upstream', code: 'UpstreamFailed' });
  });

  it('names the host and never the path, the headers or the body', async () => {
    const { url } = await serve((request) => request.socket.destroy());
    const error = await errorOf(
      client().request({
        method: 'POST',
        url: `${url}/services/T0/SECRETPATH?token=SECRETQUERY`,
        headers: { authorization: 'SECRETHEADER' },
        body: 'SECRETBODY',
      }),
    );
    expect(error.kind).toBe('upstream');
    expect(`${error.message} ${JSON.stringify(error.details)} ${String(error.cause)}`).not.toContain(
      'SECRET',
    );
    expect(error.message).toContain('127.0.0.1');
  });

  it('reports half a reply as a failure', async () => {
    const { url } = await serve((_request, reply) => {
      reply.writeHead(200, { 'content-length': '100' });
      reply.write('half');
      setImmediate(() => reply.destroy());
    });
    expect((await errorOf(client().request({ method: 'GET', url }))).kind).toBe('upstream');
  });
});
