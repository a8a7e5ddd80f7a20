import { startClickhouseFront } from '@margay/lake/testing';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';
import { addPerson } from './add-person.ts';
import {
  administrator,
  consoleOf,
  httpSource,
  putSchema,
  putSource,
  sendLine,
  sourceIdOf,
} from './console-client.ts';

/**
 * Child process of a test, since only a new process has the threads, and with them the seats, of a server: starts the real
 * server, has four people search at once in every way there is, and writes how many queries the engine itself listed at
 * most, in all and of those that people wait for. `node search-crowd.ts <dataDir> <chdb|clickhouse>`
 */
const [, , dataDir = '', engine] = process.argv;
const deadlineMs = 180_000;
// An ordinary end would wait for threads in which queries run that have no end.
process.on('uncaughtException', (error) => {
  console.error(error);
  process.kill(process.pid, 'SIGTERM');
});
const front = engine === 'clickhouse' ? await startClickhouseFront() : undefined;
const server = await startServer(
  readConfig({
    MARGAY_DATA_DIR: join(dataDir, 'server'),
    MARGAY_PORT: '0',
    MARGAY_LOG_LEVEL: 'silent',
    MARGAY_ADMIN_EMAIL: administrator.email,
    MARGAY_ADMIN_PASSWORD: administrator.password,
    // Little, so that many queries fail at their first try.
    MARGAY_SEARCH_MEMORY_MB: '400',
    ...(front ? { CLICKHOUSE_URL: front.url } : {}),
  }),
);
const { lake } = server.platform;

let isOver = false;
const most = { interactive: 0, all: 0 };
/** What the engine lists, without the look itself. */
const listed = async (): Promise<string[]> => {
  const { rows } = await lake.query({
    lane: { pool: 'internal', owner: 'watcher' },
    tag: 'watcher',
    sql: "SELECT Settings['log_comment'] FROM system.processes WHERE Settings['log_comment'] NOT IN ('', 'watcher')",
  });
  return rows.map(([tag]) => String(tag));
};
const watching = (async () => {
  while (!isOver) {
    const tags = await listed();
    most.all = Math.max(most.all, tags.length);
    most.interactive = Math.max(
      most.interactive,
      tags.filter((tag) => /^(search|values|alert):/.test(tag)).length,
    );
  }
})();

/** Asks until the answer is there. */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await pause(100);
  }
}

const people = ['ada', 'bob', 'cy', 'dee'].map((name) => ({
  ...administrator,
  email: `${name}@example.com`,
}));
for (const other of people.slice(1)) await addPerson(server, other);
const asks = await Promise.all(people.map((one) => consoleOf(server, one)));
type Ask = (typeof asks)[number];
const ask = asks[0] as Ask;

const spec = 'fields: [{ name: door, type: string, required: true }, { name: n, type: bigint }]';
await ask(putSchema, { input: { name: 'Custom.Doors', spec } });
const source = sourceIdOf((await ask(putSource, { input: httpSource('Doors', ['Custom.Doors']) })).data);
const lines = Array.from({ length: 3_000 }, (_, n) => JSON.stringify({ door: `door ${n % 50}`, n }));
await sendLine(server, source, lines.join('\n'));
const run = 'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }';
const Rows = z.object({ runQuery: z.object({ rows: z.array(z.array(z.unknown())) }) });
await until('the events', async () => {
  const text = 'select count(*) from panther_logs.public.custom_doors';
  const { data } = await ask(run, { input: { language: 'sql', text } });
  return Number(Rows.parse(data).runQuery.rows[0]?.[0]) === lines.length ? true : undefined;
});
const rule = {
  id: 'Crowd.Rule',
  enabled: true,
  severity: 'LOW',
  logTypes: ['Custom.Doors'],
  body: 'def rule(event):\n    return event.get("n") == 7\n',
};
await ask('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
  input: { ...rule, isNew: true },
});

const numbers = (rows: number) => `range n from 1 to ${rows} step 1 | extend k = 1`;
const matched = (name: string) => `join kind=inner ${name}=(${numbers(5_000)}) on $left.k == $right.k`;
let sent = 0;
/**
 * Runs for as long as it is let. Each text is new: one that once met the limit of memory is remembered, and such run one
 * after the other.
 */
const endless = () =>
  `${numbers(5_000 + sent++)} | ${matched('m')} | ${matched('o')} | summarize c = agg.count()`;
const now = Date.now();
const between = {
  startTime: new Date(now - 86_400_000).toISOString(),
  endTime: new Date(now + 600_000).toISOString(),
};
const params = { databases: ['panther_logs'], tables: [], ...between, language: 'simplesearch', filters: '' };
const outcomes: Record<string, number> = {};
const count = (name: string) => (outcomes[name] = (outcomes[name] ?? 0) + 1);

const Started = z.object({ executeUberSearch: z.object({ queryID: z.string() }) });
const Part = z.object({ uberSearch: z.object({ status: z.string() }) });
const part =
  'query ($id: ID!, $component: UberSearchComponent!, $columns: [String!]) { uberSearch(id: $id, component: $component, columns: $columns) { status message } }';

async function searchPages(own: Ask): Promise<void> {
  const { data, errors } = await own(
    'mutation ($input: ExecuteUberSearchInput!) { executeUberSearch(input: $input) { queryID } }',
    { input: { params } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  const id = Started.parse(data).executeUberSearch.queryID;
  const components = ['timeline', 'detailsDescending', 'detailsAscending', 'summary'];
  const read = async (component: string) => {
    const state = await until(component, async () => {
      const reply = await own(part, { id, component, columns: ['door'] });
      const { status } = Part.parse(reply.data).uberSearch;
      return status === 'running' ? undefined : status;
    });
    count(`${component} ${state}`);
  };
  await Promise.all(components.map(read));
  const download = { originalQueryId: id, params };
  await own(
    'mutation ($input: StartAsyncDownloadInput!) { startAsyncDownloadOfAllQueryResults(input: $input) { error { message } } }',
    { input: download },
  );
  const Url = z.object({ getAsyncQueryDownloadUrl: z.object({ url: z.string().nullable() }) });
  await until('the CSV', async () => {
    const reply = await own(
      'query ($input: AsyncDownloadUrlInput!) { getAsyncQueryDownloadUrl(input: $input) { url error { message } } }',
      { input: { id } },
    );
    return Url.parse(reply.data).getAsyncQueryDownloadUrl.url ?? undefined;
  });
  count('csv');
}

async function others(own: Ask): Promise<void> {
  const told = async (name: string, query: string, variables: unknown) => {
    const { errors } = await own(query, variables);
    count(errors === undefined ? name : `${name}: ${errors[0]?.message}`);
  };
  await Promise.all([
    told(
      'values',
      'query ($input: DataLakePropertyValuesInput!) { dataLakePropertyValues(input: $input) { value } }',
      { input: { path: 'door' } },
    ),
    told(
      'estimate',
      'query ($input: ExecuteUberSearchInput!) { estimateSearch(input: $input) { rowCount } }',
      { input: { params } },
    ),
    told('large', run, {
      input: {
        language: 'pantherflow',
        text: 'range n from 1 to 1000000 step 1 | summarize c = agg.count() by n | summarize t = agg.count()',
      },
    }),
  ]);
}

async function replay(own: Ask): Promise<void> {
  const input = {
    detectionId: rule.id,
    logTypes: rule.logTypes,
    startsAt: new Date(now - 86_400_000),
    endsAt: new Date(now + 60_000),
  };
  const Made = z.object({ createReplay: z.object({ replay: z.object({ id: z.string() }) }) });
  const { data } = await own(
    'mutation ($input: CreateReplayInput!) { createReplay(input: $input) { replay { id } } }',
    { input },
  );
  const { id } = Made.parse(data).createReplay.replay;
  const State = z.object({ replay: z.object({ state: z.string() }) });
  const state = await until('the replay', async () => {
    const found = State.parse((await own('query ($id: ID!) { replay(id: $id) { state } }', { id })).data)
      .replay.state;
    return found.endsWith('IN_PROGRESS') ? undefined : found;
  });
  count(`replay ${state}`);
}

/** Queries without an end, until the engine lists as many as there are seats; then their callers go away. */
async function fill(): Promise<void> {
  const gone = new AbortController();
  // Again, since one that met the limit of memory gave its seat away.
  const floodOf = async (own: Ask) => {
    while (!gone.signal.aborted) {
      const input = { language: 'pantherflow', text: endless() };
      await own(run, { input }, gone.signal).catch(() => undefined);
    }
  };
  const flood = asks.flatMap((own) => Array.from({ length: 3 }, () => floodOf(own)));
  const seats = await until('all seats', async () => {
    const held = (await listed()).filter((tag) => tag.startsWith('search:')).length;
    return held >= 5 ? held : undefined;
  });
  count(`filled ${seats}`);
  gone.abort();
  await Promise.all(flood);
}

for (let round = 0; round < 2; round++) {
  await Promise.all([fill(), ...asks.flatMap((own) => [searchPages(own), others(own)]), replay(ask)]);
}
isOver = true;
await watching;
const left = await until('the end of all queries', async () =>
  (await listed()).length === 0 ? 0 : undefined,
);
console.log(JSON.stringify({ most, outcomes, left }));
await server.stop();
await front?.close();
process.exit(0);
