import { join } from 'node:path';
import { Session } from 'chdb';
import { eventually, startTestServer, type TestServer } from '../e2e/support/server.ts';
import { createHttpSource, sendBody } from '../e2e/support/source.ts';
import { seededRandom } from '../e2e/support/random.ts';
import { defineBenchmark, median, percentile } from './support/figure.ts';

const tableCount = 8;
/** In all tables together; `MARGAY_BENCH_EVENTS` for another number. */
const eventCount = Number(process.env['MARGAY_BENCH_EVENTS'] ?? 160_000);
const rounds = 21;
const indicatorCount = 100;
const linesPerBatch = 5_000;

const logTypeOf = (number: number) => `Custom.Indicators${number}`;
const tableOf = (number: number) => `custom_indicators${number}`;
const spec = `fields:
  - name: time
    type: timestamp
    timeFormats: [rfc3339]
    isEventTime: true
    required: true
  - name: address
    type: string
    indicators: [ip]
  - name: hash
    type: string
    indicators: [sha256]
  - name: person
    type: string
    indicators: [username]
`;

/** Addresses of which an event has one: enough that few events have a wanted one. */
const address = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
const hash = (number: number) => number.toString(16).padStart(64, '0');
const addressCount = 200_000;

/** Half of them addresses, half hashes; a few have events. */
const addresses = Array.from({ length: indicatorCount / 2 }, (_, n) => address(n * 1_111));
const hashes = Array.from({ length: indicatorCount / 2 }, (_, n) => hash(n * 977));

async function load(server: TestServer): Promise<void> {
  const random = seededRandom(14);
  const perTable = Math.ceil(eventCount / tableCount);
  const now = Date.now();
  for (let table = 0; table < tableCount; table++) {
    const name = logTypeOf(table);
    await server.graphql(
      'mutation ($input: CreateOrUpdateSchemaInput!) { createOrUpdateSchema(input: $input) { schema { name } error { message } } }',
      { input: { name, spec } },
    );
    const source = await createHttpSource(server, `Indicators ${table}`, [name]);
    for (let from = 0; from < perTable; from += linesPerBatch) {
      const lines = Array.from({ length: Math.min(linesPerBatch, perTable - from) }, () =>
        JSON.stringify({
          time: new Date(now - Math.floor(random() * 3_600_000)).toISOString(),
          address: address(Math.floor(random() * addressCount)),
          hash: hash(Math.floor(random() * addressCount)),
          person: `person${Math.floor(random() * 500)}`,
        }),
      );
      for (;;) {
        const { status, text } = await sendBody(server, source, lines.join('\n'));
        if (status === 200) break;
        if (status !== 429) throw new Error(`the server answered ${status}: ${text}`);
        await new Promise((turn) => setTimeout(turn, 200));
      }
    }
    await eventually(
      async () => {
        const refused = await server.refusals(countDocument, countInput(table));
        if (refused.length > 0) return 0;
        const { runQuery } = await server.graphql<{ runQuery: { rows: unknown[][] } }>(
          countDocument,
          countInput(table),
        );
        return Number(runQuery.rows[0]?.[0]);
      },
      (count) => count >= perTable,
      600_000,
    );
  }
}

const countDocument = 'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }';
const countInput = (table: number) => ({
  input: { language: 'sql', text: `select count(*) from panther_logs.public.${tableOf(table)}` },
});

/** From asking to the tables with hits. */
async function search(server: TestServer): Promise<{ ms: number; hits: number }> {
  const startedAt = performance.now();
  const { executeIndicatorSearchQuery } = await server.graphql<{
    executeIndicatorSearchQuery: { id: string };
  }>(
    'mutation ($input: ExecuteIndicatorSearchInput!) { executeIndicatorSearchQuery(input: $input) { id } }',
    {
      input: {
        indicators: [...addresses, ...hashes],
        startTime: '0001-01-01T00:00:00Z',
        endTime: '0001-01-01T00:00:00Z',
      },
    },
  );
  for (;;) {
    const { uberSearch } = await server.graphql<{
      uberSearch: { status: string; message: string; results: { stats: { rowCount: number } } | null };
    }>(
      'query ($id: ID!) { uberSearch(id: $id, component: indicatorTables) { status message results { stats { rowCount } edges { node } } } }',
      { id: executeIndicatorSearchQuery.id },
    );
    if (uberSearch.status === 'succeeded')
      return { ms: performance.now() - startedAt, hits: uberSearch.results?.stats.rowCount ?? 0 };
    if (uberSearch.status !== 'running') throw new Error(uberSearch.message);
  }
}

/** One scan of every table with the arrays' own test. */
function handWritten(): string {
  const list = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`;
  return Array.from(
    { length: tableCount },
    (_, table) =>
      `select '${tableOf(table)}', count(), min(p_event_time), max(p_event_time) from panther_logs.${tableOf(table)}
       where hasAny(p_any_ip_addresses, ${list(addresses)}) or hasAny(p_any_sha256_hashes, ${list(hashes)})`,
  ).join(' union all ');
}

export const benchmark = defineBenchmark({
  name: 'indicators',
  description: 'search for 100 indicators in all tables through the API against one scan by hand',
  async run(report) {
    const server = await startTestServer();
    await load(server);
    // The peer is measured later: what the load left to merge would slow down only the one.
    await new Promise((turn) => setTimeout(turn, 10_000));
    const api: number[] = [];
    let hits = 0;
    for (let round = 0; round < rounds; round++) {
      const found = await search(server);
      api.push(found.ms);
      hits = found.hits;
    }
    const { dataDir } = server;
    await server.kill();
    const session = new Session(join(dataDir, 'lake'));
    const hand: number[] = [];
    let handHits = 0;
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      const text = (await session.queryAsync(handWritten(), { format: 'TSV' })).text();
      hand.push(performance.now() - startedAt);
      handHits = text
        .trim()
        .split('\n')
        .reduce((sum, line) => sum + Number(line.split('\t')[1]), 0);
    }
    session.close();
    await server.stop();
    report(
      `${hits} hits; API p50 ${median(api).toFixed(1)} ms, p95 ${percentile(api, 0.95).toFixed(1)} ms; by hand p50 ${median(hand).toFixed(1)} ms`,
    );
    return [
      {
        name: `${indicatorCount} indicators in all tables ÷ hand-written scan, p50`,
        unit: 'ms',
        ours: median(api),
        peer: median(hand),
        ratio: median(api) / median(hand),
        floor: 2,
        aim: 1.2,
        better: 'lower',
        isCorrect: hits === handHits && hits > 0,
      },
    ];
  },
});
