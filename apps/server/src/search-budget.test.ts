import { serve, type ServerType } from '@hono/node-server';
import { permissions } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { engineEnvironment } from '@margay/kit/node';
import { pushOrLong } from '@margay/kit/testing';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGraphqlHandler } from './api/graphql.ts';
import { createHttpApp } from './api/http.ts';
import { buildConsoleSchema } from './api/schema.ts';
import { person } from './api/testing-console.ts';
import { readConfig } from './config.ts';
import { wire, type Platform } from './wire.ts';
import { newDataFolder } from './testing/new-data-folder.ts';

/** How many queries a process with sixteen threads gives to the engine at once: of people, and in all. */
const seats = { interactive: 5, all: 10 };
interface Crowd {
  most: typeof seats;
  outcomes: Record<string, number>;
  left: number;
}

/** One crowd in a process of its own. */
async function crowdOn(engine: string): Promise<Crowd> {
  const folder = await mkdtemp(join(tmpdir(), 'margay-crowd-'));
  const script = fileURLToPath(new URL('testing/search-crowd.ts', import.meta.url));
  const env = { ...process.env, ...engineEnvironment };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder, engine], { env });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Crowd;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.each(pushOrLong(['chdb'], ['chdb', 'clickhouse']))(
  'people who search in every way at once, on %s',
  (engine) => {
    it('never have more queries in the engine than there are seats', async () => {
      const said = await crowdOn(engine);
      expect(said.outcomes).toEqual({
        'filled 5': 2,
        values: 8,
        estimate: 8,
        large: 8,
        'timeline succeeded': 8,
        'detailsDescending succeeded': 8,
        'detailsAscending succeeded': 8,
        'summary succeeded': 8,
        csv: 8,
        'replay DONE': 2,
      });
      expect(said.most.interactive).toBe(seats.interactive);
      expect(said.most.all).toBeLessThanOrEqual(seats.all);
      expect(said.left).toBe(0);
    }, 480_000);
  },
);

const email = 'ada@example.com';
const password = 'Correct-horse-7';
const numbers = 'range n from 1 to 300000 step 1 | extend k = 1';
/** Runs for as long as it is let. */
const endless = `${numbers} | join kind=inner m=(${numbers}) on $left.k == $right.k
  | join kind=inner o=(${numbers}) on $left.k == $right.k | summarize c = agg.count()`;

describe('queries over HTTP', () => {
  let folder: string;
  let platform: Platform;
  let server: ServerType;
  let url: string;
  let token: string;

  beforeAll(async () => {
    folder = await newDataFolder('margay-budget-');
    const environment = {
      MARGAY_DATA_DIR: folder,
      MARGAY_ADMIN_EMAIL: email,
      MARGAY_ADMIN_PASSWORD: password,
    };
    platform = await wire(readConfig(environment), silentLogger);
    const app = createHttpApp({
      trustedProxies: [],
      services: platform.services,
      logger: silentLogger,
      graphql: createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: false }),
      isReady: platform.isReady,
    });
    server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
    await new Promise((done) => server.once('listening', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const reply = await fetch(`${url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    token = ((await reply.json()) as { idToken: string }).idToken;
  });
  afterAll(async () => {
    await new Promise((done) => server.close(done));
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (text: string, signal?: AbortSignal) =>
    fetch(`${url}/internal/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({
        query: 'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
        variables: { input: { language: 'pantherflow', text } },
      }),
      ...(signal ? { signal } : {}),
    }).then((reply) => reply.json());
  const runningNow = async () => {
    const { rows } = await platform.lake.query({
      lane: { pool: 'internal', owner: 'test' },
      sql: "select count() from system.processes where Settings['log_comment'] like 'search:%'",
    });
    return Number(rows[0]?.[0]);
  };

  it('go on for others while one person floods them, and end when their callers go away', async () => {
    const gone = new AbortController();
    const flood = Promise.allSettled(Array.from({ length: 10 }, () => run(endless, gone.signal)));
    await vi.waitFor(async () => expect(await runningNow()).toBeGreaterThan(0), 10_000);
    const bob = person('bob', new Set(permissions));
    const ofBob = platform.services.searches.runSql(bob, {
      language: 'pantherflow',
      text: 'range n from 1 to 2 step 1',
    });
    gone.abort();
    expect((await ofBob).rows).toEqual([[1], [2]]);
    expect((await flood).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'));
    await vi.waitFor(async () => expect(await runningNow()).toBe(0), 10_000);
    expect(await run('range n from 1 to 2 step 1')).toMatchObject({
      data: { runQuery: { rows: [[1], [2]] } },
    });
  }, 60_000);

  const ask = async (query: string, variables: unknown) => {
    const reply = await fetch(`${url}/internal/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query, variables }),
    });
    return (await reply.json()) as { data: Record<string, Record<string, string>> };
  };

  it('of the console end when nobody asks for them any more, and start again for who comes back', async () => {
    const start =
      'mutation ($input: ExecuteUberSearchInput!) { executeUberSearch(input: $input) { queryID } }';
    const read = 'query ($id: ID!) { uberSearch(id: $id, component: detailsDescending) { status message } }';
    const idMutation = (name: string) => `mutation ($input: IdInput!) { ${name}(input: $input) { id } }`;
    const params = { language: 'pantherflow', filters: endless };
    const id = (await ask(start, { input: { params } })).data['executeUberSearch']?.['queryID'];
    const look = async () => (await ask(read, { id })).data['uberSearch']?.['status'];
    const endsInTheEngine = () => vi.waitFor(async () => expect(await runningNow()).toBe(0), 30_000);
    const runs = () =>
      vi.waitFor(async () => {
        expect(await look()).toBe('running');
        expect(await runningNow()).toBe(1);
      }, 30_000);
    await runs();
    await endsInTheEngine();
    const known = await ask('query ($id: ID!) { dataLakeQuery(id: $id) { status message } }', { id });
    expect(known.data['dataLakeQuery']).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('nobody waited'),
    });
    await runs();
    await ask(idMutation('leaveDataLakeQuery'), { input: { id } });
    await endsInTheEngine();
    await runs();
    await ask(idMutation('cancelDataLakeQuery'), { input: { id } });
    await endsInTheEngine();
    expect(await look()).toBe('cancelled');
  }, 120_000);
});
