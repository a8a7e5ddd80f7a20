import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const spec = `fields:
  - { name: door, type: string, required: true }
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
`;
const query = `AnalysisType: scheduled_query
QueryName: Busy doors
Enabled: true
Query: |-
  select door, count(*) as openings from panther_logs.public.custom_doors
  where p_occurs_since('1 day') group by door limit 100
Schedule:
  RateMinutes: 1440
  TimeoutMinutes: 2
`;
const rule = `AnalysisType: scheduled_rule
RuleID: Busy.Door
Filename: busy_door.py
Enabled: true
Severity: High
ScheduledQueries:
  - Busy doors
`;
const body = `def rule(event):
    return event["openings"] > 2

def title(event):
    return f"{event['door']} was opened {event['openings']} times"
`;

async function upload(): Promise<void> {
  const texts = { 'query.yml': query, 'rule.yml': rule, 'busy_door.py': body };
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const { uploadDetectionContent } = await server.graphql<{
    uploadDetectionContent: { verdicts: { id: string; verdict: string }[] };
  }>(
    'mutation ($files: [ContentFileInput!]) { uploadDetectionContent(input: { files: $files }) { verdicts { id verdict reason } } }',
    { files },
  );
  expect(uploadDetectionContent.verdicts.map(({ id, verdict }) => [id, verdict]).toSorted()).toEqual([
    ['Busy doors', 'stored'],
    ['Busy.Door', 'stored'],
  ]);
}

it('[000-1.7] runs an uploaded scheduled query and alerts on what its scheduled rule matches', async () => {
  await server.graphql(
    `mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { revision } } }`,
    { input: { name: 'Custom.Doors', spec } },
  );
  const sourceId = await createHttpSource(server, 'doors', ['Custom.Doors']);
  const opened = (door: string, minutesAgo: number) =>
    JSON.stringify({ door, at: new Date(Date.now() - minutesAgo * 60_000).toISOString() });
  await sendLines(server, sourceId, [
    opened('front', 5),
    opened('front', 4),
    opened('front', 3),
    opened('back', 2),
  ]);
  await eventually(count, (rows) => rows === 4);
  await upload();

  const { runSavedQuery } = await server.graphql<{ runSavedQuery: { id: string } }>(
    'mutation { runSavedQuery(input: { id: "Busy doors" }) { id } }',
  );
  const [run, ...more] = await eventually(runs, ([latest]) => latest?.completedAt != null);
  expect(more).toEqual([]);
  expect(run).toMatchObject({
    id: runSavedQuery.id,
    state: 'SUCCEEDED',
    trigger: 'MANUAL',
    rowCount: 2,
    matchCount: 1,
    errorCount: 0,
    error: null,
  });
  const { alerts } = await server.graphql<{ alerts: { edges: { node: { id: string } }[] } }>(
    'query { alerts(input: {}) { edges { node { id title type severity } } } }',
  );
  const id = alerts.edges[0]?.node.id;
  expect(alerts.edges.map(({ node }) => node)).toEqual([
    { id, title: 'front was opened 3 times', type: 'SCHEDULED_RULE', severity: 'HIGH' },
  ]);
  const { explainAlert } = await server.graphql<{ explainAlert: { event: string; steps: unknown[] } }>(
    'query ($id: ID!) { explainAlert(input: { alertId: $id }) { detectionId result error event steps { text truth } } }',
    { id },
  );
  expect(explainAlert).toMatchObject({
    detectionId: 'Busy.Door',
    result: true,
    error: null,
  });
  expect(explainAlert.steps[0]).toEqual({ text: 'event["openings"] > 2', truth: true });
  expect(JSON.parse(explainAlert.event)).toEqual({ door: 'front', openings: 3 });
  const { savedQuery } = await server.graphql<{ savedQuery: unknown }>(
    'query { savedQuery(id: "Busy doors") { schedule { nextRunAt disabled } notRunReason scheduledRules { id } lastRun { id } } }',
  );
  expect(savedQuery).toEqual({
    schedule: { nextRunAt: expect.stringMatching(/T00:00:00.000Z$/), disabled: false },
    notRunReason: null,
    scheduledRules: [{ id: 'Busy.Door' }],
    lastRun: { id: runSavedQuery.id },
  });
});

async function count(): Promise<number> {
  const { runQuery } = await server.graphql<{ runQuery: { rows: unknown[][] } }>(
    'mutation { runQuery(input: { language: "sql", text: "select count(*) from custom_doors" }) { rows } }',
  );
  return Number(runQuery.rows[0]?.[0]);
}

interface Run {
  id: string;
  completedAt: string | null;
}

async function runs(): Promise<Run[]> {
  const { savedQueryRuns } = await server.graphql<{ savedQueryRuns: { edges: { node: Run }[] } }>(
    `query { savedQueryRuns(input: { id: "Busy doors" }) { edges {
      node { id state trigger rowCount matchCount errorCount error completedAt } } } }`,
  );
  return savedQueryRuns.edges.map(({ node }) => node);
}
