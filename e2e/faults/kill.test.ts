import { pushOrLong } from '@margay/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allAlerts, keyBatch, linesPerBatch, putKeyRule } from '../support/key-rule.ts';
import { seededRandom } from '../support/random.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const seed = Number(process.env['MARGAY_TEST_SEED'] ?? 7);
/** Each kill costs a start. `npm run test:long` tries more of them. */
const killCount = pushOrLong(4, 50);
/** Acknowledged batches for each life of the server: below the 1,000 alerts a detection may raise in an hour. */
const batchesPerLife = 15;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MARGAY_PYTHON_WORKERS: '1' } });
});
afterAll(() => server.stop());

async function countRows(sql: string): Promise<number> {
  const { runQuery } = await server.graphql<{ runQuery: { rows: unknown[][] } }>(
    'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
    { input: { language: 'sql', text: sql } },
  );
  return Number(runQuery.rows[0]?.[0]);
}

/** Until one more alert can be seen than now: its events may not be in the lake yet. Not for ever, as nothing may come. */
async function nextAlert(): Promise<void> {
  const count = async () => {
    const { alerts } = await server.graphql<{ alerts: { totalItems: number } }>(
      '{ alerts(input: { pageSize: 1 }) { totalItems } }',
    );
    return alerts.totalItems;
  };
  const before = await count();
  for (const end = Date.now() + 5_000; Date.now() < end && (await count()) <= before;)
    await new Promise((turn) => setTimeout(turn, 2));
}

it(
  `loses and doubles nothing over ${killCount} kills, at random moments and as alerts come (seed ${seed})`,
  { timeout: 1_200_000 },
  async () => {
    const random = seededRandom(seed);
    await putKeyRule(server);
    const sourceId = await createHttpSource(server, 'kill', ['AWS.CloudTrail']);
    const acknowledged: string[] = [];
    let next = 0;
    let isRunning = true;
    let lives = 1;

    async function sendOne(): Promise<void> {
      const id = `batch-${next++}`;
      const status = await sendLines(server, sourceId, keyBatch(id)).catch(() => 0);
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
      // Twice in a row as soon as an alert is there, then somewhere.
      if (kill % 3 < 2) await nextAlert();
      else await new Promise((turn) => setTimeout(turn, 20 + random() * 600));
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
      () => allAlerts(server),
      (now) => new Set(now.map((alert) => alert.title)).isSupersetOf(wanted),
      { timeoutMs: 300_000, everyMs: 2_000 },
    ).catch(() => allAlerts(server));
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
      alerts: (await allAlerts(server)).length,
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
