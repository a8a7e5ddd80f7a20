import { noNatsCluster, startCluster } from '../e2e/support/cluster.ts';
import { gzipBatches, ingestAll, prepareBenchServer } from './support/bench-server.ts';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, median } from './support/figure.ts';

const eventCount = 50_000;
const linesPerBatch = 5_000;
const ruleCount = 100;
const rounds = 3;

/** Which roles the processes have: one after the other is started. */
const whole = ['api,ingest,detect,alert,jobs'];
const apart = ['api,alert,jobs', 'ingest', 'detect', 'detect'];

export const benchmark = defineBenchmark({
  name: 'processes',
  description:
    'gzip NDJSON until every event can be found: four processes against one, both on PostgreSQL, NATS and one lake behind HTTP',
  async run(report) {
    const missing = await noNatsCluster();
    if (missing !== undefined) throw new Error(`processes cannot share engines here: ${missing}`);
    const batches = gzipBatches(cloudTrailLines(eventCount, 11, new Date()), linesPerBatch);
    let isCorrect = true;

    async function measure(roles: readonly string[]): Promise<number> {
      const cluster = await startCluster({ withNats: true });
      try {
        const servers = [];
        for (const each of roles) servers.push(await cluster.start(each));
        const [first, second] = servers;
        if (first === undefined) throw new Error('no process was started');
        const server = await prepareBenchServer(first, ruleCount, [second ?? first]);
        const seconds = await ingestAll(server, batches, eventCount);
        isCorrect &&= (await server.count('panther_logs.public.aws_cloudtrail')) === eventCount;
        return eventCount / seconds;
      } finally {
        await cluster.stop();
      }
    }

    const four: number[] = [];
    const one: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      one.push(await measure(whole));
      four.push(await measure(apart));
      report(
        `round ${round}: four ${four.at(-1)?.toFixed(0)} events/s, one ${one.at(-1)?.toFixed(0)} events/s`,
      );
    }
    const [ours, peer] = [median(four), median(one)];
    return [
      {
        name: 'four processes ÷ one, ingest with 100 rules',
        unit: 'events/s',
        ours,
        peer,
        ratio: ours / peer,
        floor: 0.8,
        aim: 1,
        better: 'higher',
        isCorrect,
      },
    ];
  },
});
