import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const spec = (fields: string) => `fields:
  - { name: door, type: string, required: true }
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
${fields}`;
const putSchema = `mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { revision } } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function count(table: string): Promise<number> {
  const { runQuery } = await server.graphql<{ runQuery: { rows: unknown[][] } }>(
    'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
    { input: { language: 'sql', text: `select count(*) from ${table}` } },
  );
  return Number(runQuery.rows[0]?.[0]);
}

it('keeps what matches no schema, and processes it again once the schema is mended', async () => {
  await server.graphql(putSchema, {
    input: { name: 'Custom.Doors', spec: spec('  - { name: level, type: int }\n') },
  });
  const sourceId = await createHttpSource(server, 'doors', ['Custom.Doors']);
  const good = JSON.stringify({ door: 'a', at: '2026-01-02T03:04:05Z', level: 3 });
  const bad = JSON.stringify({ gate: 'b', at: '2026-01-02T03:04:05Z' });
  await sendLines(server, sourceId, [good, bad, 'no json at all']);
  await eventually(
    () => count('panther_monitor.public.classification_failures'),
    (failures) => failures === 2,
  );

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
    'mutation ($id: ID!) { reprocessFailures(input: { id: $id }) { sent cut } }',
    { id: sourceId },
  );
  expect(reprocessFailures).toEqual({ sent: 2, cut: 0 });
  expect(
    await eventually(
      () => count('panther_logs.public.custom_doors'),
      (rows) => rows === 2,
    ),
  ).toBe(2);
  const again = await server.graphql<{ reprocessFailures: { sent: number } }>(
    'mutation ($id: ID!) { reprocessFailures(input: { id: $id }) { sent } }',
    { id: sourceId },
  );
  expect(again.reprocessFailures.sent, 'only the entry that failed once more').toBeLessThanOrEqual(1);
});
