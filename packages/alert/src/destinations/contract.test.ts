import type { HttpClient } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import type { DeliveredAlert } from '@margay/model';
import { settingsForm } from '@margay/settings';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptDelivery, messageLimit } from '../index.ts';
import { destinationSamples } from '../testing/index.ts';
import { sampleAlert } from './testing.ts';

/*
 * What holds for every kind of destination, asked over real connections: whatever host it names, a server of the test
 * answers in its place.
 */
interface Asked {
  host: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Of a request; short where nothing is to answer. */
let timeoutMs = 10_000;
let server: Server;
let port = 0;
let answer: RequestListener;
const asked: Asked[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      asked.push({ host: String(request.headers['x-asked-host']), headers: request.headers, body });
      answer(request, reply);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
beforeEach(() => {
  asked.splice(0);
  timeoutMs = 10_000;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const client = createHttpClient({
  allowPrivate: true,
  timeoutMs: 10_000,
  maxResponseBytes: 1_000_000,
  userAgent: 'Margay test',
});
const diverted: HttpClient = {
  request(request) {
    const { host, pathname, search } = new URL(request.url);
    return client.request({
      ...request,
      url: `http://127.0.0.1:${port}${pathname}${search}`,
      headers: { ...request.headers, 'x-asked-host': host },
      timeoutMs,
    });
  },
};

/** Text of an event, as an attacker would have it in every place of an alert. */
const hostile = [
  '<script>alert(1)</script> <!channel> @everyone [x](javascript:alert(1)) {{7*7}} *_~`',
  '\r\nX-Injected: yes\u0000\u0007',
  '\ud800 \u202e "quoted" \\ {code}',
].join('');
const hostileAlert: DeliveredAlert = {
  ...sampleAlert,
  title: hostile,
  description: hostile.repeat(500),
  runbook: hostile,
  reference: hostile,
  detectionName: hostile,
  tags: Array.from({ length: 300 }, (_, i) => `${hostile}${i}`),
  logTypes: [hostile],
  context: { [hostile]: hostile, deep: [[[[hostile]]]], long: hostile.repeat(20_000) },
};

const samples = await destinationSamples();

describe.each(samples)('$name', ({ definition, sample }) => {
  const send = (alert = sampleAlert) =>
    attemptDelivery(
      {
        outputId: 'out',
        outputType: definition.id,
        settings: definition.settings.parse(sample.settings),
        alert,
        idempotencyKey: 'alert-out',
        attempt: 1,
      },
      {
        destinationOf: () => definition,
        http: diverted,
        tokensOf: () => {
          throw new Error('the sample needs no access token');
        },
        clock: () => new Date('2026-03-01T10:00:05.000Z'),
      },
    );
  const replies = (...list: { status: number; body?: string; headers?: Record<string, string> }[]) => {
    let at = 0;
    answer = (_request, reply) => {
      const { status, body = '', headers = {} } = list[Math.min(at++, list.length - 1)] ?? { status: 500 };
      reply.writeHead(status, headers).end(body);
    };
  };

  it('takes the settings of its sample, and shows a field for each', () => {
    const names = settingsForm(definition).map(({ name }) => name);
    expect(definition.settings.safeParse(sample.settings).success).toBe(true);
    expect(names).toEqual(expect.arrayContaining(Object.keys(sample.settings)));
  });

  it('is delivered to when the service takes the alert', async () => {
    replies(...sample.accepts);
    expect(await send()).toMatchObject({ success: true });
    expect(asked.length).toBeGreaterThan(0);
  });

  it.each([400, 401, 404, 500, 503])('has failed at status %i, and keeps what was said', async (status) => {
    replies({ status, body: 'what the service said' });
    const attempt = await send();
    expect(attempt).toMatchObject({ success: false, statusCode: status, outcome: { kind: 'failed' } });
    expect(attempt.message).toContain('what the service said');
  });

  it('waits as long as it is told to', async () => {
    replies({ status: 429, headers: { 'retry-after': '77' } });
    expect((await send()).outcome).toMatchObject({ kind: 'failed', statusCode: 429, retryAfterSeconds: 77 });
  });

  it('has failed, and may work later, when the answer is late, cut off or without an end', async () => {
    answer = () => undefined;
    timeoutMs = 100;
    expect(await send()).toMatchObject({ success: false, statusCode: 504, outcome: { kind: 'failed' } });
    timeoutMs = 10_000;
    answer = (_request, reply) => {
      reply.writeHead(200, { 'content-length': '100' });
      reply.write('half');
      setTimeout(() => reply.destroy(), 20);
    };
    expect(await send()).toMatchObject({ success: false, outcome: { kind: 'failed' } });
    answer = (_request, reply) => reply.writeHead(500).end('x'.repeat(5_000_000));
    const attempt = await send();
    expect(attempt.success).toBe(false);
    expect(attempt.message.length).toBeLessThanOrEqual(messageLimit + 200);
  });

  it('does not follow an answer elsewhere', async () => {
    replies({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } });
    expect(await send()).toMatchObject({ success: false, statusCode: 302 });
    expect(asked).toHaveLength(1);
  });

  it('is sent hostile text as text, within bounds', async () => {
    replies(...sample.accepts);
    expect(await send(hostileAlert)).toMatchObject({ success: true });
    for (const { headers, body } of asked) {
      expect(headers['x-injected']).toBeUndefined();
      expect(body.length).toBeLessThan(6_000_000);
      if (String(headers['content-type']).includes('json')) expect(() => JSON.parse(body)).not.toThrow();
    }
  });

  it('says nothing secret when it fails', async () => {
    answer = (request) => request.socket.destroy();
    const { message } = await send();
    for (const { name, secret } of settingsForm(definition)) {
      const value = sample.settings[name];
      if (secret && typeof value === 'string' && value.length > 3) expect(message).not.toContain(value);
    }
  });
});
