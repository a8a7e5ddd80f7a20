import { appendFile, glob, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  consoleOf,
  httpSource,
  putSchema,
  putSource,
  sendLine,
  sourceIdOf,
} from './testing/console-client.ts';
import { startServerOn } from './testing/server-on.ts';
import type { RunningServer } from './server.ts';
import { newDataFolder } from './testing/new-data-folder.ts';

const Rows = z.object({ runQuery: z.object({ rows: z.array(z.unknown()) }) });

/** What a disk, a crash or a hand may do to a data folder while no server runs: the next start comes up, or says why not. */
describe('a data folder after a bad day', () => {
  let dataDir: string;
  let server: RunningServer;
  let ask: Awaited<ReturnType<typeof consoleOf>>;
  const start = async () => {
    server = await startServerOn(dataDir);
    ask = await consoleOf(server);
  };
  const sources: Record<string, string> = {};
  const spec = (field: string) => `fields: [{ name: ${field}, type: string, required: true }]`;
  const rule = (id: string) => ({
    id,
    isNew: true,
    enabled: true,
    severity: 'LOW',
    logTypes: ['Custom.Doors'],
    body: 'def rule(event):\n    return True\n',
  });
  const putRule = 'mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }';
  const data = async (query: string, variables: Record<string, unknown> = {}): Promise<unknown> => {
    const { data: found, errors } = await ask(query, variables);
    expect(errors).toBeUndefined();
    return found;
  };
  /** The rows of an SQL query, as soon as there are as many as wanted. */
  const rowsOf = (sql: string, wanted = 1) =>
    vi.waitFor(
      async () => {
        const query = 'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }';
        const { data: found } = await ask(query, { input: { language: 'sql', text: sql } });
        const { rows } = Rows.parse(found).runQuery;
        expect(rows).toHaveLength(wanted);
        return rows;
      },
      { timeout: 30_000, interval: 100 },
    );
  const doors = (door: string) => `select door from panther_logs.public.custom_doors where door = '${door}'`;

  beforeAll(async () => {
    dataDir = await newDataFolder('margay-bad-day-');
    await start();
    for (const [name, field] of [
      ['Doors', 'door'],
      ['Windows', 'window'],
      ['Gates', 'gate'],
    ] as const) {
      await data(putSchema, { input: { name: `Custom.${name}`, spec: spec(field) } });
      sources[name] = sourceIdOf(await data(putSource, { input: httpSource(name, [`Custom.${name}`]) }));
      await sendLine(server, sources[name], JSON.stringify({ [field]: 'before' }));
    }
    for (const id of ['Good.Rule', 'Bad.Rule']) await data(putRule, { input: rule(id) });
    await rowsOf(doors('before'));
    // What a newer or older program, or a hand, may have left in the state.
    const { store, lake } = server.platform;
    await store.query(`update schemas set spec = 'fields: 3' where name = 'Custom.Windows'`);
    await store.query(`update content_items set definition = '{"a": 1}'::jsonb where id = 'Bad.Rule'`);
    await lake.dropTable('panther_logs', 'custom_gates');
    await lake.ensureTable('panther_signals', { logType: 'Custom.Gates', version: 1, fields: [] });
    await server.stop();
    for await (const file of glob('lake/store/*/*/2*/data.bin', { cwd: dataDir })) {
      await truncate(join(dataDir, file), 1);
    }
    for await (const file of glob('lake/store/*/*/custom_gates.sql', { cwd: dataDir })) {
      await truncate(join(dataDir, file), 300);
    }
    const name = `${'9'.repeat(16)}-1700000000000-${'a'.repeat(32)}.seg`;
    await writeFile(join(dataDir, 'spool', 'pending', name), 'half a segm');
    await start();
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('starts, and whatever is whole works: events are stored, searched and judged', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await sendLine(server, sources['Doors'] ?? '', JSON.stringify({ door: 'after' }));
    await rowsOf(doors('after'));
    await rowsOf(doors('before'), 0);
    await sendLine(server, sources['Gates'] ?? '', JSON.stringify({ gate: 'after' }));
    expect(server.platform.buffer.stats().setAside).toBe(1);
  });

  it('names what is set aside: in the health of its source, as a system error, and on the rule', async () => {
    const check = {
      name: 'logTypes',
      healthy: false,
      message: expect.stringMatching(/Custom\.Windows.*fields/s),
    };
    expect(
      await data('query ($id: ID!) { source(id: $id) { healthChecks { name healthy message } } }', {
        id: sources['Windows'],
      }),
    ).toEqual({ source: { healthChecks: expect.arrayContaining([check]) } });
    const found = await data('{ alerts(input: { type: SYSTEM_ERROR }) { edges { node { title } } } }');
    expect(JSON.stringify(found)).toContain('Windows: Custom.Windows cannot be used');
    expect(await data('{ detections(input: { pageSize: 10, sortBy: id }) { detections { id } } }')).toEqual({
      detections: { detections: [{ id: 'Good.Rule' }] },
    });
    const [refusal] = (await ask('{ rule(input: { id: "Bad.Rule" }) { id } }', {})).errors ?? [];
    expect(refusal?.message).toMatch(/Bad\.Rule.*Upload it again, or delete it/);
  });

  it('keeps what comes for a log type that is set aside, and goes on once a person has mended it', async () => {
    await sendLine(server, sources['Windows'] ?? '', JSON.stringify({ window: 'kept' }));
    const sql = `select error from panther_monitor.public.classification_failures where p_source_id = '${sources['Windows']}'`;
    expect(JSON.stringify(await rowsOf(sql))).toContain('Custom.Windows is set aside');
    await data(putSchema, { input: { name: 'Custom.Windows', spec: spec('window'), revision: 1 } });
    const again = 'mutation ($input: IdInput!) { reprocessFailures(input: $input) { sent } }';
    expect(await data(again, { input: { id: sources['Windows'] } })).toEqual({
      reprocessFailures: { sent: 1 },
    });
    expect(
      await data('query ($id: ID!) { source(id: $id) { healthChecks { name healthy } } }', {
        id: sources['Windows'],
      }),
    ).toEqual({ source: { healthChecks: expect.arrayContaining([{ name: 'logTypes', healthy: true }]) } });
    await data('mutation ($input: IdsInput!) { deleteDetections(input: $input) { ids } }', {
      input: { ids: ['Bad.Rule'] },
    });
    await data(putRule, { input: rule('Bad.Rule') });
  });

  it('says how long the events of a source stay, also those of a backfill', async () => {
    const { source } = (await data(
      'query ($id: ID!) { source(id: $id) { retention { days events backfilled endingSoon sentences } } }',
      { id: sources['Doors'] },
    )) as { source: { retention: { events: number } } };
    expect(source.retention).toMatchObject({ days: 365, backfilled: 0, endingSoon: 0 });
    expect(source.retention.events).toBeGreaterThan(0);
  });

  it('refuses in one line where the key file is not whole, and starts again with the whole one', async () => {
    await server.stop();
    const file = join(dataDir, 'secret.key');
    const key = await readFile(file, 'utf8');
    await writeFile(file, key.slice(0, 20));
    await expect(start()).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/secret\.key is damaged.*backup/),
    });
    await writeFile(file, key);
    await appendFile(file, '\n');
    await start();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});
