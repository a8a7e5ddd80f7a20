import { cloudTrailLine } from '../e2e/support/cloudtrail.ts';
import { sendLines } from '../e2e/support/source.ts';
import { gzipBatches, ingestAll, startBenchServer } from './support/bench-server.ts';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, percentile } from './support/figure.ts';

const probes = 100;
const calibrationEvents = 50_000;
const linesPerBatch = 500;

const body = `def rule(event):
    return event.get("eventName") == "LatencyProbe"


def dedup(event):
    return event.get("requestID")


def title(event):
    return f"probe {event.get('requestID')}"
`;

export const benchmark = defineBenchmark({
  name: 'latency',
  description: 'from sending an event to its alert in the list, at half the ingest load',
  async run(report) {
    const server = await startBenchServer(100);
    await server.graphql('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
      input: {
        id: 'Bench.Latency',
        isNew: true,
        enabled: true,
        severity: 'LOW',
        logTypes: ['AWS.CloudTrail'],
        body,
      },
    });
    const lines = cloudTrailLines(calibrationEvents, 15, new Date());
    const full = calibrationEvents / (await ingestAll(server, gzipBatches(lines, 5_000), calibrationEvents));
    const batches = gzipBatches(lines, linesPerBatch);
    const pauseMs = (linesPerBatch / (full / 2)) * 1000;
    report(
      `full load ${full.toFixed(0)} events/s; a batch of ${linesPerBatch} every ${pauseMs.toFixed(0)} ms`,
    );

    let isRunning = true;
    const load = (async () => {
      for (let i = 0; isRunning; i++) {
        const startedAt = performance.now();
        const batch = batches[i % batches.length];
        if (batch !== undefined) await server.send(batch);
        await new Promise((turn) => setTimeout(turn, Math.max(0, pauseMs - (performance.now() - startedAt))));
      }
    })();
    const isVisible = async (title: string) => {
      const { alerts } = await server.graphql<{ alerts: { edges: { node: { title: string } }[] } }>(
        'query ($name: String!) { alerts(input: { nameContains: $name }) { edges { node { title } } } }',
        { name: title },
      );
      return alerts.edges.length > 0;
    };
    const times: number[] = [];
    for (let probe = 0; probe < probes; probe++) {
      const id = `probe-${probe}-end`;
      const startedAt = performance.now();
      await sendLines(server, server.sourceId, [
        cloudTrailLine({ eventName: 'LatencyProbe', requestID: id }),
      ]);
      while (!(await isVisible(`probe ${id}`))) await new Promise((turn) => setTimeout(turn, 10));
      times.push(performance.now() - startedAt);
      await new Promise((turn) => setTimeout(turn, 100));
    }
    isRunning = false;
    await load;
    await server.stop();
    const [p50, p99] = [percentile(times, 0.5) / 1000, percentile(times, 0.99) / 1000];
    report(`p50 ${p50.toFixed(3)} s, p99 ${p99.toFixed(3)} s`);
    return [
      {
        name: 'event → alert visible, p50',
        unit: 's',
        ours: p50,
        peer: null,
        ratio: p50,
        floor: 2,
        aim: 0.3,
        better: 'lower',
        isCorrect: times.length === probes,
      },
      {
        name: 'event → alert visible, p99',
        unit: 's',
        ours: p99,
        peer: null,
        ratio: p99,
        floor: 2,
        aim: 0.3,
        better: 'lower',
        isCorrect: times.length === probes,
      },
    ];
  },
});
