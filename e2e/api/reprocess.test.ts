import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const spec = (fields: string) => `fields:
  - { name: door, type: string, required: true }
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
${fields}`;
const putSchema = `mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { revision } } }`;
const again = 'mutation ($id: ID!) { reprocessFailures(input: { id: $id }) { sent cut } }';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function rowsOf(text: string): Promise<unknown[][]> {
  const { runQuery } = await server.graphql<{ runQuery: { rows: unknown[][] } }>(
    'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
    { input: { language: 'sql', text } },
  );
  return runQuery.rows;
}
const count = async (table: string) => Number((await rowsOf(`select count(*) from ${table}`))[0]?.[0]);

interface Shown {
  isHealthy: boolean;
  events24h: number;
  failed24h: number;
  balance: Record<'received' | 'stored' | 'duplicate' | 'failed' | 'inFlight' | 'bytes', number>[];
}

async function shown(id: string) {
  const { source } = await server.graphql<{ source: Shown }>(
    `query ($id: ID!) { source(id: $id) { isHealthy events24h failed24h
      balance(since: "2020-01-01T00:00:00Z") { received stored duplicate failed inFlight bytes } } }`,
    { id },
  );
  const sum = (key: keyof Shown['balance'][number]) =>
    source.balance.reduce((total, minute) => total + minute[key], 0);
  const { isHealthy, events24h, failed24h } = source;
  return {
    isHealthy,
    events24h,
    failed24h,
    received: sum('received'),
    stored: sum('stored'),
    failed: sum('failed'),
    bytes: sum('bytes'),
  };
}

async function alarms(): Promise<{ status: string }[]> {
  const { alerts } = await server.graphql<{
    alerts: { edges: { node: { title: string; status: string } }[] };
  }>('{ alerts(input: { type: SYSTEM_ERROR, pageSize: 50 }) { edges { node { title status } } } }');
  return alerts.edges.map(({ node }) => node).filter(({ title }) => title.startsWith('doors: '));
}

it('keeps what matches no schema, and what is mended later leaves the failures everywhere', async () => {
  await server.graphql(putSchema, {
    input: { name: 'Custom.Doors', spec: spec('  - { name: level, type: int }\n') },
  });
  const sourceId = await createHttpSource(server, 'doors', ['Custom.Doors']);
  const good = JSON.stringify({ door: 'a', at: '2026-01-02T03:04:05Z', level: 3 });
  const gates = Array.from({ length: 12 }, (_, i) =>
    JSON.stringify({ gate: `g${i}`, at: '2026-01-02T03:04:05Z' }),
  );
  await sendLines(server, sourceId, [good, ...gates, 'no json at all']);
  const before = await eventually(
    () => shown(sourceId),
    (found) => found.failed24h === 13,
  );
  expect(before).toMatchObject({ isHealthy: false, received: 14, stored: 1, failed: 13 });
  expect(await count('panther_monitor.public.classification_failures')).toBe(13);
  expect(await eventually(alarms, (found) => found.length > 0)).toMatchObject([{ status: 'OPEN' }]);

  await server.graphql(putSchema, {
    input: {
      name: 'Custom.Doors',
      revision: 1,
      spec: spec('  - { name: level, type: int }\n  - { name: gate, type: string }\n').replace(
        'required: true',
        'required: false',
      ),
    },
  });
  const { reprocessFailures } = await server.graphql<{ reprocessFailures: { sent: number; cut: number } }>(
    again,
    { id: sourceId },
  );
  expect(reprocessFailures).toEqual({ sent: 13, cut: 0 });
  const after = await eventually(
    () => shown(sourceId),
    (found) => found.failed24h === 1,
  );
  expect(after).toEqual({
    isHealthy: true,
    events24h: 13,
    failed24h: 1,
    received: 14,
    stored: 13,
    failed: 1,
    bytes: before.bytes,
  });
  expect(await count('panther_logs.public.custom_doors')).toBe(13);
  expect(await rowsOf('select payload from panther_monitor.public.classification_failures')).toEqual([
    ['no json at all'],
  ]);
  expect(await eventually(alarms, (found) => found[0]?.status === 'RESOLVED')).toHaveLength(1);

  const once = await server.graphql<{ reprocessFailures: { sent: number } }>(again, { id: sourceId });
  expect(once.reprocessFailures.sent, 'only the entry that failed once more').toBe(1);
});
