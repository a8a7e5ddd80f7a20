import { Session } from 'chdb';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eventually } from '../e2e/support/server.ts';
import { gzipBatches, ingestAll, startBenchServer, type BenchServer } from './support/bench-server.ts';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, median } from './support/figure.ts';
import { multiplyCloudTrail } from './support/multiply-cloudtrail.ts';

/** Events in the backup; the environment may ask for fewer. */
const eventCount = Number(process.env['MARGAY_BENCH_BACKUP_EVENTS'] ?? 10_000_000);
const ingestedCount = 50_000;
const rounds = 3;
const copyAttempts = 20;
const copyPauseMs = 15_000;
const table = 'panther_logs.public.aws_cloudtrail';

async function backUp(server: BenchServer, folder: string): Promise<number> {
  const startedAt = performance.now();
  const { startBackup } = await server.graphql<{ startBackup: { id: string } }>(
    'mutation ($input: StartBackupInput!) { startBackup(input: $input) { id } }',
    { input: { folder, withSecretKey: true } },
  );
  const look = async () => {
    const { backup } = await server.graphql<{ backup: { state: string; error: string } }>(
      'query ($id: ID!) { backup(id: $id) { state error } }',
      { id: startBackup.id },
    );
    return backup;
  };
  const done = await eventually(look, ({ state }) => state !== 'RUNNING', {
    timeoutMs: 3_600_000,
    everyMs: 20,
  });
  if (done.state !== 'SUCCEEDED') throw new Error(done.error);
  return (performance.now() - startedAt) / 1000;
}

function timed(command: string, args: string[], environment: Record<string, string> = {}): number {
  const startedAt = performance.now();
  const done = spawnSync(command, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
  });
  if (done.status !== 0) throw new Error(`${command} failed: ${done.stderr.slice(0, 2_000)}`);
  return (performance.now() - startedAt) / 1000;
}

/** Seconds `cp -r` takes. A merge of the live lake takes files away under it: then once more, from nothing. */
async function copyWhole(from: string, to: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return timed('cp', ['-r', from, to]);
    } catch (error) {
      if (attempt === copyAttempts) throw error;
      await rm(to, { recursive: true, force: true });
      await setTimeout(copyPauseMs);
    }
  }
}

const margay = resolve(import.meta.dirname, '..', 'apps', 'cli', 'src', 'main.ts');

export const benchmark = defineBenchmark({
  name: 'backup',
  description: 'a checked backup of the running server against cp -r of its data folder',
  async run(report) {
    const server = await startBenchServer(0);
    const scratch = await mkdtemp(join(tmpdir(), 'margay-bench-backup-'));
    try {
      const lines = cloudTrailLines(ingestedCount, 17, new Date());
      await ingestAll(server, gzipBatches(lines, 5_000), ingestedCount);
      await server.kill();
      await multiplyCloudTrail(server.dataDir, ingestedCount, eventCount);
      await server.start();
      const stored = await server.count(table);
      const ours: number[] = [];
      const peer: number[] = [];
      let restoredRows = '';
      for (let round = 0; round < rounds; round++) {
        const [folder, copy] = [join(scratch, `backup-${round}`), join(scratch, `copy-${round}`)];
        ours.push(await backUp(server, folder));
        peer.push(await copyWhole(server.dataDir, copy));
        report(`round ${round + 1}: backup ${ours.at(-1)?.toFixed(1)} s, cp -r ${peer.at(-1)?.toFixed(1)} s`);
        await rm(copy, { recursive: true });
        if (round === 0) {
          const target = join(scratch, 'restored');
          const seconds = timed(process.execPath, [margay, 'restore', folder], { MARGAY_DATA_DIR: target });
          report(`restored and checked in ${seconds.toFixed(1)} s`);
          const session = new Session(join(target, 'lake'));
          restoredRows = (
            await session.queryAsync('select count() from panther_logs.aws_cloudtrail', { format: 'TSV' })
          )
            .text()
            .trim();
          session.close();
        }
        await rm(folder, { recursive: true });
      }
      const [mine, theirs] = [median(ours), median(peer)];
      return [
        {
          name: 'backup of the running server ÷ cp -r',
          unit: 's',
          ours: mine,
          peer: theirs,
          ratio: mine / theirs,
          floor: 3,
          aim: 1.3,
          better: 'lower',
          isCorrect: stored >= eventCount && restoredRows === String(stored),
          note: `${stored} events; the backup has a SHA-256 of each file and is synced to the disk, the copy is not`,
        },
      ];
    } finally {
      await server.stop();
      await rm(scratch, { recursive: true, force: true });
    }
  },
});
