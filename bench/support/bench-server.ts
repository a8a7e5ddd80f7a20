import { gzipSync } from 'node:zlib';
import { eventually, startTestServer, type TestServer } from '../../e2e/support/server.ts';
import { createHttpSource } from '../../e2e/support/source.ts';
import { countRows } from './ask-search.ts';
import { benchRules } from './rules.ts';

/** A server as a user runs it, with a CloudTrail source and this many rules. */
export interface BenchServer extends TestServer {
  sourceId: string;
  /** Sends a body that is compressed already; throws unless it is accepted, waiting when told to. */
  send(body: Uint8Array<ArrayBuffer>): Promise<void>;
  count(table: string): Promise<number>;
}

export async function startBenchServer(ruleCount: number): Promise<BenchServer> {
  return prepareBenchServer(await startTestServer(), ruleCount);
}

/** The same of a server that runs already; `takers`, in turn, are sent the batches instead of it. */
export async function prepareBenchServer(
  server: TestServer,
  ruleCount: number,
  takers: readonly TestServer[] = [server],
): Promise<BenchServer> {
  await putRules(server, ruleCount);
  let sent = 0;
  const sourceId = await createHttpSource(server, 'bench', ['AWS.CloudTrail']);

  async function send(body: Uint8Array<ArrayBuffer>): Promise<void> {
    const taker = takers[sent++ % takers.length]!;
    for (;;) {
      const reply = await fetch(`${taker.url}/http/${sourceId}`, {
        method: 'POST',
        headers: { authorization: 'Bearer a-bearer-token', 'content-encoding': 'gzip' },
        body,
      }).catch(() => undefined);
      // A full buffer refuses before it has read the body; the answer may then be lost with the connection.
      await reply?.arrayBuffer();
      if (reply?.status === 200) return;
      if (reply !== undefined && reply.status !== 429) throw new Error(`the server answered ${reply.status}`);
      await new Promise((turn) => setTimeout(turn, 200));
    }
  }
  const count = (table: string) => countRows(server, table);
  return Object.assign(server, { sourceId, send, count });
}

async function putRules(server: TestServer, count: number): Promise<void> {
  if (count === 0) return;
  const files = benchRules(count).flatMap(({ id, body }) => {
    const name = id.toLowerCase().replaceAll('.', '_');
    const yaml = `AnalysisType: rule\nRuleID: ${id}\nEnabled: true\nFilename: ${name}.py\nSeverity: Low\nLogTypes: [AWS.CloudTrail]\n`;
    return [
      { path: `${name}.yml`, text: yaml },
      { path: `${name}.py`, text: body },
    ];
  });
  const { uploadDetectionContent } = await server.graphql<{
    uploadDetectionContent: { verdicts: { verdict: string; reason: string }[] };
  }>(
    'mutation ($input: UploadDetectionContentInput!) { uploadDetectionContent(input: $input) { verdicts { verdict reason } } }',
    { input: { files } },
  );
  const bad = uploadDetectionContent.verdicts.find(
    ({ verdict, reason }) => verdict !== 'stored' || reason !== '',
  );
  if (bad !== undefined) throw new Error(`a bench rule was not taken: ${bad.reason}`);
}

export function gzipBatches(lines: readonly string[], linesPerBatch: number): Uint8Array<ArrayBuffer>[] {
  const batches: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < lines.length; from += linesPerBatch) {
    batches.push(new Uint8Array(gzipSync(lines.slice(from, from + linesPerBatch).join('\n'))));
  }
  return batches;
}

/** Sends all batches with a few connections and waits until every event can be found. Returns seconds. */
export async function ingestAll(
  server: BenchServer,
  batches: readonly Uint8Array<ArrayBuffer>[],
  expected: number,
): Promise<number> {
  const startedAt = performance.now();
  const waiting = [...batches];
  const connection = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) await server.send(batch);
  };
  await Promise.all([connection(), connection(), connection(), connection()]);
  await eventually(
    () => server.count('panther_logs.public.aws_cloudtrail'),
    (count) => count >= expected,
    600_000,
  );
  return (performance.now() - startedAt) / 1000;
}
