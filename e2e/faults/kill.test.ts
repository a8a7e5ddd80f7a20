import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { seededRandom } from '../support/random.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const seed = Number(process.env['MARGAY_TEST_SEED'] ?? 7);
const killCount = 50;
const linesPerBatch = 20;
/** Acknowledged batches for each life of the server: below the 1,000 alerts a detection may raise in an hour. */
const batchesPerLife = 15;

/** Every batch holds one line that matches; its alert is told apart by its own dedup string. */
const body = `def rule(event):
    return event.get("eventName") == "CreateAccessKey"


def dedup(event):
    return event.get("requestID")


def title(event):
    return f"key {event.get('requestID')}"
`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MARGAY_PYTHON_WORKERS: '1' } });
});
afterAll(() => server.stop());

interface AlertPage {
  alerts: {
    edges: { node: { title: string; eventCount: number } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

async function allAlerts(): Promise<{ title: string; eventCount: number }[]> {
  const found: { title: string; eventCount: number }[] = [];
  let cursor: string | null = null;
  do {
    const page: AlertPage = await server.graphql<AlertPage>(
      'query ($cursor: String) { alerts(input: { pageSize: 50, cursor: $cursor }) { edges { node { title eventCount } } pageInfo { hasNextPage endCursor } } }',
      { cursor },
    );
    found.push(...page.alerts.edges.map(({ node }) => node));
    cursor = page.alerts.pageInfo.hasNextPage ? page.alerts.pageInfo.endCursor : null;
  } while (cursor !== null);
  return found;
}

async function countRows(sql: string): Promise<number> {
  const { runQuery } = await server.graphql<{ runQuery: { rows: unknown[][] } }>(
    'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
    { input: { language: 'sql', text: sql } },
  );
  return Number(runQuery.rows[0]?.[0]);
}

it(
  `loses and doubles nothing over ${killCount} kills at random moments (seed ${seed})`,
  { timeout: 1_200_000 },
  async () => {
    const random = seededRandom(seed);
    await server.graphql('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
      input: {
        id: 'Test.Key',
        isNew: true,
        enabled: true,
        severity: 'LOW',
        logTypes: ['AWS.CloudTrail'],
        body,
      },
    });
    const sourceId = await createHttpSource(server, 'kill', ['AWS.CloudTrail']);
    const acknowledged: string[] = [];
    let next = 0;
    let isRunning = true;
    let lives = 1;

    async function sendOne(): Promise<void> {
      const id = `batch-${next++}`;
      const lines = Array.from({ length: linesPerBatch }, (_, i) =>
        cloudTrailLine({
          eventName: i === 0 ? 'CreateAccessKey' : 'ListUsers',
          requestID: i === 0 ? id : `${id}-${i}`,
        }),
      );
      const status = await sendLines(server, sourceId, lines).catch(() => 0);
      if (status === 200) acknowledged.push(id);
      else await new Promise((turn) => setTimeout(turn, 20));
    }
    async function keepSending(): Promise<void> {
      while (isRunning) {
        if (acknowledged.length < batchesPerLife * lives) await sendOne();
        else await new Promise((turn) => setTimeout(turn, 10));
      }
    }
    const senders = [keepSending(), keepSending(), keepSending()];
    for (let kill = 0; kill < killCount; kill++) {
      await new Promise((turn) => setTimeout(turn, 20 + random() * 600));
      await server.kill();
      await server.start();
      lives++;
    }
    isRunning = false;
    await Promise.all(senders);

    expect(acknowledged.length).toBeGreaterThan(killCount);
    expect(acknowledged.length, 'more batches than alerts a detection may raise').toBeLessThan(1000);
    const wanted = new Set(acknowledged.map((id) => `key ${id}`));
    const alerts = await eventually(
      allAlerts,
      (now) => new Set(now.map((alert) => alert.title)).isSupersetOf(wanted),
      { timeoutMs: 300_000, everyMs: 2_000 },
    ).catch(allAlerts);
    const titles = alerts.map((alert) => alert.title);
    const found = new Set(titles);
    expect(
      [...wanted].filter((title) => !found.has(title)),
      'an acknowledged batch has no alert',
    ).toEqual([]);
    expect(found.size, 'an alert exists twice').toBe(titles.length);
    expect(
      alerts.filter((alert) => alert.eventCount !== 1),
      'an event was counted twice',
    ).toEqual([]);
    // A batch whose answer was lost with the server may still be on its way.
    const counts = async () => ({
      alerts: (await allAlerts()).length,
      rows: await countRows('select count(*) from panther_logs.public.aws_cloudtrail'),
      requests: await countRows('select count(distinct requestID) from panther_logs.public.aws_cloudtrail'),
      matches: await countRows('select count(*) from panther_rule_matches.public.aws_cloudtrail'),
    });
    const { alerts: batches, ...stored } = await eventually(
      counts,
      (now) => now.rows === now.alerts * linesPerBatch && now.matches === now.alerts,
      { timeoutMs: 120_000, everyMs: 1_000 },
    ).catch(counts);
    expect(stored).toEqual({
      rows: batches * linesPerBatch,
      requests: batches * linesPerBatch,
      matches: batches,
    });
  },
);
