import { type LoopbackApi, startLoopbackApi } from '@margay/ingest/testing';
import type { Logger } from '@margay/kit';
import { startTokenServer, type TokenServer } from '@margay/oauth/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningServer } from '../../../server.ts';
import { consoleOf, putSchema, putSource, sourceIdOf } from '../../../testing/console-client.ts';
import { startServerOn } from '../../../testing/server-on.ts';

/** Everything that the servers of this file would have logged, on every level. */
const logged: string[] = [];
const collecting: Logger = Object.fromEntries([
  ...['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [
    level,
    (...said: unknown[]) => void logged.push(JSON.stringify(said)),
  ]),
  ['child', () => collecting],
]) as never; // each of its functions is there

const spec = `schema: Custom.Authorized
fields:
  - { name: n, type: bigint, required: true }
`;
const shownOf = `query ($id: ID!) { source(id: $id) { isHealthy secretsSet config
  healthChecks { name healthy message } } }`;
const check =
  'mutation ($input: PutLogSourceInput!) { checkLogSource(input: $input) { isWorking message recordCount } }';

interface Shown {
  isHealthy: boolean;
  secretsSet: string[];
  config: Record<string, unknown>;
  healthChecks: { name: string; healthy: boolean; message: string }[];
}

describe('a source that is pulled with access tokens, on a server', { timeout: 300_000 }, () => {
  let folder: string;
  let server: RunningServer;
  let api: LoopbackApi;
  let tokens: TokenServer;
  let ask: Awaited<ReturnType<typeof consoleOf>>;
  let sourceId: string;
  /** Numbers of the records that the API has now. */
  let numbers: number[] = [];
  /** Everything a person was shown. */
  const told: string[] = [];
  const waiting = { timeout: 90_000, interval: 250 };

  async function done<T>(query: string, variables: unknown): Promise<T> {
    const { data, errors } = await ask(query, variables);
    expect(errors).toBe(undefined);
    told.push(JSON.stringify(data));
    return data as T; // as the query selects it
  }
  const pullCheck = async () => {
    const { source } = await done<{ source: Shown }>(shownOf, { id: sourceId });
    return source.healthChecks.find(({ name }) => name === 'logPullingStatus');
  };
  const input = (config: Record<string, unknown>, id?: string) => ({
    ...(id === undefined ? {} : { integrationId: id }),
    integrationLabel: 'authorized',
    providerId: 'custom',
    ingestionType: 'LogPulling',
    logStreamType: 'JSON',
    logTypes: ['Custom.Authorized'],
    config: {
      url: `${api.url}/events`,
      authentication: 'oauthClientCredentials',
      tokenUrl: tokens.tokenUrl,
      ...tokens.client,
      ...config,
    },
  });
  const refreshing = (refreshToken: string, config: Record<string, unknown> = {}) =>
    input({ authentication: 'oauthRefreshToken', refreshToken, ...config }, sourceId);
  async function stored(): Promise<unknown[]> {
    const { rows } = await server.platform.lake.query({
      sql: 'SELECT DISTINCT toString(n) FROM panther_logs.custom_authorized ORDER BY n',
      lane: { pool: 'internal', owner: 'test' },
    });
    return rows.flat();
  }
  const arrives = (n: number) => vi.waitFor(async () => expect(await stored()).toContain(String(n)), waiting);
  async function start(): Promise<void> {
    server = await startServerOn(
      folder,
      { MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' },
      { logger: collecting },
    );
    ask = await consoleOf(server);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'margay-tokens-'));
    api = await startLoopbackApi();
    tokens = await startTokenServer();
    api.answer((_url, { authorization = '' }) =>
      tokens.isGood(authorization.replace('Bearer ', ''))
        ? { json: numbers.map((n) => ({ n })) }
        : { status: 401 },
    );
    await start();
    await done(putSchema, { input: { name: 'Custom.Authorized', spec } });
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await api.close();
    await tokens.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('says what is missing, and tries what was typed without keeping a token', async () => {
    for (const [config, field] of [
      [{ tokenUrl: '' }, 'tokenUrl'],
      [{ tokenUrl: 'login.example' }, 'tokenUrl'],
      [{ clientSecret: '' }, 'clientSecret'],
      [{ authentication: 'oauthRefreshToken' }, 'refreshToken'],
      [{ authentication: 'oauthJwtBearer', privateKey: 'key' }, 'privateKey'],
    ] as const)
      expect((await ask(check, { input: input(config) })).errors?.[0]?.message).toContain(`${field}: `);
    numbers = [1];
    const { checkLogSource: works } = await done<{ checkLogSource: unknown }>(check, { input: input({}) });
    expect(works).toMatchObject({ isWorking: true, recordCount: 1 });
    const account = { authentication: 'oauthJwtBearer', ...tokens.account, clientSecret: '' };
    const { checkLogSource: signed } = await done<{ checkLogSource: unknown }>(check, {
      input: input(account),
    });
    expect(signed).toMatchObject({ isWorking: true });
    const { checkLogSource: fails } = await done<{ checkLogSource: unknown }>(check, {
      input: input({ clientSecret: 'wrong-and-secret' }),
    });
    expect(fails).toMatchObject({
      isWorking: false,
      message: expect.stringContaining('gave no access token: invalid_client. Check the client ID'),
    });
    expect(await server.platform.store.query('select 1 from oauth_tokens')).toEqual([]);
  });

  it('brings events with a token that is kept, sealed, and asked for again when it is refused', async () => {
    sourceId = sourceIdOf(await done(putSource, { input: input({}) }));
    await arrives(1);
    expect((await pullCheck())?.healthy).toBe(true);
    const before = tokens.asked.length;
    numbers = [2];
    await done(putSource, { input: input({ clientSecret: '', intervalSeconds: 61 }, sourceId) });
    await arrives(2);
    expect(tokens.asked.length).toBe(before);
    tokens.revoke();
    numbers = [3];
    await done(putSource, { input: input({ clientSecret: '', intervalSeconds: 62 }, sourceId) });
    await arrives(3);
    expect(tokens.asked.length).toBe(before + 1);
    expect((await pullCheck())?.healthy).toBe(true);
  });

  it('is ill when no token is given, and says why and what to do', async () => {
    tokens.revoke();
    tokens.answer(() => ({
      status: 400,
      json: { error: 'unauthorized_client', error_description: `not ${tokens.client.clientSecret}` },
    }));
    await done(putSource, { input: input({ intervalSeconds: 63 }, sourceId) });
    await vi.waitFor(async () => expect((await pullCheck())?.healthy).toBe(false), waiting);
    expect((await pullCheck())?.message).toContain(
      'gave no access token: unauthorized_client: not …. Have this way of getting tokens allowed for the client',
    );
    // What passes is waited for, as long as the other side says.
    tokens.answer(() => ({ status: 503, headers: { 'retry-after': '1800' } }));
    await done(putSource, { input: input({ intervalSeconds: 64 }, sourceId) });
    await vi.waitFor(async () => expect((await pullCheck())?.message).toContain('answered 503'), waiting);
    const [row] = await server.platform.store.query<{ wait: number }>(
      'select extract(epoch from next_attempt_at - failing_since)::float8 as wait from source_pulls',
    );
    expect(row?.wait).toBeGreaterThanOrEqual(1800);
    tokens.answer();
  });

  it('goes on with the refresh token that came last, also after a restart', async () => {
    const typed = tokens.refreshToken;
    tokens.lifetimeSeconds = 1;
    const { errors } = await ask(check, { input: refreshing(typed) });
    expect(errors?.[0]?.message).toContain('is not tried before it is saved');
    expect(tokens.refreshToken).toBe(typed);
    numbers = [4];
    await done(putSource, { input: refreshing(typed) });
    await arrives(4);
    const second = tokens.refreshToken;
    await server.stop();
    await start();
    numbers = [5];
    // What is left empty is kept.
    await done(putSource, { input: refreshing('', { clientSecret: '' }) });
    await arrives(5);
    const spent = tokens.asked.flatMap(({ form }) => form['refresh_token'] ?? []);
    expect(spent[0]).toBe(typed);
    expect(spent).toContain(second);
    expect(new Set(spent).size).toBe(spent.length);
    expect((await pullCheck())?.healthy).toBe(true);
  });

  it('tries the token that is kept, and never sends what is kept to another server', async () => {
    tokens.lifetimeSeconds = 3600;
    numbers = [6];
    await done(putSource, { input: refreshing('', { clientSecret: '', scope: 'all' }) });
    await arrives(6);
    const asked = tokens.asked.length;
    const { checkLogSource } = await done<{ checkLogSource: unknown }>(check, {
      input: refreshing('', { clientSecret: '', scope: 'all' }),
    });
    expect(checkLogSource).toMatchObject({ isWorking: true });
    expect(tokens.asked.length).toBe(asked);
    const elsewhere = 'https://elsewhere.example/';
    for (const moved of [{ url: elsewhere }, { tokenUrl: elsewhere }])
      for (const query of [check, putSource]) {
        const { errors } = await ask(query, { input: refreshing('', { clientSecret: '', ...moved }) });
        expect(errors?.[0]?.message).toContain('clientSecret: Enter this again');
      }
  });

  it('goes on with a service account, whose key nobody sees again', async () => {
    numbers = [7];
    const { account } = tokens;
    await done(putSource, {
      input: input({ authentication: 'oauthJwtBearer', ...account, clientSecret: '' }, sourceId),
    });
    await arrives(7);
    expect(tokens.asked.at(-1)?.form['grant_type']).toMatch(/:jwt-bearer$/);
    const { source } = await done<{ source: Shown }>(shownOf, { id: sourceId });
    expect(source.secretsSet).toContain('privateKey');
    expect((await pullCheck())?.healthy).toBe(true);
  });

  it('shows, logs and stores no secret', async () => {
    const { store } = server.platform;
    const tables = await store.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const rows: string[] = [];
    for (const { name } of tables) rows.push(JSON.stringify(await store.query(`select * from "${name}"`)));
    expect(rows.join()).toContain('"got_with"');
    const [, keyLine = ''] = tokens.account.privateKey.split('\n');
    expect(keyLine.length).toBe(64);
    const secrets = [
      keyLine,
      tokens.client.clientSecret,
      'wrong-and-secret',
      tokens.refreshToken,
      ...tokens.given,
    ];
    expect(secrets.length).toBeGreaterThan(8);
    expect(logged.length).toBeGreaterThan(0);
    const everything = [...logged, ...told, ...rows].join('\n');
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
  });

  it('leaves no token behind when it goes', async () => {
    await done('mutation ($input: IdInput!) { deleteLogSource(input: $input) { id } }', {
      input: { id: sourceId },
    });
    expect(await server.platform.store.query('select 1 from oauth_tokens')).toEqual([]);
  });
});
