import { spawnSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { openSpool } from '@margay/ingest';
import { silentLogger } from '@margay/kit';
import { openStore } from '@margay/store';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { eventually, startTestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';
import { packed } from './known.ts';

/**
 * Makes the packed data folder that the upgrade test starts from: `node e2e/upgrade/make-folder.ts <file>`, in a checkout
 * of the version it shall come from (this folder may be laid over it). See docs/running/upgrade.md.
 */
const [file = 'folder.tar.zst'] = process.argv.slice(2);
/** Each installation makes these anew. */
const leftOut = ['cache', 'lake-incoming', 'exports', 'lake/status', 'lake/tmp', 'lake/preprocessed_configs'];

const server = await startTestServer({
  environment: { MARGAY_PYTHON_WORKERS: '1', MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' },
});
await server.graphql('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
  input: {
    id: packed.ruleId,
    isNew: true,
    enabled: true,
    severity: 'HIGH',
    logTypes: ['AWS.CloudTrail'],
    body: 'def rule(event):\n    return event.get("eventName") == "CreateAccessKey"\n\n\ndef dedup(event):\n    return event.get("requestID")\n',
  },
});
await server.graphql('mutation ($input: DestinationInput!) { addDestination(input: $input) { outputId } }', {
  input: packed.destination,
});
const sourceId = await createHttpSource(server, packed.sourceLabel, ['AWS.CloudTrail']);
const line = (requestID: string) =>
  cloudTrailLine({ eventName: requestID.endsWith('0') ? 'CreateAccessKey' : 'ListUsers', requestID });
await sendLines(server, sourceId, packed.stored.map(line));
const alerts = () =>
  server.graphql<{ alerts: { edges: unknown[] } }>(
    '{ alerts(input: { pageSize: 50 }) { edges { node { id } } } }',
  );
await eventually(alerts, (found) => found.alerts.edges.length === 1, 60_000);
const { dataDir } = server;
await server.kill();
// Accepted, and not yet worked on.
const spool = await openSpool({ dir: join(dataDir, 'spool'), logger: silentLogger });
await spool.append(
  { sourceId, receivedAt: new Date(), format: { type: 'Lines' } },
  Buffer.from(packed.waiting.map(line).join('\n')),
);
await spool.close();
await shrinkState(dataDir);
const archive = spawnSync(
  'tar',
  ['-C', dataDir, '--sort=name', ...leftOut.map((name) => `--exclude=./${name}`), '-cf', '-', '.'],
  { maxBuffer: 2 ** 30 },
);
await writeFile(
  file,
  zstdCompressSync(archive.stdout, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_windowLog]: 27,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  }),
);
console.log(`${sourceId} in ${join(process.cwd(), file)}`);
await rm(dataDir, { recursive: true, force: true });

/** Most of a young state store is its write-ahead log, of which only the last file is needed once the store was closed. */
async function shrinkState(folder: string): Promise<void> {
  const log = join(folder, 'state', 'pg_wal');
  const store = await openStore({ dataDir: folder });
  const removeBut = async (kept: string | undefined) => {
    for (const name of await readdir(log)) {
      if (/^[0-9A-F]{24}$/.test(name) && name !== kept) await rm(join(log, name));
    }
  };
  const current = async () => {
    const [row] = await store.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
    );
    return row?.name;
  };
  await store.exec('checkpoint');
  // Files kept for later use are full of old records; without them the next one begins empty.
  await removeBut(await current());
  await store.query('select pg_switch_wal()');
  await store.exec('checkpoint');
  const last = await current();
  await store.close();
  await removeBut(last);
}
