import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { balanceOf, countRows } from '../support/lake.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { mountSmallDisk, type SmallDisk } from '@margay/kit/testing';
import { createHttpSource, sendBody } from '../support/source.ts';

const linesPerBatch = 50;

const upload =
  'mutation ($input: UploadDetectionContentInput!) { uploadDetectionContent(input: $input) { verdicts { verdict } } }';
/** A helper with a megabyte of comment that does not compress. */
const helperFiles = (id: string) => [
  { path: `${id}.yml`, text: `AnalysisType: global\nGlobalID: ${id}\nFilename: ${id}.py\n` },
  { path: `${id}.py`, text: `# ${randomBytes(768 * 1024).toString('base64')}\n` },
];

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
  const isWhole = part === '.';
  const helperCount = isWhole ? 30 : 2;

  it(
    'refuses, stays alive, accepts again by itself, and has lost nothing',
    { timeout: 600_000 },
    async ({ skip }) => {
      const running = await startOnSmallDisk(part, megabytes);
      const full = disk;
      if (full === undefined) return skip('mounting a small disk is not permitted here');
      const sourceId = await createHttpSource(running, 'disk', ['AWS.CloudTrail']);
      const acknowledged = new Set<string>();
      const answers = new Map<number, number>();
      let next = 0;

      async function sendOne(): Promise<Awaited<ReturnType<typeof sendBody>>> {
        const ids = Array.from({ length: linesPerBatch }, () => `event-${next++}`);
        const lines = ids.map((requestID) => cloudTrailLine({ requestID, userAgent: crypto.randomUUID() }));
        const reply = await sendBody(running, sourceId, lines.join('\n'));
        const { status } = reply;
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status === 200) for (const id of ids) acknowledged.add(id);
        return reply;
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
      // Batches that come to their end give a little room back, so it may take some filling.
      const refused = await eventually(
        async () => {
          await full.fill();
          return sendOne();
        },
        ({ status }) => status === 507,
      );
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

      // What cannot be saved is refused whole; large texts, so that no room kept ahead is enough for all.
      const putHelper = (id: string) => running.refusals(upload, { input: { files: helperFiles(id) } });
      const saved: string[] = [];
      for (let i = 0; i < helperCount; i++) {
        const [refusal] = await putHelper(`helper_${i}`);
        if (refusal === undefined) saved.push(`helper_${i}`);
        else expect(refusal.extensions).toMatchObject({ code: 'StorageFull', statusCode: 507 });
      }
      if (isWhole) expect(saved.length, 'the disk was not full').toBeLessThan(helperCount);
      expect((await fetch(`${running.url}/healthz`)).status).toBe(200);

      await full.free();
      await eventually(sendOne, ({ status }) => status === 200, 60_000);
      expect(running.pid).toBe(processId);
      expect(await putHelper('helper_after')).toEqual([]);
      const { listGlobalHelpers: helpers } = await running.graphql<{ listGlobalHelpers: { id: string }[] }>(
        '{ listGlobalHelpers { id } }',
      );
      expect(helpers.map(({ id }) => id).sort()).toEqual([...saved, 'helper_after'].sort());

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
