import { defineJob } from '@margay/jobs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildConsoleSchema } from '../api/schema.ts';
import { registry } from '../domains/registry.ts';
import { migrations } from '../migrations/index.ts';
import type { RunningServer } from '../server.ts';
import { consoleOf } from '../testing/console-client.ts';
import { startServerOn } from '../testing/server-on.ts';
import { defineDomain, type Ground } from './define-domain.ts';
import { startDomains } from './start-domains.ts';
import { stateMigrations } from './state-migrations.ts';
import { newDataFolder } from '../testing/new-data-folder.ts';

interface ToysService {
  names(): Promise<string[]>;
  add(name: string): Promise<void>;
}

declare module '../services.ts' {
  interface Services {
    toys: ToysService;
  }
}

const events: string[] = [];
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
  rest(app) {
    app.post('/internal/toys/:name', async (c) => {
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
    return {
      services: { toys: service },
      jobs: [paint],
      close: () => Promise.resolve(void events.push('toys closed')),
    };
  },
});

describe('a domain that is one folder and one line', () => {
  let folder: string;
  let server: RunningServer | undefined;

  beforeAll(async () => {
    folder = await newDataFolder('margay-toys-');
    server = await startServerOn(folder, {}, [...registry, toys]);
  }, 300_000);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has its table, service, route, job and field on a started server, and is closed with it', async () => {
    const running = server!; // beforeAll would have failed
    const ask = await consoleOf(running);
    const added = await fetch(`${running.url}/internal/toys/bear`, { method: 'POST' });
    expect(await added.json()).toEqual({ by: 'nobody' });
    await vi.waitFor(async () => expect((await ask('{ toys }', {})).data).toEqual({ toys: ['bear'] }), {
      timeout: 120_000,
      interval: 250,
    });
    await running.stop();
    server = undefined;
    expect(events).toEqual(['toys closed']);
  }, 300_000);
});

describe('a list of domains that cannot work', () => {
  const ground = {} as Ground; // no domain of these tests looks at it

  it('names the domain whose service comes later', async () => {
    const wanting = defineDomain({ name: 'wanting', needs: ['toys'] });
    await expect(startDomains([wanting, toys], ground, () => undefined)).rejects.toThrow(
      'The domain wanting needs toys, which nothing makes before it',
    );
  });

  it('names the domain that makes a service again', async () => {
    const service: ToysService = { names: () => Promise.resolve([]), add: () => Promise.resolve() };
    const again = defineDomain({ name: 'again', create: () => ({ services: { toys: service } }) });
    await expect(startDomains([again, again], ground, () => undefined)).rejects.toThrow(
      'The domain again makes the service toys, which stands already',
    );
  });

  it('names the domain whose GraphQL types come later', () => {
    expect(() => buildConsoleSchema(registry.toReversed())).toThrow(
      /^The domain \S+ builds on GraphQL types of [\w, -]+\. Put it after them/,
    );
  });

  it('names the domain whose migration has the id of another', () => {
    const taken = defineDomain({ name: 'taken', migrations: [migrations[0]!] }); // the list is never empty
    expect(() => stateMigrations(migrations, [taken])).toThrow(
      `The domain taken has the migration ${migrations[0]!.id}, which migrations/index.ts has as well`,
    );
    expect(stateMigrations(migrations, registry)).toEqual(migrations);
  });
});
