import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { search } from './support/ask-search.ts';
import { gzipBatches, ingestAll, startBenchServer, type BenchServer } from './support/bench-server.ts';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, median, percentile, type Figure } from './support/figure.ts';

const eventCount = 200_000;
const rounds = 21;
const needle = 'needleinahaystack7';
const statements = [
  {
    name: 'count by name',
    text: 'select eventName, count(*) as n from panther_logs.public.aws_cloudtrail group by eventName order by n desc limit 20',
  },
  {
    name: 'filter by address',
    text: "select p_event_time, eventName, sourceIPAddress from panther_logs.public.aws_cloudtrail where sourceIPAddress = '198.51.100.7' order by p_event_time desc limit 100",
  },
];
const byHand = [
  'select eventName, count() as n from panther_logs.aws_cloudtrail group by eventName order by n desc limit 20',
  "select p_event_time, eventName, sourceIPAddress from panther_logs.aws_cloudtrail where sourceIPAddress = '198.51.100.7' order by p_event_time desc limit 100",
];

async function ask(server: BenchServer, text: string): Promise<{ ms: number; rows: unknown[][] }> {
  const startedAt = performance.now();
  const { runQuery } = await server.graphql<{ runQuery: { rows: unknown[][] } }>(
    'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }',
    { input: { language: 'sql', text } },
  );
  return { ms: performance.now() - startedAt, rows: runQuery.rows };
}

/** The time of a search by free text, from asking to the first page. */
const find = (server: BenchServer, text: string) =>
  search(server, {
    language: 'simplesearch',
    databases: ['panther_logs'],
    tables: ['aws_cloudtrail'],
    relativeTime: 'PAllTime',
    limit: 100,
    filters: JSON.stringify({ text }),
  });

export const benchmark = defineBenchmark({
  name: 'search',
  description: 'search through the API against the same SQL by hand, and a needle in raw text against rg',
  async run(report) {
    const lines = cloudTrailLines(eventCount, 14, new Date());
    lines[Math.floor(eventCount / 3)] = (lines[Math.floor(eventCount / 3)] ?? '')
      .replace('"aws-sdk', `"${needle} aws-sdk`)
      .replace('"Boto3', `"${needle} Boto3`)
      .replace('"aws-cli', `"${needle} aws-cli`);
    const server = await startBenchServer(0);
    await ingestAll(server, gzipBatches(lines, 10_000), eventCount);
    // The peer is measured later: what the load left to merge would slow down only the one.
    await new Promise((turn) => setTimeout(turn, 10_000));
    const api: number[] = [];
    const counts: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const { text } of statements) {
        const { ms, rows } = await ask(server, text);
        api.push(ms);
        if (round === 0) counts.push(JSON.stringify(rows.length));
      }
    }
    const found: number[] = [];
    let hits = 0;
    for (let round = 0; round < rounds; round++) {
      const { ms, rows } = await find(server, needle);
      found.push(ms);
      hits = rows;
    }
    const { dataDir } = server;
    await server.kill();
    const session = new Session(join(dataDir, 'lake'));
    const hand: number[] = [];
    const handCounts: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const sql of byHand) {
        const startedAt = performance.now();
        const text = (await session.queryAsync(sql, { format: 'TSV' })).text();
        hand.push(performance.now() - startedAt);
        if (round === 0) handCounts.push(JSON.stringify(text.trim().split('\n').length));
      }
    }
    session.close();
    await server.stop();
    report(
      `API p50 ${median(api).toFixed(1)} ms, p95 ${percentile(api, 0.95).toFixed(1)} ms; by hand p50 ${median(hand).toFixed(1)} ms`,
    );

    const figures: Figure[] = [
      {
        name: 'search API ÷ hand-written SQL, p50',
        unit: 'ms',
        ours: median(api),
        peer: median(hand),
        ratio: median(api) / median(hand),
        floor: 3,
        aim: 1.2,
        better: 'lower',
        isCorrect: counts.join() === handCounts.join(),
      },
    ];
    const folder = await mkdtemp(join(tmpdir(), 'margay-bench-'));
    const file = join(folder, 'raw.ndjson');
    await writeFile(file, lines.join('\n'));
    const grep: number[] = [];
    let grepHits = 0;
    const program = spawnSync('rg', ['--version']).status === 0 ? 'rg' : 'grep';
    for (let round = 0; round < 7; round++) {
      const startedAt = performance.now();
      const done = spawnSync(program, program === 'rg' ? ['-c', needle, file] : ['-c', '-F', needle, file], {
        encoding: 'utf8',
      });
      grep.push(performance.now() - startedAt);
      grepHits = Number(done.stdout.trim());
    }
    await rm(folder, { recursive: true, force: true });
    report(`needle: ours ${median(found).toFixed(1)} ms, ${program} ${median(grep).toFixed(1)} ms`);
    figures.push({
      name: `needle in raw text, ${program} time ÷ ours`,
      unit: 'ms',
      ours: median(found),
      peer: median(grep),
      ratio: median(grep) / median(found),
      floor: 1,
      aim: 30,
      better: 'higher',
      isCorrect: hits === grepHits && hits === 1,
    });
    return figures;
  },
});
