import { eventually } from '../e2e/support/server.ts';
import { gzipBatches, ingestAll, startBenchServer, type BenchServer } from './support/bench-server.ts';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, median, type Figure } from './support/figure.ts';
import { multiplyCloudTrail } from './support/multiply-cloudtrail.ts';
import { residentOf } from './support/memory.ts';

/** Rows of the file; the environment may ask for fewer. */
const rowCount = Number(process.env['MARGAY_BENCH_CSV_ROWS'] ?? 5_000_000);
const ingestedCount = 50_000;
const columns = [
  'p_event_time',
  'eventName',
  'eventSource',
  'awsRegion',
  'sourceIPAddress',
  'userAgent',
  'userIdentity.arn',
  'userIdentity.sessionContext.sessionIssuer.userName',
  'requestParameters',
  'p_any_ip_addresses',
  'p_row_id',
];

interface Sample {
  rows: number;
  bytes: number;
  memory: number;
}

/** Orders a CSV of all events and looks at the server until the file is there. */
async function generate(server: BenchServer, report: (text: string) => void) {
  const params = { databases: ['panther_logs'], tables: ['aws_cloudtrail'], relativeTime: 'PAllTime' };
  const { executeUberSearch } = await server.graphql<{ executeUberSearch: { queryID: string } }>(
    'mutation ($params: SearchParamsInput!) { executeUberSearch(input: { params: $params }) { queryID } }',
    { params: { ...params, language: 'simplesearch', limit: 100 } },
  );
  const id = executeUberSearch.queryID;
  const before = await residentOf(String(server.pid));
  const startedAt = performance.now();
  await server.graphql(
    'mutation ($input: StartAsyncDownloadInput!) { startAsyncDownloadOfAllQueryResults(input: $input) { error { message } } }',
    { input: { params: { ...params, language: 'simpleSearch' }, originalQueryId: id, columns } },
  );
  const samples: Sample[] = [];
  const look = async () => {
    const { csvExports } = await server.graphql<{
      csvExports: { state: string; rowCount: number; byteCount: number; url: string | null; error: string }[];
    }>('query ($id: ID!) { csvExports(queryId: $id) { state rowCount byteCount url error } }', { id });
    const [file] = csvExports;
    if (!file) throw new Error('the order is not known');
    samples.push({
      rows: file.rowCount,
      bytes: file.byteCount,
      memory: await residentOf(String(server.pid)),
    });
    if (samples.length % 20 === 0) report(textOf(samples.at(-1)));
    return file;
  };
  const isOver = ({ state }: { state: string }) => state !== 'PENDING' && state !== 'RUNNING';
  const file = await eventually(look, isOver, { timeoutMs: 3 * 3_600_000, everyMs: 500 });
  if (file.url === null) throw new Error(`the file was not made: ${file.error}`);
  return { file, samples, before, seconds: (performance.now() - startedAt) / 1000 };
}

const textOf = (sample: Sample | undefined) =>
  `${sample?.rows ?? 0} rows, ${megabytes(sample?.bytes ?? 0)} MB written, ${megabytes(sample?.memory ?? 0)} MB resident`;
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** Median of resident memory while the rows written were between these shares of all. */
function memoryBetween(samples: readonly Sample[], from: number, to: number): number {
  const within = samples.filter(({ rows }) => rows >= from * rowCount && rows <= to * rowCount);
  return median(within.map(({ memory }) => memory));
}

export const benchmark = defineBenchmark({
  name: 'csv',
  description: 'a CSV of every event, in rows a second, and whether memory stays flat while it is written',
  async run(report) {
    const server = await startBenchServer(0);
    try {
      await ingestAll(
        server,
        gzipBatches(cloudTrailLines(ingestedCount, 17, new Date()), 5_000),
        ingestedCount,
      );
      await server.kill();
      await multiplyCloudTrail(server.dataDir, ingestedCount, rowCount);
      await server.start();
      const stored = await server.count('panther_logs.public.aws_cloudtrail');
      report(`${stored} events stored`);
      const { file, samples, before, seconds } = await generate(server, report);
      const early = memoryBetween(samples, 0.05, 0.15);
      const late = memoryBetween(samples, 0.9, 1);
      const peak = Math.max(...samples.map(({ memory }) => memory));
      const isCorrect = file.rowCount === stored && stored >= rowCount;
      report(
        `${megabytes(file.byteCount)} MB in ${seconds.toFixed(0)} s; resident ${megabytes(before)} MB before, ${megabytes(early)} MB at 10 %, ${megabytes(late)} MB at the end, at most ${megabytes(peak)} MB`,
      );
      const figures: Figure[] = [
        {
          name: 'CSV of everything, rows a second',
          unit: 'rows/s',
          ours: file.rowCount / seconds,
          peer: null,
          ratio: file.rowCount / seconds,
          floor: 5_000,
          aim: 20_000,
          better: 'higher',
          isCorrect,
          note: `${file.rowCount} rows of ${columns.length} columns, ${megabytes(file.byteCount)} MB`,
        },
        {
          name: 'CSV of everything, memory at the end ÷ at 10 %',
          unit: 'MB',
          ours: late / 1e6,
          peer: early / 1e6,
          ratio: late / early,
          floor: 1.25,
          aim: 1.1,
          better: 'lower',
          isCorrect: isCorrect && early > 0,
          note: `${megabytes(before)} MB before it began, at most ${megabytes(peak)} MB`,
        },
      ];
      return figures;
    } finally {
      await server.stop();
    }
  },
});
