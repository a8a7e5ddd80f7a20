import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const body = `def rule(event):
    return event.get("eventName") == "StopLogging"


def title(event):
    return f"Logging stopped by {event.deep_get('userIdentity', 'userName')}"
`;

interface AlertList {
  alerts: {
    edges: { node: { id: string; title: string; severity: string; status: string; eventCount: number } }[];
  };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ startsEmpty: true });
});
afterAll(() => server.stop());

const putRule = (python: string, isNew: boolean) =>
  server.graphql('mutation ($input: PutRuleInput!) { putRule(input: $input) { id loadError } }', {
    input: {
      id: 'Test.StopLogging',
      isNew,
      enabled: true,
      severity: 'HIGH',
      logTypes: ['AWS.CloudTrail'],
      body: python,
    },
  });
const listAlerts = async () =>
  (
    await server.graphql<AlertList>(
      '{ alerts(input: {}) { edges { node { id title severity status eventCount } } } }',
    )
  ).alerts.edges.map(({ node }) => node);

it('[000-1.6] turns one CloudTrail line over HTTP into an alert, through every real engine', async () => {
  await putRule(body, true);
  const sourceId = await createHttpSource(server, 'cloudtrail', ['AWS.CloudTrail']);
  expect(
    await sendLines(server, sourceId, [cloudTrailLine({ eventName: 'StopLogging' }), cloudTrailLine()]),
  ).toBe(200);

  const [alert] = await eventually(listAlerts, (alerts) => alerts.length > 0);
  expect(alert).toMatchObject({
    title: 'Logging stopped by deploy',
    severity: 'HIGH',
    status: 'OPEN',
    eventCount: 1,
  });

  const { alert: details } = await server.graphql<{
    alert: { events: { edges: { node: Record<string, unknown> }[] } };
  }>('query ($id: ID!) { alert(id: $id) { events(input: {}) { edges { node } } } }', { id: alert?.id });
  expect(details.events.edges[0]?.node).toMatchObject({
    eventName: 'StopLogging',
    sourceIPAddress: '198.51.100.7',
  });
});

it('judges the next event by the version saved just before', async () => {
  await putRule(
    body.replace('StopLogging', 'DeleteTrail').replace('Logging stopped', 'Trail deleted'),
    false,
  );
  const { sources } = await server.graphql<{ sources: { integrationId: string }[] }>(
    '{ sources { integrationId } }',
  );
  await sendLines(server, sources[0]?.integrationId ?? '', [cloudTrailLine({ eventName: 'DeleteTrail' })]);
  const alerts = await eventually(listAlerts, (found) => found.length > 1);
  expect(alerts.map((alert) => alert.title)).toContain('Trail deleted by deploy');
});

it('counts every event of its log type for a rule, those that it need not be run on too', async () => {
  interface Figures {
    id: string;
    considered: number;
    evaluations: number;
  }
  const { detectionProfiles } = await eventually(
    () =>
      server.graphql<{ detectionProfiles: Figures[] }>('{ detectionProfiles { id considered evaluations } }'),
    ({ detectionProfiles: found }) => found.some(({ considered }) => considered >= 3),
  );
  expect(detectionProfiles).toContainEqual({ id: 'Test.StopLogging', considered: 3, evaluations: 2 });
});
