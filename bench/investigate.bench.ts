import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Session } from 'chdb';
import { signIn, startTestBrowser } from '../e2e/support/browser.ts';
import { eventually, startTestServer, type TestServer } from '../e2e/support/server.ts';
import { createHttpSource, sendBody } from '../e2e/support/source.ts';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, median, percentile, type Figure } from './support/figure.ts';
import { countRows, search, type Found } from './support/ask-search.ts';
import { comparedSearches, type ComparedSearch } from './support/investigate-queries.ts';
import { loadThreeLogTypes, needle } from './support/three-log-types.ts';

/** `MARGAY_BENCH_EVENTS` for another number; `MARGAY_BENCH_DATA` names a folder that keeps them for the next run. */
const eventCount = Number(process.env['MARGAY_BENCH_EVENTS'] ?? 5_000_000);
const rounds = 7;
const enterRounds = 30;
/** What an analyst types: names, an operation by somebody, a rare token, and one in six an address, which no word index knows. */
const typed: ((round: number) => string)[] = [
  () => 'backup',
  () => 'AssumeRole deploy',
  () => needle,
  (round) => `198.51.100.${round + 3}`,
  () => 'LookupEvents us-east-1',
  () => 'GetObject readonly',
];
const weekMs = 7 * 86_400_000;

const paramsOf = ({ language, tables, filters }: ComparedSearch) => ({
  language,
  filters,
  ...(tables.length > 0 ? { databases: ['panther_logs'], tables } : {}),
  relativeTime: 'PAllTime',
});
const lastWeek = () => ({
  databases: ['panther_logs'],
  startTime: new Date(Date.now() - weekMs).toISOString(),
  endTime: new Date().toISOString(),
});

async function askAll(server: TestServer): Promise<Found[]> {
  const found: Found[] = [];
  for (const compared of comparedSearches) {
    const times: number[] = [];
    let rows = 0;
    for (let round = 0; round < rounds; round++) {
      const one = await search(server, paramsOf(compared));
      times.push(one.ms);
      rows = one.rows;
    }
    found.push({ ms: median(times), rows });
  }
  return found;
}

async function askAllByHand(dataDir: string): Promise<Found[]> {
  const session = new Session(join(dataDir, 'lake'));
  const found: Found[] = [];
  for (const { byHand } of comparedSearches) {
    const times: number[] = [];
    let rows = 0;
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      const text = (await session.queryAsync(byHand, { format: 'JSONCompactEachRow' })).text();
      times.push(performance.now() - startedAt);
      rows = text.trim() === '' ? 0 : text.trim().split('\n').length;
    }
    found.push({ ms: median(times), rows });
  }
  session.close();
  return found;
}

async function findNeedle(server: TestServer): Promise<Found> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < 15; round++) {
    const one = await search(server, {
      language: 'simplesearch',
      filters: JSON.stringify({ text: needle }),
      ...lastWeek(),
    });
    times.push(one.ms);
    rows = one.rows;
  }
  return { ms: median(times), rows };
}

function grepNeedle(rawFile: string): Found & { program: string } {
  const hasRg = spawnSync('rg', ['--version']).status === 0;
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < 3; round++) {
    const startedAt = performance.now();
    const done = spawnSync(hasRg ? 'rg' : 'grep', ['-c', '-F', needle, rawFile], { encoding: 'utf8' });
    times.push(performance.now() - startedAt);
    rows = Number(done.stdout.trim());
  }
  return { ms: median(times), rows, program: hasRg ? 'rg' : 'grep' };
}

/** Runs in the page: from the next key on it looks at each frame whether the new search is drawn. */
const clockFromEnter = `(() => {
  const idOf = () => new URL(location.href).searchParams.get('queryId');
  const before = idOf();
  globalThis.drawnAfterMs = 0;
  addEventListener('keydown', ({ timeStamp }) => {
    const look = () => {
      const isDrawn = idOf() !== before
        && document.querySelector('section[aria-label="Timeline"] canvas') !== null
        && [...document.querySelectorAll('[role="status"]')].some((one) => /rows? loaded/.test(one.textContent));
      requestAnimationFrame(isDrawn ? () => (globalThis.drawnAfterMs = performance.now() - timeStamp) : look);
    };
    requestAnimationFrame(look);
  }, { once: true, capture: true });
})()`;

/** From the key to the drawn histogram and rows of that search, by the clock of the page. */
async function pressEnter(server: TestServer): Promise<number[]> {
  const browser = await startTestBrowser();
  const page = await browser.open();
  await signIn(page, server);
  const times: number[] = [];
  await page.goto(
    `${server.url}/investigate/search/?databases[]=panther_logs&tables[]=aws_cloudtrail&timeFrame=LastWeek&q=backup`,
  );
  await page.getByText(/rows loaded/).waitFor();
  const words = page.getByLabel('Words to search for');
  for (let round = 0; round < enterRounds; round++) {
    await words.fill(typed[round % typed.length]!(round));
    await page.evaluate(clockFromEnter);
    await words.press('Enter');
    times.push(
      await eventually(
        () => page.evaluate<number>('globalThis.drawnAfterMs'),
        (ms) => ms > 0,
        120_000,
      ),
    );
  }
  await browser.close();
  return times;
}

const everyday = [0, 1, 5, 8, 10, 14].map((index) => comparedSearches[index]!);

/** Searches one after another; each of the everyday ones in turn. */
async function searchOn(server: TestServer, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++)
    times.push((await search(server, paramsOf(everyday[turn % everyday.length]!))).ms);
  return times;
}

const ingested = 'panther_logs.public.aws_cloudtrail';

/** How many events a second come in until they can be found, then search while half as many do. */
async function searchWhileIngesting(
  server: TestServer,
  report: (text: string) => void,
): Promise<{ idle: number; busy: number }> {
  const idle = await searchOn(server, 300);
  const source = await createHttpSource(server, `bench ${Date.now()}`, ['AWS.CloudTrail']);
  const linesPerBatch = 2_000;
  const bodies = Array.from({ length: 20 }, (_, seed) =>
    gzipSync(cloudTrailLines(linesPerBatch, 900_000 + seed, new Date()).join('\n')),
  );
  let sent = 0;
  const send = async () => {
    const body = new Uint8Array(bodies[sent++ % bodies.length]!);
    for (;;) {
      const { status } = await sendBody(server, source, body, { 'content-encoding': 'gzip' });
      if (status === 200) return;
      if (status !== 429) throw new Error(`the server answered ${status}`);
      await new Promise((turn) => setTimeout(turn, 100));
    }
  };
  const stored = await countRows(server, ingested);
  const burstMs = 20_000;
  const startedAt = performance.now();
  const sender = async () => {
    while (performance.now() - startedAt < burstMs) await send();
  };
  await Promise.all([sender(), sender(), sender()]);
  await eventually(
    () => countRows(server, ingested),
    (count) => count === stored + sent * linesPerBatch,
    300_000,
  );
  const perSecond = (sent * linesPerBatch * 1000) / (performance.now() - startedAt);
  await new Promise((turn) => setTimeout(turn, 10_000));
  let isOver = false;
  const pause = (linesPerBatch * 1000) / (perSecond / 2);
  const feeder = (async () => {
    let due = performance.now();
    while (!isOver) {
      await send();
      due += pause;
      await new Promise((turn) => setTimeout(turn, Math.max(0, due - performance.now())));
    }
  })();
  const busy = await searchOn(server, 300);
  isOver = true;
  await feeder;
  report(
    `ingest takes ${perSecond.toFixed(0)} events/s; search idle p50 ${median(idle).toFixed(0)} ms p99 ${percentile(idle, 0.99).toFixed(0)} ms, at half of that p50 ${median(busy).toFixed(0)} ms p99 ${percentile(busy, 0.99).toFixed(0)} ms`,
  );
  return { idle: percentile(idle, 0.99), busy: percentile(busy, 0.99) };
}

export const benchmark = defineBenchmark({
  name: 'investigate',
  description: `searches over ${eventCount} events of three log types: against SQL by hand, rg, in the browser, and during ingest`,
  async run(report) {
    const kept = process.env['MARGAY_BENCH_DATA'];
    const folder = kept ?? (await mkdtemp(join(tmpdir(), 'margay-bench-')));
    await mkdir(folder, { recursive: true });
    const { dataDir, rawFile } = await loadThreeLogTypes(folder, eventCount, report);
    const hand = await askAllByHand(dataDir);
    const server = await startTestServer({ dataDir });
    // What a start has to do would slow down the first searches only.
    await new Promise((turn) => setTimeout(turn, 10_000));
    const api = await askAll(server);
    for (const [index, { filters }] of comparedSearches.entries())
      report(
        `${api[index]!.ms.toFixed(0).padStart(5)} ms API ${hand[index]!.ms.toFixed(0).padStart(5)} ms by hand, ${api[index]!.rows} rows: ${filters.slice(0, 90)}`,
      );
    const ours = await findNeedle(server);
    const grep = grepNeedle(rawFile);
    const enter = await pressEnter(server);
    report(
      `Enter to histogram and rows: p50 ${median(enter).toFixed(0)} ms; ${enter
        .slice(0, typed.length)
        .map((ms) => ms.toFixed(0))
        .join(', ')} ms for the first of each`,
    );
    const { idle, busy } = await searchWhileIngesting(server, report);
    await server.stop();
    if (kept === undefined) await rm(folder, { recursive: true, force: true });

    const differ = comparedSearches.filter((_, index) => api[index]!.rows !== hand[index]!.rows);
    for (const { filters } of differ) report(`other rows than by hand: ${filters}`);
    const millions = eventCount / 1e6;
    const figures: Figure[] = [
      {
        name: `20 searches through the API ÷ SQL by hand, ${millions} M events, p50`,
        unit: 'ms',
        ours: median(api.map(({ ms }) => ms)),
        peer: median(hand.map(({ ms }) => ms)),
        ratio: median(api.map(({ ms }) => ms)) / median(hand.map(({ ms }) => ms)),
        floor: 1.6,
        aim: 1.1,
        better: 'lower',
        isCorrect: differ.length === 0,
      },
      {
        name: `needle of the last week, ${grep.program} time ÷ ours`,
        unit: 'ms',
        ours: ours.ms,
        peer: grep.ms,
        ratio: grep.ms / ours.ms,
        floor: 5,
        aim: 50,
        better: 'higher',
        isCorrect: ours.rows === 1 && grep.rows === 1,
      },
      {
        name: 'Enter to histogram and first page in the browser, p95',
        unit: 'ms',
        ours: percentile(enter, 0.95),
        peer: null,
        ratio: percentile(enter, 0.95),
        floor: 1500,
        aim: 400,
        better: 'lower',
        isCorrect: enter.length === enterRounds,
      },
      {
        name: 'search while ingest runs at half load ÷ idle, p99',
        unit: 'ms',
        ours: busy,
        peer: idle,
        ratio: busy / idle,
        floor: 3,
        aim: 1.5,
        better: 'lower',
        isCorrect: true,
      },
    ];
    return figures;
  },
});
