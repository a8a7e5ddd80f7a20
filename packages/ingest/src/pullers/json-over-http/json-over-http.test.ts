import { readSettings } from '@margay/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient } from '@margay/kit/node';
import { type LoopbackApi, startLoopbackApi } from '../../testing/loopback-api.ts';
import type { PulledPage } from '../puller.ts';
import { readRecords } from '../../replies/read-records.ts';
import { jsonOverHttp } from './index.ts';
import { linkedNext } from './read-reply.ts';

const now = new Date('2026-03-01T12:00:00Z');
const http = createHttpClient({
  allowPrivate: true,
  timeoutMs: 5_000,
  maxResponseBytes: 100_000,
  userAgent: 'Margay',
});

describe('JSON over HTTP', () => {
  let api: LoopbackApi;
  beforeAll(async () => {
    api = await startLoopbackApi();
  });
  afterAll(() => api.close());
  beforeEach(() => api.forget());

  const settings = (more: Record<string, unknown> = {}) => ({ url: `${api.url}/events?limit=2`, ...more });
  const pull = (more: Record<string, unknown>, cursor: unknown = null, at = now): Promise<PulledPage> =>
    jsonOverHttp.pull(settings(more), cursor, {
      http,
      replies: { read: async (body, plan) => readRecords(body, plan) },
      now: at,
      signal: AbortSignal.timeout(10_000),
    });
  const linesOf = ({ body }: PulledPage) => new TextDecoder().decode(body).split('\n').slice(0, -1);

  it('hands records on as they were written, with a line for each and numbers exact', async () => {
    api.answer(() => ({
      text: '{"data": {"items": [{"n": 12345678901234567890.50, "t": "a\\nb"}, 7, null]}}',
    }));
    const page = await pull({ recordsPath: 'data.items' });
    expect(linesOf(page)).toEqual(['{"n":12345678901234567890.50,"t":"a\\nb"}', '7', 'null']);
    expect(page).toMatchObject({ recordCount: 3, hasMore: false });
  });

  it('sends the secret header, and follows a cursor until there is none that is new', async () => {
    const pages: Record<string, unknown> = {
      '': { items: [1, 2], next: 'b' },
      b: { items: [3], next: 77 },
      77: { items: [], next: 77 },
    };
    api.answer((url) => ({ json: pages[url.searchParams.get('after') ?? ''] }));
    const more = {
      recordsPath: 'items',
      pagination: 'cursor',
      nextPath: 'next',
      cursorParameter: 'after',
      headerName: 'X-Key',
      headerValue: 'k-1',
    };
    const first = await pull(more);
    expect(first).toMatchObject({ recordCount: 2, hasMore: true });
    const second = await pull(more, first.cursor);
    expect(linesOf(second)).toEqual(['3']);
    const third = await pull(more, second.cursor);
    expect(third).toMatchObject({ recordCount: 0, hasMore: false });
    // Where it goes on once there is more.
    expect(third.cursor).toEqual({ next: '77' });
    expect(api.requests.map(({ url }) => url.search)).toEqual([
      '?limit=2',
      '?limit=2&after=b',
      '?limit=2&after=77',
    ]);
    expect(api.requests.every(({ headers }) => headers['x-key'] === 'k-1')).toBe(true);
  });

  it('sends what its authentication says and nothing else, and knows saved settings that name none', async () => {
    api.answer(() => ({ json: [] }));
    const header = { headerName: 'X-Key', headerValue: 'k-1' };
    const oauth = { authentication: 'oauthClientCredentials', tokenUrl: 'https://login.example/token' };
    const client = { clientId: 'c', clientSecret: 's', scope: 'read' };
    await pull(header);
    await pull({ ...header, authentication: 'header' });
    await pull({ ...header, authentication: 'none' });
    await pull({ ...header, ...oauth, ...client });
    expect(api.requests.map(({ headers }) => headers['x-key'])).toEqual(['k-1', 'k-1', undefined, undefined]);
    // Whoever calls it puts the token on.
    expect(api.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    const access = (more: Record<string, unknown>) => jsonOverHttp.access(settings(more));
    expect([access({}), access(header), access({ ...client, authentication: 'none' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(access({ ...oauth, ...client })).toMatchObject({
      address: `${api.url}/events?limit=2`,
      grant: {
        grant: 'clientCredentials',
        tokenUrl: oauth.tokenUrl,
        ...client,
        clientAuthentication: 'basic',
      },
    });
    const refreshing = { ...oauth, authentication: 'oauthRefreshToken', clientId: 'c', refreshToken: 'r' };
    expect(access(refreshing)).toMatchObject({ grant: { grant: 'refreshToken', refreshToken: 'r' } });
  });

  it.each([
    [{ authentication: 'none' }, /refused the request without credentials with 401\. Check which/],
    [
      {
        authentication: 'oauthRefreshToken',
        tokenUrl: 'https://x.example',
        clientId: 'c',
        refreshToken: 'r',
      },
      /refused the access token with 401\. Check the scope/,
    ],
  ])('says which credentials were refused: %j', async (more, message) => {
    api.answer(() => ({ status: 401 }));
    await expect(pull(more)).rejects.toThrow(message);
  });

  it('follows addresses of the same server only, in the reply or in a Link header', async () => {
    api.answer(() => ({ json: [1], headers: { link: '</events?page=2>; rel="next", <x>; rel="last"' } }));
    const first = await pull({ pagination: 'link' });
    expect(first.cursor).toEqual({ next: `${api.url}/events?page=2` });
    api.answer(() => ({ json: { items: [1], next: 'https://elsewhere.example/steal' } }));
    await expect(
      pull({ pagination: 'nextUrl', nextPath: 'next', recordsPath: 'items' }),
    ).rejects.toMatchObject({
      code: 'PullNeedsAttention',
      message: expect.stringContaining('elsewhere.example, which is not asked'),
    });
  });

  it('asks for windows that follow one another without gap or overlap, and reads one in pages', async () => {
    const asked = { startParameter: 'from', endParameter: 'to', timeFormat: 'seconds', delaySeconds: 60 };
    const windows = () =>
      api.requests.map(({ url }) => [url.searchParams.get('from'), url.searchParams.get('to')].map(Number));
    api.answer(() => ({ json: [] }));
    const first = await pull({ ...asked, lookbackHours: 1 });
    const later = new Date(now.getTime() + 90_000);
    const second = await pull(asked, first.cursor, later);
    // Nothing is asked for while the window would be empty.
    const third = await pull(asked, second.cursor, later);
    expect(third).toMatchObject({ recordCount: 0, hasMore: false });
    const end = now.getTime() / 1000 - 60;
    expect(windows()).toEqual([
      [end - 3600, end],
      [end, end + 90],
    ]);
    api.forget();
    api.answer((url) => ({ json: { items: [1], next: url.searchParams.has('c') ? null : 'p2' } }));
    const paged = {
      ...asked,
      recordsPath: 'items',
      pagination: 'cursor',
      nextPath: 'next',
      cursorParameter: 'c',
    };
    const one = await pull(paged, second.cursor, new Date(now.getTime() + 200_000));
    const two = await pull(paged, one.cursor, new Date(now.getTime() + 300_000));
    expect([one.hasMore, two.hasMore]).toEqual([true, false]);
    expect(windows()).toEqual([
      [end + 90, end + 200],
      [end + 90, end + 200],
    ]);
    expect(two.cursor).toEqual({ window: { from: (end + 90) * 1000, to: (end + 200) * 1000 } });
  });

  it.each([
    ['refused credentials', { status: 401 }, 'PullNeedsAttention', /refused the credentials with 401/],
    ['a wrong address', { status: 404 }, 'PullNeedsAttention', /answered 404\. Check the address/],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://x.example/' } },
      'PullNeedsAttention',
      /final address/,
    ],
    [
      'a page for people',
      { text: '<html>', headers: { 'content-type': 'text/html' } },
      'PullNeedsAttention',
      /no JSON \(text\/html\)/,
    ],
    ['no list', { json: { items: { a: 1 } } }, 'PullNeedsAttention', /an object at "items", not a list/],
    ['nothing there', { json: { other: [] } }, 'PullNeedsAttention', /nothing at "items"/],
    ['an outage', { status: 503 }, 'PullFailed', /answered 503/],
    ['too much', { text: `[${'1,'.repeat(60_000)}1]` }, 'UpstreamReplyTooLarge', /./],
  ])('tells %s apart', async (_what, answer, code, message) => {
    api.answer(() => answer);
    await expect(pull({ recordsPath: 'items' })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it('waits as long as it is told, in seconds or until a date, and never for days', async () => {
    for (const [told, seconds] of [
      ['17', 17],
      [new Date(now.getTime() + 90_000).toUTCString(), 90],
      ['900000', 3600],
      ['soon', undefined],
    ] as const) {
      api.answer(() => ({ status: 429, headers: { 'retry-after': told } }));
      await expect(pull({})).rejects.toMatchObject({ code: 'PullFailed', retryAfterSeconds: seconds });
    }
  });

  it('refuses to bring the same records again and again', async () => {
    api.answer(() => ({ json: { items: [1], next: 'same' } }));
    const more = { recordsPath: 'items', pagination: 'cursor', nextPath: 'next', cursorParameter: 'c' };
    const { cursor } = await pull(more);
    await expect(pull(more, cursor)).rejects.toThrow(/the same page as the next one again/);
    api.answer(() => ({ json: { items: [1] } }));
    await expect(pull(more)).rejects.toThrow(/names no next one, and no "Parameter of the start"/);
  });

  it.each([
    [{ url: 'ftp://x' }, 'url'],
    [{ pagination: 'cursor', nextPath: 'next' }, 'cursorParameter'],
    [{ pagination: 'nextUrl' }, 'nextPath'],
    [{ startParameter: 'from' }, 'endParameter'],
    [{ intervalSeconds: 5 }, 'intervalSeconds'],
    [{ authentication: 'password' }, 'authentication'],
    [{ authentication: 'oauthClientCredentials' }, 'tokenUrl', 'clientId', 'clientSecret'],
    [{ authentication: 'oauthRefreshToken', clientId: 'c' }, 'tokenUrl', 'refreshToken'],
    [
      { authentication: 'oauthClientCredentials', tokenUrl: 'x', clientId: 'c', clientSecret: 's' },
      'tokenUrl',
    ],
  ])('does not take settings that cannot work: %j', (more, ...fields) => {
    const read = readSettings(jsonOverHttp, settings(more), { refusesUnknown: true });
    expect('faults' in read && read.faults.map(({ field }) => field)).toEqual(fields);
  });
});

it('finds the next page in a Link header', () => {
  expect(linkedNext('<https://a/?x=1,2>; rel="self", <https://a/?p=2>; title="a"; rel="prev next"')).toBe(
    'https://a/?p=2',
  );
  expect(linkedNext('<https://a/>; rel="nextish"')).toBe(undefined);
  expect(linkedNext('<https://a/>; Rel = NEXT , <https://b/>; rel=prev')).toBe('https://a/');
  expect(linkedNext('<https://a/>; title="rel=next"')).toBe(undefined);
  expect(linkedNext(undefined)).toBe(undefined);
});

it.each([
  `<http://x/>${';rel='.repeat(1_500)}${' nex'.repeat(1_500)}!"x`,
  '<'.repeat(8_000),
  '<>'.repeat(4_000),
  `<http://x/>;rel="${' '.repeat(15_000)}`,
])('reads a hostile Link header in no time worth speaking of', (header) => {
  expect(Array.from({ length: 20 }, () => linkedNext(header))).toEqual(Array(20).fill(undefined));
});
