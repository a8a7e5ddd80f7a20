import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pushOrLong } from '@margay/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';

const megabyte = 1024 ** 2;
const watchdogSeconds = 5;
const ones = (bytes: number) => `[1${',1'.repeat(bytes / 2)}]`;
const bracketsIn = (bytes: number) => '['.repeat(bytes);

/** What another system answers, and what people read of it, when it is pulled and when it is checked. */
const replies: Record<string, { send: (reply: ServerResponse) => void; pulled: RegExp; checked: RegExp }> = {
  '28 MB of [1,1,…]': {
    send: (reply) => reply.end(ones(28 * megabyte)),
    pulled: /holds more than 100,000 records\. Ask for smaller pages/,
    checked: /larger than 8388608 bytes\. Ask for less/,
  },
  '4 MB of brackets': {
    send: (reply) => reply.end(bracketsIn(4 * megabyte)),
    pulled: /nested deeper than 200 levels/,
    checked: /nested deeper than 200 levels/,
  },
  'a million small records': {
    send: (reply) => reply.end(`[{}${',{}'.repeat(999_999)}]`),
    pulled: /holds more than 100,000 records/,
    checked: /holds more than 20,000 records/,
  },
  'one record of 30 MB': {
    send: (reply) => reply.end(`[["${'x'.repeat(30 * megabyte)}"]]`),
    pulled: /Record 1 .* larger than 1,048,576 bytes/,
    checked: /larger than 8388608 bytes/,
  },
  'a gzip bomb': {
    send(reply) {
      reply.setHeader('content-encoding', 'gzip');
      reply.end(gzipSync(Buffer.alloc(200 * megabyte, ' ')));
    },
    pulled: /compressed body \(gzip\)/,
    checked: /compressed body \(gzip\)/,
  },
  'a reply without end': {
    send(reply) {
      const piece = ' '.repeat(megabyte);
      const more = () => {
        while (!reply.destroyed && reply.write(piece));
      };
      reply.on('drain', more);
      more();
    },
    pulled: /larger than \d+ bytes\. Ask for less/,
    checked: /larger than 8388608 bytes/,
  },
  'drop by drop': {
    send(reply) {
      reply.write('[');
      const drops = setInterval(() => reply.write(' '), 100);
      reply.on('close', () => clearInterval(drops));
    },
    pulled: /did not answer completely within 60000 ms/,
    checked: /did not answer completely within 15000 ms/,
  },
};

/** In a push without what takes its full time, and one of two that end by the same limit. */
const slow = new Set(['drop by drop', 'a million small records']);
const tried = pushOrLong(
  Object.keys(replies).filter((name) => !slow.has(name)),
  Object.keys(replies),
);

const put = `mutation ($input: PutLogSourceInput!) { putLogSource(input: $input) { source { integrationId } } }`;
const check = 'mutation ($input: PutLogSourceInput!) { checkLogSource(input: $input) { isWorking message } }';
/** As many as a page may hold in the long form; each costs half a second of a processor. */
const heavyRecords = pushOrLong(6, 20);
/** Each record just within its limit, as many values as fit. */
const heavyPage = `[${Array.from({ length: heavyRecords }, (_, n) => `{"n":${n},"x":${ones(megabyte - 100)}}`).join(',')}]`;
const lastOf = 'query ($id: ID!) { source(id: $id) { lastProcessedAt: lastEventProcessedAtTime } }';
const healthOf = 'query ($id: ID!) { source(id: $id) { healthChecks { name healthy message } } }';

// Replies of 30 MB and starts of whole servers.
describe('replies of a hostile system', { timeout: 300_000 }, () => {
  let server: TestServer;
  let asked: string[] = [];
  const api = createServer((request, reply) => {
    const name = decodeURIComponent(new URL(request.url ?? '', 'http://x').searchParams.get('reply') ?? '');
    asked.push(name);
    reply.setHeader('content-type', 'application/json');
    if (name in replies) replies[name]!.send(reply);
    else if (name === 'heavy') reply.end(heavyPage);
    else reply.write('['); // and never another byte
  });
  const urlOf = (name: string) =>
    `http://127.0.0.1:${(api.address() as AddressInfo).port}/?reply=${encodeURIComponent(name)}`;
  const input = (name: string) => ({
    integrationLabel: name.replaceAll(/[^a-zA-Z0-9 -]+/g, '-'),
    providerId: 'custom',
    ingestionType: 'LogPulling',
    logStreamType: 'JSON',
    logTypes: ['Custom.Pulled'],
    config: { url: urlOf(name), authentication: 'none' },
  });
  const pullHealth = async (id: string) =>
    (
      await server.graphql<{
        source: { healthChecks: { name: string; healthy: boolean; message: string }[] };
      }>(healthOf, { id })
    ).source.healthChecks.find(({ name }) => name === 'logPullingStatus');
  const save = async (name: string) =>
    (
      await server.graphql<{ putLogSource: { source: { integrationId: string } } }>(put, {
        input: input(name),
      })
    ).putLogSource.source.integrationId;

  /** Asks again and again whether the server is ready while the work goes on; gives what was no good answer. */
  async function whileReady<T>(work: () => Promise<T>): Promise<T> {
    let isOver = false;
    const failures: string[] = [];
    const asking = (async () => {
      while (!isOver) {
        const limit = AbortSignal.timeout(watchdogSeconds * 1000);
        const outcome = await fetch(`${server.url}/readyz`, { signal: limit }).then(
          ({ status }) => String(status),
          String,
        );
        if (outcome !== '200') failures.push(outcome);
        await new Promise((turn) => setTimeout(turn, 50));
      }
    })();
    const result = await work().finally(() => (isOver = true));
    await asking;
    expect(failures).toEqual([]);
    return result;
  }

  beforeAll(async () => {
    await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
    server = await startTestServer({
      environment: {
        MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true',
        MARGAY_WATCHDOG_SECONDS: String(watchdogSeconds),
      },
    });
    await server.graphql(
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } } }',
      {
        input: {
          name: 'Custom.Pulled',
          spec: 'schema: Custom.Pulled\nfields:\n  - { name: n, type: bigint }\n',
        },
      },
    );
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    api.closeAllConnections();
    await new Promise((done) => api.close(done));
  });

  it.each(tried)('%s: the check says what is wrong, and the server answers all along', async (name) => {
    const { pid } = server;
    const { checkLogSource: outcome } = await whileReady(() =>
      server.graphql<{ checkLogSource: { isWorking: boolean; message: string } }>(check, {
        input: input(name),
      }),
    );
    expect(outcome).toMatchObject({
      isWorking: false,
      message: expect.stringMatching(replies[name]!.checked),
    });
    expect(server.pid).toBe(pid);
  });

  it('all of them at once: each source says what is wrong, and the server answers all along', async () => {
    await whileReady(async () => {
      const saved: [string, string][] = [];
      for (const name of tried) saved.push([name, await save(name)]);
      for (const [name, id] of saved) {
        const found = await eventually(
          () => pullHealth(id),
          (state) => state?.message.includes('Pulling fails') === true,
          120_000,
        );
        expect(found?.message, name).toMatch(replies[name]!.pulled);
      }
    });
    expect(server.output()).not.toContain('stood still');
  });

  it('a page of the heaviest records that are taken is read and goes through the pipeline, and the server answers all along', async () => {
    await whileReady(async () => {
      const id = await save('heavy');
      await eventually(
        async () =>
          (await server.graphql<{ source: { lastProcessedAt: string | null } }>(lastOf, { id })).source
            .lastProcessedAt,
        (at) => at !== null,
        120_000,
      );
      expect((await pullHealth(id))?.message).toContain(`${heavyRecords} records came so far`);
    });
    expect(server.output()).not.toContain('stood still');
  });

  it('a source over which the server died three times is paused at the next start, and a person resumes it', async () => {
    // What else takes its time would be tried alone before it, after each death.
    for (const { integrationId } of (
      await server.graphql<{ sources: { integrationId: string }[] }>('{ sources { integrationId } }')
    ).sources)
      await server.graphql('mutation ($input: IdInput!) { deleteLogSource(input: $input) { id } }', {
        input: { id: integrationId },
      });
    const id = await save('never answers');
    for (let death = 0; death < 3; death++) {
      await eventually(async () => asked.includes('never answers'), Boolean, 60_000);
      await server.kill();
      asked = [];
      await server.start();
    }
    const paused = await eventually(
      () => pullHealth(id),
      (state) => state?.healthy === false,
      60_000,
    );
    expect(paused?.message).toMatch(
      /ended 3 times in a row while it pulled this source.*save the source again/,
    );
    expect(asked).not.toContain('never answers');
    const { alerts } = await server.graphql<{ alerts: { edges: { node: { title: string } }[] } }>(
      'query { alerts(input: { type: SYSTEM_ERROR }) { edges { node { title } } } }',
    );
    expect(alerts.edges.map(({ node }) => node.title)).toContainEqual(
      expect.stringContaining('never answers: paused'),
    );
    await server.graphql(put, { input: { ...input('never answers'), integrationId: id } });
    expect(await eventually(async () => asked.includes('never answers'), Boolean, 60_000)).toBe(true);
  });
});
