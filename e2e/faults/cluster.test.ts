import { pushOrLong } from '@margay/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noNatsCluster, startCluster, type Cluster } from '../support/cluster.ts';
import { allAlerts, keyBatch, linesPerBatch, putKeyRule } from '../support/key-rule.ts';
import { seededRandom } from '../support/random.ts';
import { eventually, type TestServer } from '../support/server.ts';
import { balanceOf, countRows } from '../support/lake.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const seed = Number(process.env['MARGAY_TEST_SEED'] ?? 7);
/** How long processes are killed. `npm run test:long` goes on for longer. */
const killingMs = pushOrLong(20_000, 600_000);
/** A slow machine spends most of that time on starts. */
const fewestKills = pushOrLong(4, 6);
/** Below the 1,000 alerts that a detection may raise in an hour. */
const mostBatches = 900;
const missing = await noNatsCluster();

describe.skipIf(missing !== undefined)(`processes that share the buffer (${missing ?? 'NATS'})`, () => {
  let cluster: Cluster;
  let api: TestServer;
  let takers: TestServer[];
  let judges: TestServer[];
  let alerting: TestServer;
  beforeAll(async () => {
    cluster = await startCluster({ withNats: true });
    api = await cluster.start('api,jobs');
    [takers, judges, alerting] = await Promise.all([
      Promise.all([cluster.start('ingest'), cluster.start('ingest')]),
      Promise.all([cluster.start('detect'), cluster.start('detect')]),
      cluster.start('alert'),
    ]);
  }, 300_000);
  afterAll(() => cluster?.stop());

  it(
    `store and judge every event once while they are killed at random (seed ${seed})`,
    { timeout: killingMs + 900_000 },
    async () => {
      const random = seededRandom(seed);
      await putKeyRule(api);
      const sourceId = await createHttpSource(api, 'cluster', ['AWS.CloudTrail']);
      const acknowledged: string[] = [];
      let next = 0;
      let isRunning = true;

      async function keepSending(taker: TestServer): Promise<void> {
        while (isRunning && next < mostBatches) {
          const id = `batch-${next++}`;
          const status = await sendLines(taker, sourceId, keyBatch(id)).catch(() => 0);
          if (status === 200) acknowledged.push(id);
          const pauseMs = killingMs / mostBatches;
          await new Promise((turn) => setTimeout(turn, pauseMs));
        }
      }
      const senders = takers.map(keepSending);
      const mortals = [...takers, ...judges, alerting];
      const end = Date.now() + killingMs;
      let kills = 0;
      while (Date.now() < end || kills < fewestKills) {
        await new Promise((turn) => setTimeout(turn, 500 + random() * 2_500));
        const mortal = mortals[Math.floor(random() * mortals.length)];
        await mortal?.kill();
        await mortal?.start();
        kills++;
      }
      isRunning = false;
      await Promise.all(senders);
      expect(acknowledged.length).toBeGreaterThan(10);

      const wanted = new Set(acknowledged.map((id) => `key ${id}`));
      const alerts = await eventually(
        () => allAlerts(api),
        (now) => new Set(now.map(({ title }) => title)).isSupersetOf(wanted),
        { timeoutMs: 300_000, everyMs: 2_000 },
      ).catch(() => allAlerts(api));
      const titles = alerts.map(({ title }) => title);
      expect(
        [...wanted].filter((title) => !titles.includes(title)),
        'an acknowledged batch has no alert',
      ).toEqual([]);
      expect(new Set(titles).size, 'an alert exists twice').toBe(titles.length);
      expect(
        alerts.filter(({ eventCount }) => eventCount !== 1),
        'an event was counted twice',
      ).toEqual([]);
      // A batch whose answer was lost with its process may still be on its way.
      const counts = async () => ({
        alerts: (await allAlerts(api)).length,
        rows: await countRows(api, 'select count(*) as n from panther_logs.public.aws_cloudtrail'),
        requests: await countRows(
          api,
          'select count(distinct requestID) as n from panther_logs.public.aws_cloudtrail',
        ),
        matches: await countRows(api, 'select count(*) as n from panther_rule_matches.public.aws_cloudtrail'),
        balance: await balanceOf(api, sourceId),
      });
      const settled = await eventually(
        counts,
        (now) => now.rows === now.alerts * linesPerBatch && now.balance.inFlight === 0,
        { timeoutMs: 180_000, everyMs: 1_000 },
      ).catch(counts);
      const rows = settled.alerts * linesPerBatch;
      expect(settled).toEqual({
        alerts: settled.alerts,
        rows,
        requests: rows,
        matches: settled.alerts,
        balance: { received: rows, stored: rows, failed: 0, duplicate: 0, inFlight: 0 },
      });
    },
  );
});
