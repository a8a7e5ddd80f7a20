import { spawnSync } from 'node:child_process';
import { engineEnvironment } from '@margay/kit/node';
import { gzipBatches, ingestAll, startBenchServer } from './support/bench-server.ts';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, median } from './support/figure.ts';

const eventCount = 100_000;
const linesPerBatch = 5_000;
const rounds = 3;

/** The peer runs in a process of its own, as the server does. */
function loadInChild(): { seconds: number; rows: number } {
  const done = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      new URL('./support/lake-load-child.ts', import.meta.url).pathname,
      String(eventCount),
      String(linesPerBatch),
    ],
    {
      encoding: 'utf8',
      maxBuffer: 1e8,
      env: { ...process.env, ...engineEnvironment },
    },
  );
  const line = done.stdout.trim().split('\n').at(-1);
  if (line === undefined || line === '') throw new Error(`the peer failed: ${done.stderr}`);
  return JSON.parse(line) as { seconds: number; rows: number };
}

export const benchmark = defineBenchmark({
  name: 'ingest',
  description:
    'gzip NDJSON over HTTP until every event can be found, 100 rules on, against chDB loading the same rows',
  async run(report) {
    const lines = cloudTrailLines(eventCount, 11, new Date());
    const megabytes = lines.reduce((sum, line) => sum + line.length + 1, 0) / 1e6;
    const batches = gzipBatches(lines, linesPerBatch);
    const ours: number[] = [];
    const peer: number[] = [];
    let isCorrect = true;
    for (let round = 0; round < rounds; round++) {
      const server = await startBenchServer(100);
      const seconds = await ingestAll(server, batches, eventCount);
      const stored = await server.count('panther_logs.public.aws_cloudtrail');
      await server.stop();
      const loaded = loadInChild();
      isCorrect &&= stored === eventCount && loaded.rows === eventCount;
      ours.push(eventCount / seconds);
      peer.push(eventCount / loaded.seconds);
      report(
        `round ${round + 1}: ours ${(megabytes / seconds).toFixed(1)} MB/s, by hand ${(megabytes / loaded.seconds).toFixed(1)} MB/s`,
      );
    }
    const [mine, theirs] = [median(ours), median(peer)];
    return [
      {
        name: 'ingest with 100 rules ÷ chDB raw load',
        unit: 'events/s',
        ours: mine,
        peer: theirs,
        ratio: mine / theirs,
        floor: 0.15,
        aim: 0.5,
        better: 'higher',
        isCorrect,
      },
    ];
  },
});
