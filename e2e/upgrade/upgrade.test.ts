import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { countRows } from '../support/lake.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { sendLines } from '../support/source.ts';
import { packed } from './known.ts';

let dataDir = '';
let server: TestServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'margay-upgrade-'));
  const archive = zstdDecompressSync(await readFile(new URL('from-format-1.tar.zst', import.meta.url)));
  const unpacked = spawnSync('tar', ['-C', dataDir, '-xf', '-'], { input: archive, encoding: 'utf8' });
  expect(unpacked.status, unpacked.stderr).toBe(0);
  server = await startTestServer({
    dataDir,
    environment: { MARGAY_PYTHON_WORKERS: '1', MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' },
  });
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Found {
  sources: { integrationId: string; integrationLabel: string }[];
  destinations: { displayName: string }[];
  rule: { id: string; enabled: boolean };
  alerts: { edges: { node: { title: string } }[] };
}

it('a data folder of the first format comes up with all it held, and goes on', async () => {
  const version = JSON.parse(await readFile(join(dataDir, 'version.json'), 'utf8')) as { format: number };
  expect(version.format).toBeGreaterThan(1);
  const events = packed.stored.length + packed.waiting.length;
  const count = () => countRows(server, 'select count(*) as n from panther_logs.public.aws_cloudtrail');
  // What waited in the spool is stored and judged now.
  await eventually(count, (rows) => rows === events, 60_000);
  const ask = () =>
    server.graphql<Found>(
      `query ($id: ID!) { sources { integrationId integrationLabel } destinations { displayName }
        rule(input: { id: $id }) { id enabled } alerts(input: { pageSize: 50 }) { edges { node { title } } } }`,
      { id: packed.ruleId },
    );
  const found = await eventually(ask, ({ alerts }) => alerts.edges.length === 3, 60_000);
  expect(found).toMatchObject({
    sources: [{ integrationLabel: packed.sourceLabel }],
    destinations: [{ displayName: packed.destination.displayName }],
    rule: { id: packed.ruleId, enabled: true },
  });
  // The sealed secret of the source, the rule and the lake's table are those of before.
  const sourceId = found.sources[0]?.integrationId ?? '';
  const line = cloudTrailLine({ eventName: 'CreateAccessKey', requestID: 'after-0' });
  expect(await sendLines(server, sourceId, [line])).toBe(200);
  await eventually(ask, ({ alerts }) => alerts.edges.length === 4, 60_000);
  // Its alert does not wait for the lake.
  expect(await eventually(count, (rows) => rows > events, 60_000)).toBe(events + 1);
});
