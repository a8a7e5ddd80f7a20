import { silentLogger } from '@margay/kit';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlHandler } from './api/graphql.ts';
import { createHttpApp } from './api/http.ts';
import { buildConsoleSchema } from './api/schema.ts';
import { readConfig } from './config.ts';
import { wire, type Platform } from './wire.ts';
import { newDataFolder } from './testing/new-data-folder.ts';

const email = 'ada@example.com';
const password = 'Correct-horse-7';

describe('set-up, sign-in and the console schema', () => {
  let folder: string;
  let platform: Platform;
  let app: ReturnType<typeof createHttpApp>;
  const schema = buildConsoleSchema();

  beforeAll(async () => {
    folder = await newDataFolder('margay-access-');
    platform = await wire(readConfig({ MARGAY_DATA_DIR: folder }), silentLogger);
    app = createHttpApp({
      services: platform.services,
      logger: silentLogger,
      trustedProxies: [],
      graphql: createGraphqlHandler(schema, silentLogger, { introspection: true }),
      isReady: platform.isReady,
    });
  });
  afterAll(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const ask = async (query: string, token?: string) => {
    const reply = await post(
      '/internal/graphql',
      { query },
      token === undefined ? {} : { authorization: token },
    );
    return {
      status: reply.status,
      body: (await reply.json()) as { data?: unknown; errors?: { extensions: unknown }[] },
    };
  };

  it('makes the first administrator through the one-time link, once', async () => {
    expect(await (await app.request('/auth/setup')).json()).toEqual({ needed: true });
    const person = { email, password, givenName: 'Ada', familyName: 'Lovelace' };
    expect((await post('/auth/setup', { token: 'guess', ...person })).status).toBe(403);
    const token = await platform.services.sessions.newSetupToken();
    expect((await post('/auth/setup', { token, ...person, password: 'short' })).status).toBe(400);
    expect((await post('/auth/setup', { token, ...person })).status).toBe(200);
    expect((await post('/auth/setup', { token, ...person })).status).toBe(403);
    expect(await (await app.request('/auth/setup')).json()).toEqual({ needed: false });
  });

  it('signs in, answers who I am, and refuses strangers field by field', async () => {
    expect((await post('/auth/sign-in', { email, password: 'wrong' })).status).toBe(401);
    const tokens = (await (await post('/auth/sign-in', { email, password })).json()) as {
      idToken: string;
      refreshToken: string;
    };
    const me = await ask('{ me { email role { name } } universalSettings { timezone } }', tokens.idToken);
    expect(me.body).toEqual({
      data: { me: { email, role: { name: 'Admin' } }, universalSettings: { timezone: 'UTC' } },
    });
    const stranger = await ask('{ users { id } }');
    expect(stranger.body.errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', statusCode: 401 });
    expect((await ask('{ me { id } }', 'forged')).status).toBe(401);

    const renewed = await post('/auth/refresh', { refreshToken: tokens.refreshToken });
    expect(renewed.status).toBe(200);
    await post('/auth/sign-out', { refreshToken: tokens.refreshToken });
    expect((await post('/auth/refresh', { refreshToken: tokens.refreshToken })).status).toBe(401);
    expect((await ask('{ me { id } }', tokens.idToken)).status).toBe(401);
  });

  it('tells the console in the ID token whether the role leaves out log types', async () => {
    await platform.store.query(
      `insert into roles (id, name, permissions, log_type_access_kind, log_type_access)
       values ('narrow', 'Narrow', '{AlertRead}', 'DENY', '{Okta.SystemLog}')`,
    );
    await platform.store.query(
      `insert into users (id, email, given_name, family_name, role_id, status, password_hash)
       select 'grace', 'grace@example.com', 'Grace', 'Hopper', 'narrow', 'CONFIRMED', password_hash from users`,
    );
    const kindOf = async (who: string) => {
      const reply = await post('/auth/sign-in', { email: who, password });
      const { idToken } = (await reply.json()) as { idToken: string };
      const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
      return (JSON.parse(payload) as { log_type_access_kind?: string }).log_type_access_kind;
    };
    expect(await kindOf(email)).toBe('ALLOW_ALL');
    expect(await kindOf('grace@example.com')).toBe('DENY');
  });

  it('[001-2.44] says which parts of the console are on', async () => {
    const signedIn = await post('/auth/sign-in', { email, password });
    const { idToken } = (await signedIn.json()) as { idToken: string };
    const { body } = await ask('{ appConfig { featureFlags { flag treatment } } }', idToken);
    expect(body).toEqual({
      data: {
        appConfig: {
          featureFlags: [
            { flag: 'ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC', treatment: 'on' },
            { flag: 'ENABLE_DATA_LAKE_ACCESS_CONTROL', treatment: 'off' },
            { flag: 'ENABLE_SUPPORT_SIGN_IN', treatment: 'off' },
            { flag: 'ENABLE_TORQ_DESTINATION', treatment: 'off' },
          ],
        },
      },
    });
  });

  it('slows down guessing', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      statuses.push((await post('/auth/sign-in', { email: 'eve@example.com', password: 'x' })).status);
    }
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
  });

  it('refuses documents that are too deep or too wide', async () => {
    const spread = Array.from(
      { length: 20 },
      (_, i) => `fragment f${i} on User { ...f${i + 1} a${i}: id }`,
    ).join(' ');
    expect((await ask('{ appConfig { featureFlags { flag } } }')).status).toBe(200);
    expect((await ask(`{ me { ...f0 } } ${spread} fragment f20 on User { ...f0 }`)).status).toBe(400);
    const wide = `{ ${Array.from({ length: 200 }, (_, i) => `a${i}: me { id }`).join(' ')} }`;
    expect((await ask(wide)).status).toBe(400);
  });
});
