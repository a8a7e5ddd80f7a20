import { cloudTrailLine } from '../e2e/support/cloudtrail.ts';
import { eventually } from '../e2e/support/server.ts';
import { sendLines } from '../e2e/support/source.ts';
import { startBenchServer } from './support/bench-server.ts';
import { defineBenchmark, percentile } from './support/figure.ts';

const edits = 15;
const ruleCounts = [100, 1_000];

const bodyOf = (version: number) => `def rule(event):
    return event.get("eventName") == "EditProbe"


def title(event):
    return f"version ${version} {event.get('requestID')}"


def dedup(event):
    return event.get("requestID")
`;

/** A save answers once events are judged by the new version: an event sent right after it must be. */
async function measure(ruleCount: number): Promise<{ times: number[]; isCorrect: boolean }> {
  const server = await startBenchServer(ruleCount);
  const put = async (version: number) => {
    const startedAt = performance.now();
    await server.graphql('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
      input: {
        id: 'Bench.Edit',
        isNew: version === 0,
        enabled: true,
        severity: 'LOW',
        logTypes: ['AWS.CloudTrail'],
        body: bodyOf(version),
      },
    });
    return performance.now() - startedAt;
  };
  await put(0);
  const times: number[] = [];
  let isCorrect = true;
  for (let version = 1; version <= edits; version++) {
    times.push(await put(version));
    const requestID = `edit-${version}-end`;
    await sendLines(server, server.sourceId, [cloudTrailLine({ eventName: 'EditProbe', requestID })]);
    const found = await eventually(
      () =>
        server.graphql<{ alerts: { edges: { node: { title: string } }[] } }>(
          'query ($name: String!) { alerts(input: { nameContains: $name }) { edges { node { title } } } }',
          { name: requestID },
        ),
      ({ alerts }) => alerts.edges.length > 0,
    );
    isCorrect &&= found.alerts.edges[0]?.node.title === `version ${version} ${requestID}`;
  }
  await server.stop();
  return { times, isCorrect };
}

export const benchmark = defineBenchmark({
  name: 'edit',
  description: 'from saving a rule to events being judged by its new version',
  async run(report) {
    const figures = [];
    for (const ruleCount of ruleCounts) {
      const { times, isCorrect } = await measure(ruleCount);
      const p50 = percentile(times, 0.5) / 1000;
      report(
        `${ruleCount} rules: p50 ${p50.toFixed(2)} s, p95 ${(percentile(times, 0.95) / 1000).toFixed(2)} s`,
      );
      figures.push({
        name: `edit → new version judging, ${ruleCount} rules, p50`,
        unit: 's',
        ours: p50,
        peer: null,
        ratio: p50,
        floor: 1,
        aim: 0.2,
        better: 'lower' as const,
        isCorrect,
      });
    }
    return figures;
  },
});
