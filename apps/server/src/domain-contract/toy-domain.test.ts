import { defineJob } from '@margay/jobs';
import { silentLogger, startHeartbeat, type Heartbeat } from '@margay/kit';
import type { Migration } from '@margay/store';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildConsoleSchema } from '../api/schema.ts';
import { registry } from '../domains/registry.ts';
import type { RunningServer } from '../server.ts';
import { consoleOf } from '../testing/console-client.ts';
import { startServerOn } from '../testing/server-on.ts';
import { defineDomain, type Domain, type Ground } from './define-domain.ts';
import { createOfferedCalls } from '../engines/host-calls.ts';
import { startDomains } from './start-domains.ts';
import { stateMigrations } from './state-migrations.ts';
import { newDataFolder } from '../testing/new-data-folder.ts';

interface ToysService {
  names(): Promise<string[]>;
  add(name: string): Promise<void>;
}

interface ToyShopService {
  sold(): Promise<string[]>;
}

declare module '../services.ts' {
  interface Services {
    toys: ToysService;
    toyShop: ToyShopService;
  }
}

/** What began and ended, in order. */
let events: string[] = [];
const note = (event: string) => Promise.resolve(void events.push(event));

const paint = defineJob<{ name: string }>({
  name: 'paint-toy',
  handle: ({ name }) => painted(name),
});
let painted: (name: string) => Promise<void> = () => Promise.resolve();

const toys = defineDomain({
  name: 'toys',
  needs: ['audit'],
  migrations: [
    { id: '9001-toys', sql: 'create table toys (name text primary key, painted boolean not null)' },
  ],
  graphql({ builder }) {
    builder.queryField('toys', (t) =>
      t.stringList({
        auth: ['GeneralSettingsRead'],
        resolve: (_root, _args, { services }) => services.toys.names(),
      }),
    );
  },
  rest(routes) {
    routes.post('/internal/toys/:name', 'public', async (c) => {
      await c.var.services.toys.add(c.req.param('name'));
      return c.json({ by: c.var.actor?.kind ?? 'nobody' });
    });
  },
  create({ store, jobs, audit }) {
    painted = async (name) => {
      await store.query('update toys set painted = true where name = $1', [name]);
    };
    const service: ToysService = {
      async names() {
        const rows = await store.query<{ name: string }>('select name from toys where painted order by name');
        return rows.map(({ name }) => name);
      },
      async add(name) {
        await store.query('insert into toys (name, painted) values ($1, false)', [name]);
        await audit.record({ action: 'ADD_TOY', actor: null, params: { name } });
        await jobs.send(paint, { name });
      },
    };
    return { services: { toys: service }, jobs: [paint], close: () => note('toys closed') };
  },
});

/** Uses the service of the other one, and sells what is painted as long as the server runs. */
const toyShop = defineDomain({
  name: 'toy-shop',
  needs: ['toys'],
  migrations: [{ id: '9002-toy-shop', sql: 'create table toy_sales (toy text primary key)' }],
  graphql({ builder }) {
    builder.queryField('toysSold', (t) =>
      t.stringList({
        auth: ['GeneralSettingsRead'],
        resolve: (_root, _args, { services }) => services.toyShop.sold(),
      }),
    );
  },
  create({ store, toys: made, logger }) {
    let selling: Heartbeat | undefined;
    async function sell(): Promise<void> {
      for (const name of await made.names())
        await store.query('insert into toy_sales (toy) values ($1) on conflict do nothing', [name]);
    }
    const service: ToyShopService = {
      async sold() {
        const rows = await store.query<{ toy: string }>('select toy from toy_sales order by toy');
        return rows.map(({ toy }) => toy);
      },
    };
    return {
      services: { toyShop: service },
      runs: [
        {
          role: 'jobs',
          start() {
            selling = startHeartbeat(100, sell, (error) => logger.error({ error }, 'nothing is sold'));
            return note('selling began');
          },
          async stop() {
            await selling?.stop();
            await note('selling ended');
          },
        },
      ],
      close: () => note('toy-shop closed'),
    };
  },
});

const both = [...registry, toys, toyShop];

describe('a domain that is one folder and one line', () => {
  let folder: string;
  let server: RunningServer | undefined;

  beforeAll(async () => {
    folder = await newDataFolder('margay-toys-');
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(environment: Record<string, string> = {}): Promise<RunningServer> {
    events = [];
    server = await startServerOn(folder, environment, { domains: both });
    return server;
  }
  async function stop(): Promise<void> {
    await server?.stop();
    server = undefined;
  }
  const add = (running: RunningServer, name: string) =>
    fetch(`${running.url}/internal/toys/${name}`, { method: 'POST' });

  it('has its table, service, route, job and field on a started server, and another uses its service in long work', async () => {
    const running = await start();
    const ask = await consoleOf(running);
    expect(await (await add(running, 'bear')).json()).toEqual({ by: 'nobody' });
    await vi.waitFor(
      async () =>
        expect((await ask('{ toys toysSold }', {})).data).toEqual({ toys: ['bear'], toysSold: ['bear'] }),
      { timeout: 120_000, interval: 250 },
    );
    await stop();
    expect(events).toEqual(['selling began', 'selling ended', 'toy-shop closed', 'toys closed']);
  }, 300_000);

  it('works only where the server has the role, and shows what others did', async () => {
    const running = await start({ MARGAY_ROLES: 'api,ingest,detect,alert' });
    const ask = await consoleOf(running);
    expect((await add(running, 'duck')).status).toBe(200);
    expect((await ask('{ toys toysSold }', {})).data).toEqual({ toys: ['bear'], toysSold: ['bear'] });
    await stop();
    expect(events).toEqual(['toy-shop closed', 'toys closed']);
  }, 300_000);

  it('ends the start when its work cannot begin, with its name and with nothing left open', async () => {
    events = [];
    const closedShop = defineDomain({
      name: 'closed-shop',
      create: () => ({
        runs: [
          {
            role: 'jobs',
            start: () => Promise.reject(new Error('The counter is missing.')),
            stop: () => note('never began'),
          },
        ],
      }),
    });
    await expect(startServerOn(folder, {}, { domains: [...both, closedShop] })).rejects.toThrow(
      'The domain closed-shop could not begin its work in the role jobs: The counter is missing.',
    );
    expect(events).toEqual(['selling began', 'selling ended', 'toy-shop closed', 'toys closed']);
    const ask = await consoleOf(await start());
    await vi.waitFor(
      async () => expect((await ask('{ toysSold }', {})).data).toEqual({ toysSold: ['bear', 'duck'] }),
      { timeout: 120_000, interval: 250 },
    );
    await stop();
  }, 300_000);

  it.each([
    ['create', 'The domain broken could not be created: no luck'],
    ['seed', 'The domain broken could not put into the store what has to be there: no luck'],
  ])(
    'ends the start when its %s fails, with its name and with nothing left open',
    async (part, message) => {
      events = [];
      const fail = () => Promise.reject(new Error('no luck'));
      const broken = defineDomain({
        name: 'broken',
        create: () => (part === 'create' ? fail() : { seed: fail }),
      });
      await expect(startServerOn(folder, {}, { domains: [...both, broken] })).rejects.toThrow(message);
      expect(events).toEqual(['toy-shop closed', 'toys closed']);
      expect((await fetch(`${(await start()).url}/readyz`)).status).toBe(200);
      await stop();
    },
    300_000,
  );
});

it('Domains are closed from the last to the first, and one that cannot end is told and keeps no other', async () => {
  events = [];
  const said: unknown[] = [];
  const ground = {
    logger: { ...silentLogger, error: (facts: unknown) => void said.push(facts) },
  } as unknown as Ground; // these domains look at nothing else
  const ending = (name: string) => defineDomain({ name, create: () => ({ close: () => note(name) }) });
  const stuck = defineDomain({
    name: 'stuck',
    create: () => ({ close: () => Promise.reject(new Error('It hangs.')) }),
  });
  const { close } = await startDomains([ending('first'), stuck, ending('last')], ground, () => undefined);
  await close();
  expect(events).toEqual(['last', 'first']);
  expect(said).toEqual([{ domain: 'stuck', error: 'It hangs.' }]);
});

describe('a list of domains that cannot work', () => {
  const ground = {} as Ground; // no domain of these tests looks at it
  const started = (...domains: Domain[]) => startDomains(domains, ground, () => undefined);

  it('names the domain whose service comes later', async () => {
    const wanting = defineDomain({ name: 'wanting', needs: ['toys'] });
    await expect(started(wanting, toys)).rejects.toThrow(
      'The domain wanting needs toys, which no domain before it makes',
    );
  });

  it('names the domain that makes a service again', async () => {
    const service: ToysService = { names: () => Promise.resolve([]), add: () => Promise.resolve() };
    const making = (name: string) => defineDomain({ name, create: () => ({ services: { toys: service } }) });
    await expect(started(making('first'), making('again'))).rejects.toThrow(
      'The domain again makes the service toys, which stands already',
    );
  });

  it('names the domain that answers rules where another does', async () => {
    const { offer } = createOfferedCalls();
    const answering = (name: string) =>
      defineDomain({ name, create: () => ({ hostCalls: { lookup: () => Promise.resolve(name) } }) });
    await expect(startDomains([answering('first'), answering('again')], ground, offer)).rejects.toThrow(
      'The domain again answers "lookup" of rules, which is answered already',
    );
  });

  it('names the domain whose GraphQL types come later', () => {
    expect(() => buildConsoleSchema(registry.toReversed())).toThrow(
      /^The domain \S+ builds on GraphQL types of [\w, -]+\. Put it after them/,
    );
  });

  it.each(['field', 'type'])('names the domain that adds a GraphQL %s again', (what) => {
    const adding = (name: string) =>
      defineDomain({
        name,
        graphql({ builder }) {
          if (what === 'type') builder.enumType('Puzzle', { values: ['jigsaw'] });
          else
            builder.queryField('puzzles', (t) => t.int({ auth: ['GeneralSettingsRead'], resolve: () => 1 }));
        },
      });
    const domains = [...registry, adding('first'), adding('again'), toys];
    expect(() => buildConsoleSchema(domains)).toThrow(
      /^What the domain again adds to GraphQL cannot stand: .*(puzzles|Puzzle)/,
    );
  });

  it('names the domain whose migration has the number of another', () => {
    const [first] = stateMigrations(registry);
    const taking = (...migrations: Migration[]) => ({ name: 'taking', migrations });
    expect(() => stateMigrations([...registry, taking(first!)])).toThrow(
      // the list is never empty
      `The domain taking has the migration ${first!.id}, whose number migrations/index.ts (${first!.id}) has as well`,
    );
    expect(() => stateMigrations([toys, taking({ id: '9001-other', sql: '' })])).toThrow(
      'The domain taking has the migration 9001-other, whose number the domain toys (9001-toys) has as well. Give it the next free number.',
    );
  });

  it.each(['', '36-x', '0036', '0036_x', 'x-0036', '00361-x'])(
    'names the domain whose migration is called "%s"',
    (id) =>
      expect(() => stateMigrations([{ name: 'odd', migrations: [{ id, sql: '' }] }])).toThrow(
        `The domain odd has the migration "${id}". Call it by four digits`,
      ),
  );
});
