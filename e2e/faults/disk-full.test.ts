import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { balanceOf, countRows } from '../support/lake.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { createHttpSource, sendBody, sendLines } from '../support/source.ts';

const linesPerBatch = 50;

let server: TestServer | undefined;
let disk: SmallDisk | undefined;
afterEach(async () => {
  await server?.kill();
  disk?.remove();
  await server?.stop();
  server = disk = undefined;
});

/** A server of which the named part of the data folder (all of it: '.') lies on a small disk. */
async function startOnSmallDisk(part: string, megabytes: number): Promise<TestServer> {
  server = await startTestServer({
    environment: { MARGAY_PYTHON_WORKERS: '1' },
    prepare: (dataDir) => (disk = mountSmallDisk(join(dataDir, part), megabytes)),
  });
  return server;
}

describe.each([
  ['the event buffer', 'spool', 200],
  ['the whole data folder', '.', 1500],
])('the disk of %s is full', (_name, part, megabytes) => {
  it(
    'refuses, stays alive, goes on by itself, and has lost nothing',
    { timeout: 600_000 },
    async ({ skip }) => {
      const running = await startOnSmallDisk(part, megabytes);
      const full = disk;
      if (full === undefined) return skip('mounting a small disk is not permitted here');
      const sourceId = await createHttpSource(running, 'disk', ['AWS.CloudTrail']);
      const acknowledged = new Set<string>();
      const answers = new Map<number, number>();
      let next = 0;

      async function sendOne(): Promise<number> {
        const ids = Array.from({ length: linesPerBatch }, () => `event-${next++}`);
        const lines = ids.map((requestID) => cloudTrailLine({ requestID, userAgent: crypto.randomUUID() }));
        const status = await sendLines(running, sourceId, lines);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status === 200) for (const id of ids) acknowledged.add(id);
        return status;
      }
      const sendMany = async (count: number) => {
        for (let i = 0; i < count; i++) await sendOne();
      };

      await sendMany(10);
      expect([...answers]).toEqual([[200, 10]]);

      // While the disk fills up under its hands.
      await Promise.all([full.fill(), sendMany(30)]);
      await full.fill();
      await sendMany(10);
      expect([...answers.keys()].filter((status) => ![200, 429, 503, 507].includes(status))).toEqual([]);
      const refused = await sendBody(running, sourceId, cloudTrailLine());
      expect(refused.status).toBe(507);
      expect(JSON.parse(refused.text)).toMatchObject({ code: 'StorageFull' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

      // The console and its questions stay alive.
      const processId = running.pid;
      for (let i = 0; i < 5; i++) {
        expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
        const { sources } = await running.graphql<{ sources: { integrationId: string }[] }>(
          '{ sources { integrationId } }',
        );
        expect(sources.map(({ integrationId }) => integrationId)).toEqual([sourceId]);
        await sendMany(2);
        await new Promise((turn) => setTimeout(turn, 500));
      }
      expect((await fetch(`${running.url}/`)).status).toBeLessThan(500);

      await full.free();
      await eventually(sendOne, (status) => status === 200, 60_000);
      expect(running.pid).toBe(processId);

      const table = 'panther_logs.public.aws_cloudtrail';
      const stored = await eventually(
        () => countRows(running, `select count(*) as n from ${table}`),
        (count) => count >= acknowledged.size,
        180_000,
      );
      expect(stored).toBe(acknowledged.size);
      expect(await countRows(running, `select count(distinct requestid) as n from ${table}`)).toBe(stored);
      const balance = await eventually(
        () => balanceOf(running, sourceId),
        ({ inFlight, stored: booked }) => inFlight === 0 && booked === stored,
        60_000,
      );
      expect(balance).toEqual({ received: stored, stored, duplicate: 0, failed: 0, inFlight: 0 });
    },
  );
});
