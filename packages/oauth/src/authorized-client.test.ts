import { createHttpClient } from '@margay/kit/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForToken } from './ask-for-token.ts';
import { authorizedClient, type TokenSource } from './authorized-client.ts';
import { startTokenServer, type TokenServer } from './testing/token-server.ts';

const http = createHttpClient({
  allowPrivate: true,
  timeoutMs: 20_000,
  maxResponseBytes: 100_000,
  userAgent: 'Margay',
});

describe('a client with access tokens', () => {
  let server: TokenServer;
  let elsewhere: TokenServer;
  let kept: string | undefined;
  beforeAll(async () => {
    server = await startTokenServer();
    elsewhere = await startTokenServer();
  });
  afterAll(async () => {
    await server.close();
    await elsewhere.close();
  });
  beforeEach(() => {
    kept = undefined;
    server.asked.length = server.brought.length = elsewhere.brought.length = 0;
  });

  const ask = async () => {
    const { tokenUrl, client } = server;
    const grant = {
      grant: 'clientCredentials',
      tokenUrl,
      ...client,
      clientAuthentication: 'basic',
    } as const;
    kept = (await askForToken(grant, { http, clock: () => new Date() })).accessToken;
    return { accessToken: kept, isNew: true };
  };
  const tokens: TokenSource = {
    current: async () => (kept === undefined ? ask() : { accessToken: kept, isNew: false }),
    renewed: ask,
  };
  const get = async (url: string) =>
    (await authorizedClient(http, { address: `${server.url}/api`, tokens }).request({ method: 'GET', url }))
      .status;

  it('brings the token to the server it is for, on every path, and to no other', async () => {
    expect(await get(`${server.url}/api?page=1`)).toBe(200);
    expect(await get(`${server.url}/other`)).toBe(200);
    expect(server.brought).toEqual([kept, kept]);
    expect(await get(`${elsewhere.url}/api`)).toBe(401);
    expect(elsewhere.brought).toEqual([undefined]);
    expect(server.asked).toHaveLength(1);
  });

  it('asks for one new token when a kept one is refused, and repeats the request once', async () => {
    await get(server.url);
    const refused = kept;
    server.revoke();
    expect(await get(server.url)).toBe(200);
    expect(server.brought.slice(1)).toEqual([refused, kept]);
    expect(server.asked).toHaveLength(2);
  });

  it('leaves it at a refusal of a token that is new', async () => {
    const never: TokenSource = {
      current: async () => ({ accessToken: 'wrong', isNew: true }),
      renewed: () => expect.unreachable('it was new'),
    };
    const client = authorizedClient(http, { address: server.url, tokens: never });
    expect((await client.request({ method: 'GET', url: server.url })).status).toBe(401);
    let renewals = 0;
    const stale: TokenSource = {
      current: async () => ({ accessToken: 'old', isNew: false }),
      renewed: async () => ({ accessToken: `wrong ${++renewals}` }),
    };
    const other = authorizedClient(http, { address: server.url, tokens: stale });
    expect((await other.request({ method: 'GET', url: server.url })).status).toBe(401);
    expect(renewals).toBe(1);
  });
});
