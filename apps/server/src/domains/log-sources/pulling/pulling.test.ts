import { type LoopbackApi, startLoopbackApi } from '@margay/ingest/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningServer } from '../../../server.ts';
import { addPerson } from '../../../testing/add-person.ts';
import { consoleOf, putSchema, putSource, sourceIdOf } from '../../../testing/console-client.ts';
import { startServerOn } from '../../../testing/server-on.ts';

const spec = `schema: Custom.Pulled
fields:
  - { name: n, type: bigint, required: true }
  - { name: user, type: string, indicators: [username] }
`;
const health = `query ($id: ID!) { source(id: $id) { isHealthy ingestPath secretsSet config
  healthChecks { name healthy message } } }`;
const check =
  'mutation ($input: PutLogSourceInput!) { checkLogSource(input: $input) { isWorking message recordCount } }';

interface Shown {
  isHealthy: boolean;
  ingestPath: string | null;
  secretsSet: string[];
  config: Record<string, unknown>;
  healthChecks: { name: string; healthy: boolean; message: string }[];
}

describe('a source that is pulled, on a server', { timeout: 300_000 }, () => {
  let folder: string;
  let server: RunningServer;
  let api: LoopbackApi;
  let ask: Awaited<ReturnType<typeof consoleOf>>;
  let sourceId: string;
  const apiKey = 'Bearer key-of-the-test';

  async function done<T>(query: string, variables: unknown): Promise<T> {
    const { data, errors } = await ask(query, variables);
    expect(errors).toBe(undefined);
    return data as T; // as the query selects it
  }
  const shown = async () => (await done<{ source: Shown }>(health, { id: sourceId })).source;
  const pullCheck = async () => (await shown()).healthChecks.find(({ name }) => name === 'logPullingStatus');
  const input = (config: Record<string, unknown> = {}, id?: string) => ({
    ...(id === undefined ? {} : { integrationId: id }),
    integrationLabel: 'pulled',
    providerId: 'custom',
    ingestionType: 'LogPulling',
    logStreamType: 'JSON',
    logTypes: ['Custom.Pulled'],
    config: {
      url: `${api.url}/events`,
      headerValue: apiKey,
      recordsPath: 'items',
      pagination: 'cursor',
      nextPath: 'next',
      cursorParameter: 'after',
      ...config,
    },
  });
  async function stored(): Promise<unknown[][]> {
    const { rows } = await server.platform.lake.query({
      sql: 'SELECT toString(n), user FROM panther_logs.custom_pulled ORDER BY n',
      lane: { pool: 'internal', owner: 'test' },
    });
    return rows;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'margay-pulling-'));
    api = await startLoopbackApi();
    api.answer((url) => {
      const from = Number(url.searchParams.get('after') ?? 0);
      const items = ['ada', 'bob', 'eve'].slice(from, from + 2).map((user, i) => ({ n: from + i, user }));
      return { json: { items, next: from + items.length } };
    });
    server = await startServerOn(folder, { MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' });
    ask = await consoleOf(server);
    await done(putSchema, { input: { name: 'Custom.Pulled', spec } });
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('says before it is saved whether the other system answers, and keeps nothing', async () => {
    const asked = async (config: Record<string, unknown>) =>
      (
        await done<{ checkLogSource: { isWorking: boolean; message: string } }>(check, {
          input: input(config),
        })
      ).checkLogSource;
    expect(await asked({})).toEqual({
      isWorking: true,
      message: 'The address answered with 2 records.',
      recordCount: 2,
    });
    expect(await asked({ recordsPath: 'data' })).toMatchObject({
      isWorking: false,
      message: expect.stringContaining('nothing at "data", not a list of records'),
    });
    const { errors } = await ask(check, { input: input({ cursorParameter: '' }) });
    expect(errors?.[0]?.message).toContain('Log source pulled, cursorParameter: This field is required');
    expect(
      (await ask(check, { input: { ...input(), ingestionType: 'HTTP', config: { authMethod: 'None' } } }))
        .errors,
    ).toBeDefined();
    expect(await done<{ sources: unknown[] }>('query { sources { integrationId } }', {})).toEqual({
      sources: [],
    });
  });

  it('brings its records into the lake, each once, with credentials that nobody sees again', async () => {
    sourceId = sourceIdOf(await done(putSource, { input: input() }));
    await vi.waitFor(
      async () =>
        expect(await stored()).toEqual([
          ['0', 'ada'],
          ['1', 'bob'],
          ['2', 'eve'],
        ]),
      { timeout: 60_000, interval: 250 },
    );
    expect(api.requests.every(({ headers }) => headers.authorization === apiKey)).toBe(true);
    const source = await shown();
    expect(source).toMatchObject({ isHealthy: true, ingestPath: null, secretsSet: ['headerValue'] });
    expect(JSON.stringify(source)).not.toContain(apiKey);
    expect((await pullCheck())?.message).toMatch(/The last request succeeded at .*; 3 records came so far\./);
  });

  it('is ill at once when its credentials are refused, and well again when they are mended', async () => {
    api.answer(() => ({ status: 403 }));
    await done(putSource, { input: input({ headerValue: 'Bearer wrong' }, sourceId) });
    await vi.waitFor(async () => expect((await pullCheck())?.healthy).toBe(false), {
      timeout: 60_000,
      interval: 250,
    });
    expect((await pullCheck())?.message).toContain('refused the credentials with 403');
    expect((await shown()).isHealthy).toBe(false);
    api.answer((url) => ({
      json: { items: url.searchParams.get('after') === '3' ? [{ n: 3, user: 'kim' }] : [], next: 4 },
    }));
    await done(putSource, { input: input({}, sourceId) });
    await vi.waitFor(async () => expect((await stored()).at(-1)).toEqual(['3', 'kim']), {
      timeout: 60_000,
      interval: 250,
    });
    expect((await pullCheck())?.healthy).toBe(true);
    expect(await stored()).toHaveLength(4);
  });

  it('never sends a kept secret to another server', async () => {
    const { errors } = await ask(check, {
      input: input({ url: 'https://elsewhere.example/events', headerValue: '' }, sourceId),
    });
    expect(errors?.[0]?.message).toContain('headerValue: Enter this again');
  });

  it('is checked only by those who may change sources', async () => {
    const reader = { email: 'reader@example.com', password: 'Reader-horse-7' };
    await addPerson(server, reader, 'AnalystReadOnly');
    const { errors } = await (await consoleOf(server, reader))(check, { input: input() });
    expect(errors?.[0]?.extensions.statusCode).toBe(403);
  });

  it('ends with the source', async () => {
    await done('mutation ($input: IdInput!) { deleteLogSource(input: $input) { id } }', {
      input: { id: sourceId },
    });
    await vi.waitFor(
      async () => expect(await server.platform.store.query('select 1 from source_pulls')).toEqual([]),
      { timeout: 60_000, interval: 250 },
    );
  });
});
