import { invalidInput, upstreamFailed, type HttpClient } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import { tokenFailed, tokenRefused, type TokenSource } from '@margay/oauth';
import * as fc from 'fast-check';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { destinationOfType } from '../destinations/index.ts';
import { testAlert } from '../document/test-alert.ts';
import { attemptDelivery, idempotencyKeyOf } from './attempt.ts';
import { outcomeOfFailure, type DeliveryOutcome } from './outcome.ts';
import { circuitFailureLimit, nextStep, pauseUntil } from './schedule.ts';

const now = new Date('2026-03-01T10:00:00Z');
const failed = (statusCode: number, retryAfterSeconds?: number): DeliveryOutcome => ({
  kind: 'failed',
  statusCode,
  message: '',
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
const attemptsOf = (outcome: DeliveryOutcome) => {
  let attempt = 1;
  while (nextStep(outcome, attempt, { now, random: Math.random }).kind === 'retry') attempt++;
  return attempt;
};
const delaySeconds = (outcome: DeliveryOutcome, random: number) => {
  const step = nextStep(outcome, 1, { now, random: () => random });
  return step.kind === 'retry' ? (step.at.getTime() - now.getTime()) / 1000 : undefined;
};

describe('schedule of retries', () => {
  it('tries ten more times, three more when the request itself is refused, never after a permanent failure', () => {
    expect([500, 502, 429, 408, 504].map((status) => attemptsOf(failed(status)))).toEqual([
      11, 11, 11, 11, 11,
    ]);
    expect([400, 401, 403, 404, 410, 422].map((status) => attemptsOf(failed(status)))).toEqual([
      4, 4, 4, 4, 4, 4,
    ]);
    expect(attemptsOf({ kind: 'refused', statusCode: 0, message: '' })).toBe(1);
    expect(
      nextStep({ kind: 'delivered', statusCode: 200, message: '' }, 1, { now, random: Math.random }),
    ).toEqual({
      kind: 'done',
    });
  });

  it('waits between 30 and 300 seconds', () => {
    expect([0, 0.5, 1].map((random) => delaySeconds(failed(500), random))).toEqual([30, 165, 300]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const delay = delaySeconds(failed(503), random) ?? -1;
        return delay >= 30 && delay <= 300;
      }),
    );
  });

  it('respects a longer Retry-After, up to an hour', () => {
    expect(delaySeconds(failed(429, 600), 0)).toBe(600);
    expect(delaySeconds(failed(429, 5), 0)).toBe(30);
    expect(delaySeconds(failed(429, 1e9), 0)).toBe(3600);
  });

  it('leaves a destination alone for 15 minutes after 50 failures in a row', () => {
    expect(pauseUntil(failed(500), circuitFailureLimit - 1, now)).toBeNull();
    expect(pauseUntil(failed(500), circuitFailureLimit, now)).toEqual(new Date('2026-03-01T10:15:00Z'));
    expect(pauseUntil({ kind: 'delivered', statusCode: 200, message: '' }, 0, now)).toBeNull();
  });

  it('gives a destination that gets too much the time it asks for', () => {
    expect(pauseUntil(failed(429, 20), 1, now)).toEqual(new Date('2026-03-01T10:00:20Z'));
    expect(pauseUntil(failed(429), 1, now)).toEqual(new Date('2026-03-01T10:00:01Z'));
    expect(pauseUntil(failed(503, 20), 1, now)).toBeNull();
  });

  it('tells passing troubles from permanent ones', () => {
    expect(outcomeOfFailure(upstreamFailed('slow', { code: 'UpstreamTimeout' }))).toMatchObject({
      kind: 'failed',
      statusCode: 504,
    });
    expect(outcomeOfFailure(upstreamFailed('reset'))).toMatchObject({ kind: 'failed', statusCode: 0 });
    expect(outcomeOfFailure(invalidInput('private address'))).toMatchObject({
      kind: 'refused',
      statusCode: 0,
    });
    expect(outcomeOfFailure(new TypeError('cyclic'))).toMatchObject({ kind: 'refused', message: 'cyclic' });
  });
});

describe('one attempt over the network', () => {
  let server: Server;
  let origin = '';
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const http: HttpClient = createHttpClient({
    allowPrivate: true,
    timeoutMs: 5_000,
    maxResponseBytes: 100_000,
    userAgent: 'test',
  });
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  let tokens: TokenSource = {
    current: () => expect.unreachable('no token is wanted'),
    renewed: () => expect.unreachable('no token is wanted'),
  };
  const attempt = (settings: unknown = { webhookURL: `${origin}/hook` }, outputType = 'customwebhook') =>
    attemptDelivery(
      {
        outputId: 'o1',
        outputType,
        settings,
        alert: testAlert('http://console.test/', now),
        idempotencyKey: idempotencyKeyOf('a1', 'o1'),
        attempt: 1,
      },
      { destinationOf: destinationOfType, http, tokensOf: () => tokens, clock: () => now },
    );
  const reply = (status: number, body: string, headers: Record<string, string> = {}) => {
    answer = (request, response) => {
      request.resume();
      response.writeHead(status, headers).end(body);
    };
  };

  it('records what was answered', async () => {
    reply(202, 'thanks');
    expect(await attempt()).toMatchObject({
      outputId: 'o1',
      dispatchedAt: now,
      success: true,
      statusCode: 202,
      message: 'thanks',
    });
    reply(429, 'slow down', { 'retry-after': '90' });
    const limited = await attempt();
    expect(limited).toMatchObject({ success: false, statusCode: 429, outcome: { retryAfterSeconds: 90 } });
    expect(limited.message).toContain('slow down');
  });

  it('does not follow a redirect', async () => {
    reply(302, '', { location: `${origin}/elsewhere` });
    expect(await attempt()).toMatchObject({ success: false, statusCode: 302 });
  });

  it('keeps 4 KiB of a long answer and drops what a database cannot hold', async () => {
    reply(500, `\0${'x'.repeat(50_000)}`);
    const { message } = await attempt();
    expect(message.length).toBeLessThan(4_200);
    expect(message).not.toContain('\0');
  });

  it('takes a broken connection for a passing trouble', async () => {
    answer = (request) => request.socket.destroy();
    expect(await attempt()).toMatchObject({ statusCode: 0, outcome: { kind: 'failed' } });
  });

  it('refuses unknown types and incomplete settings for good', async () => {
    expect(await attempt({}, 'pigeon')).toMatchObject({ outcome: { kind: 'refused' } });
    const incomplete = await attempt({ webhookURL: '' });
    expect(incomplete).toMatchObject({ outcome: { kind: 'refused' } });
    expect(incomplete.message).toContain('webhookURL');
  });

  it('says why there was no access token, and tries again as it would after such an answer', async () => {
    const settings = {
      webhookURL: `${origin}/hook`,
      authentication: 'oauthClientCredentials',
      tokenUrl: 'https://login.example/token',
      clientId: 'c',
      clientSecret: 's',
    };
    const failing = async (error: Error) => {
      tokens = { current: () => Promise.reject(error), renewed: () => Promise.reject(error) };
      return (await attempt(settings)).outcome;
    };
    expect(await failing(tokenRefused('no such client'))).toEqual({
      kind: 'failed',
      statusCode: 401,
      message: 'no such client',
    });
    expect(await failing(tokenFailed('busy', { retryAfterSeconds: 90 }))).toEqual({
      kind: 'failed',
      statusCode: 503,
      message: 'busy',
      retryAfterSeconds: 90,
    });
  });

  it('sends the same key with every retry and another one with a re-send', async () => {
    const keys: unknown[] = [];
    answer = (request, response) => {
      keys.push(request.headers['idempotency-key']);
      request.resume();
      response.end();
    };
    await attempt();
    await attempt();
    expect(keys).toEqual(['a1-o1', 'a1-o1']);
    expect(idempotencyKeyOf('a1', 'o1', 2)).toBe('a1-o1-2');
  });
});
