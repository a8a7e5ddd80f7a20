import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';

import { catalogOf, testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../testing/engine.ts';
import { compileSql } from './compile-sql.ts';
import { printText } from './print.ts';

const options = { now: new Date('2024-01-02T00:00:00Z'), rowLimit: 100 };

/** Text, code of the refusal, and the piece of text it must point at. */
const attacks: [string, string, string][] = [
  ['select * from (select * from aws_alb settings readonly=0)', 'refused.settings', 'settings'],
  ['select * from aws_alb settings readonly = 0, max_result_rows = 0', 'refused.settings', 'settings'],
  ['select * from aws_alb SeTtInGs allow_ddl=1', 'refused.settings', 'SeTtInGs'],
  ['select * from aws_alb where 1 = 1 /* x */ settings readonly=0', 'refused.settings', 'settings'],
  ['select 1 union all (select 2 settings readonly=0)', 'refused.settings', 'settings'],
  ['select (select 1 settings readonly=0)', 'refused.settings', 'settings'],
  ["select * from aws_alb into outfile '/tmp/x'", 'refused.into', 'into'],
  ["select 1 into outfile '/tmp/x' format CSV", 'refused.into', 'into'],
  ["select * into dumpfile '/tmp/x' from aws_alb", 'refused.into', 'into'],
  ['select * from aws_alb format JSON', 'refused.format', 'format'],
  ["select * from file('/etc/passwd', 'LineAsString')", 'refused.table_function', 'file'],
  ["select * from s3('https://example.com/x.csv')", 'refused.table_function', 's3'],
  [
    "select * from url('http://169.254.169.254/latest/meta-data', 'LineAsString')",
    'refused.table_function',
    'url',
  ],
  ["select * from remote('10.0.0.1', system.one)", 'refused.table_function', 'remote'],
  ["select * from mysql('h:3306', 'd', 't', 'u', 'p')", 'refused.table_function', 'mysql'],
  ["select * from postgresql('h:5432', 'd', 't', 'u', 'p')", 'refused.table_function', 'postgresql'],
  ["select * from executable('id', TSV, 'x String')", 'refused.table_function', 'executable'],
  ["select * from input('x String')", 'refused.table_function', 'input'],
  ["select * from hdfs('hdfs://h/x', 'TSV')", 'refused.table_function', 'hdfs'],
  ["select * from odbc('DSN=x', 'd', 't')", 'refused.table_function', 'odbc'],
  ['select * from numbers(1000000000000)', 'refused.table_function', 'numbers'],
  ["select * from merge('panther_logs', '.*')", 'refused.table_function', 'merge'],
  ['select * from "file"(\'/etc/passwd\')', 'refused.table_function', '"file"'],
  ["select * from aws_alb, url('http://x')", 'refused.table_function', 'url'],
  ["select * from aws_alb join file('x') on 1 = 1", 'refused.table_function', 'file'],
  ["select file('/etc/passwd')", 'name.unknown_function', 'file'],
  ["select dictGet('d', 'a', 1)", 'name.unknown_function', 'dictGet'],
  ["select getSetting('readonly')", 'name.unknown_function', 'getSetting'],
  ["select getMacro('x')", 'name.unknown_function', 'getMacro'],
  ["select joinGet('t', 'a', 1)", 'name.unknown_function', 'joinGet'],
  ['select hostName()', 'name.unknown_function', 'hostName'],
  ['select currentDatabase()', 'name.unknown_function', 'currentDatabase'],
  ['select version()', 'name.unknown_function', 'version'],
  ['select sleepEachRow(3)', 'name.unknown_function', 'sleepEachRow'],
  ["select evalMLMethod('m', 1)", 'name.unknown_function', 'evalMLMethod'],
  ["select catboostEvaluate('/x', 1)", 'name.unknown_function', 'catboostEvaluate'],
  ['select arrayJoin([1])', 'name.unknown_function', 'arrayJoin'],
  ["select throwIf(1, 'x')", 'name.unknown_function', 'throwIf'],
  ['select constructor()', 'name.unknown_function', 'constructor'],
  ['select __proto__()', 'name.unknown_function', '__proto__'],
  ['select "lower"(1), "; drop"(1)', 'parse.unexpected_token', '('],
  ['select * from system.tables', 'name.unknown_table', 'system.tables'],
  ['select * from system.query_log', 'name.unknown_table', 'system.query_log'],
  ['select * from information_schema.tables', 'name.unknown_table', 'information_schema.tables'],
  ['select * from "system"."processes"', 'name.unknown_table', '"system"."processes"'],
  ['select * from default.t', 'name.unknown_table', 'default.t'],
  [
    'select * from panther_logs.public.secret_table',
    'name.unknown_table',
    'panther_logs.public.secret_table',
  ],
  ['select * from panther_logs.private.aws_alb', 'name.unknown_table', 'panther_logs.private.aws_alb'],
  [
    'select * from "panther_logs.aws_alb`; drop table x"',
    'name.unknown_table',
    '"panther_logs.aws_alb`; drop table x"',
  ],
  ['select p_raw from aws_alb', 'name.unknown_column', 'p_raw'],
  ['select _part from aws_alb', 'name.unknown_column', '_part'],
  ['select 1; select 2', 'refused.several_statements', ';'],
  ['select 1;; select 2', 'refused.several_statements', ';'],
  ['select 1; drop table panther_logs.aws_alb', 'refused.several_statements', ';'],
  ['select 1 where 1 = 1; -- \n drop table x', 'refused.several_statements', ';'],
  ['explain select 1', 'refused.statement', 'explain'],
  ['show tables', 'refused.statement', 'show'],
  ['describe table aws_alb', 'refused.statement', 'describe'],
  ['desc aws_alb', 'refused.statement', 'desc'],
  ['set readonly = 0', 'refused.statement', 'set'],
  ['use system', 'refused.statement', 'use'],
  ['system shutdown', 'refused.statement', 'system'],
  ["attach table x from '/tmp'", 'refused.statement', 'attach'],
  ['insert into aws_alb values (1)', 'refused.statement', 'insert'],
  ['update aws_alb set type = 1', 'refused.statement', 'update'],
  ['delete from aws_alb', 'refused.statement', 'delete'],
  ['alter table aws_alb delete where 1', 'refused.statement', 'alter'],
  ['create table x (a Int8) engine = Memory', 'refused.statement', 'create'],
  ['drop database panther_logs', 'refused.statement', 'drop'],
  ['truncate table aws_alb', 'refused.statement', 'truncate'],
  ['kill query where 1', 'refused.statement', 'kill'],
  ['grant all on *.* to x', 'refused.statement', 'grant'],
  ["backup table aws_alb to Disk('x')", 'refused.statement', 'backup'],
  ['optimize table aws_alb final', 'refused.statement', 'optimize'],
  ['/* */ -- \n insert into x values (1)', 'refused.statement', 'insert'],
  ['select 1 /* open', 'lex.unterminated_comment', '/*'],
  ["select 'open", 'lex.unterminated_string', "'"],
  ["select 'a\\' from aws_alb", 'lex.unterminated_string', "'"],
  ['select $$open', 'lex.unterminated_string', '$$'],
  ['select "open', 'lex.unterminated_identifier', '"'],
  ['select `type` from aws_alb', 'lex.invalid_character', '`'],
  ['select ‘a’', 'lex.invalid_character', '‘'],
  ['select “type” from aws_alb', 'lex.invalid_character', '“'],
  ['select 1； select 2', 'lex.invalid_character', '；'],
  ['select \u0000', 'lex.invalid_character', '\u0000'],
  ['select {p0:String}', 'lex.invalid_character', '{'],
  ['select @@version', 'lex.invalid_character', '@'],
  ['select #1', 'lex.invalid_character', '#'],
  ['select * from aws_alb final', 'refused.clause', 'final'],
  ['select * from aws_alb sample 0.1', 'refused.clause', 'sample'],
  ['select * from aws_alb prewhere 1', 'refused.clause', 'prewhere'],
  ['with recursive a as (select 1) select * from a', 'refused.clause', 'recursive'],
  ['select 1 except select * from system.tables', 'name.unknown_table', 'system.tables'],
  ["select 1 intersect select * from url('http://x')", 'refused.table_function', 'url'],
  ['select 1 minus (select 2 settings readonly=0)', 'refused.settings', 'settings'],
  ['select 1 from aws_alb where exists (select 1 from system.one)', 'name.unknown_table', 'system.one'],
  ["select exists (select file('/etc/passwd') from aws_alb)", 'name.unknown_function', 'file'],
  [
    'select 1 from aws_alb a where exists (select 1 from panther_logs.secret_table s where s.x = a.type)',
    'name.unknown_table',
    'panther_logs.secret_table',
  ],
  ["select * from table(file('/etc/passwd'))", 'refused.table_function', 'table'],
  ["select * from aws_alb, lateral file('/etc/passwd')", 'refused.table_function', 'file'],
  ['select * from table(flatten(input => (select p_raw from aws_alb)))', 'name.unknown_column', 'p_raw'],
  ["select 1 from aws_alb, lateral flatten(type, path => 'a\\']; drop')", 'value.invalid', "'a\\']; drop'"],
  ["select get_path(type, 'a\\'') from aws_alb", 'value.invalid', "'a\\''"],
  ['select * from table(generator(rowcount => 1e9))', 'value.invalid', '1e9'],
  ['select * from table(generator(rowcount => 1, timelimit => 5))', 'parse.unexpected_token', ','],
  [
    'select sum(elbStatusCode) over (order by type rows between 99999999999 preceding and current row) from aws_alb',
    'value.invalid',
    '99999999999',
  ],
  [
    "select sum(elbStatusCode) over (order by type rows between '1) settings' preceding and current row) from aws_alb",
    'value.invalid',
    "'1) settings'",
  ],
  ["select nth_value(type, '1), file(') over () from aws_alb", 'type.mismatch', "'1), file('"],
  ['select lag(type, 1.5) over (order by type) from aws_alb', 'value.invalid', '1.5'],
  ["select percentile_disc('0.5)(x') within group (order by type) from aws_alb", 'type.mismatch', "'0.5)(x'"],
  [`select 1${' union select 1 union all select 1'.repeat(40)}`, 'limit.depth', 'union'],
  [`select 1 from aws_alb group by ${'rollup(1, 1), '.repeat(6)}1`, 'limit.depth', 'rollup'],
  ['select * from aws_alb array join p_any_usernames', 'parse.unexpected_token', 'array'],
  ['select x -> x + 1', 'parse.unexpected_token', '->'],
  ['select lower(x -> x)', 'sem.lambda_not_allowed', 'x -> x'],
  ['select filter([1], 2)', 'type.mismatch', '2'],
  ['select filter([1], x -> count(*) > 1) from aws_alb', 'sem.nested_aggregate', 'count'],
  ['select stddev(distinct elbStatusCode) from aws_alb', 'sem.distinct_not_allowed', 'stddev'],
  ["select regexp_count(type, '(?=x)') from aws_alb", 'value.invalid', "'(?=x)'"],
  ["select in_cidr(clientIp, 'not-a-range') from aws_alb", 'value.invalid', "'not-a-range'"],
  ["select date_trunc('hour'');drop', p_event_time) from aws_alb", 'value.invalid', "'hour'');drop'"],
  ['select date_trunc(clientIp, p_event_time) from aws_alb', 'value.invalid', 'clientIp'],
  ["select percentile(elbstatuscode, '0.5)(1),file(') from aws_alb", 'type.mismatch', "'0.5)(1),file('"],
  ["select time_slice(p_event_time, 0, 'hour') from aws_alb", 'value.invalid', '0'],
  ['select 1 limit 1e400', 'value.invalid', '1e400'],
  ['select 1 limit (select 1)', 'parse.unexpected_token', '('],
  ['select cast(1 as Nullable)', 'name.unknown_type', 'Nullable'],
  ['select prototype from aws_alb hasOwnProperty toString', 'parse.unexpected_token', 'toString'],
  ['select * from constructor', 'name.unknown_table', 'constructor'],
  ['select 1::"int8\'); drop"', 'name.unknown_type', '"int8\'); drop"'],
  ['select count(count(*)) from aws_alb', 'sem.nested_aggregate', 'count'],
  ['select p_row_id from aws_alb where count(*) > 1', 'sem.aggregate_not_allowed', 'count'],
  [`select ${'('.repeat(200)}1${')'.repeat(200)}`, 'limit.depth', '('],
  [`select ${'not '.repeat(5000)}true`, 'limit.depth', 'not'],
  [`select ${'- '.repeat(5000)}1`, 'limit.depth', '-'],
  [`select 1${' + 1'.repeat(5000)}`, 'limit.depth', '+'],
  [`select 1${'::int'.repeat(100)}`, 'limit.depth', '::'],
  [`select requestParameters${'.a'.repeat(100)} from aws_cloudtrail`, 'limit.depth', '.'],
  [`select ${'case when true then '.repeat(100)}1${' end'.repeat(100)}`, 'limit.depth', 'true'],
  [`${'select * from ('.repeat(100)}select 1${')'.repeat(100)}`, 'limit.depth', 'select'],
  [`select '${'x'.repeat(200_000)}'`, 'limit.text', 's'],
];

describe('SQL that must not reach the engine', () => {
  it('has a list worth the name', () => {
    expect(attacks.length).toBeGreaterThan(60);
  });

  it.each(attacks.map(([sql, code, at]) => [sql.slice(0, 80), sql, code, at] as const))(
    'refuses %s',
    (_title, sql, code, at) => {
      const { ok, query, diagnostics } = compileSql(sql, testCatalog, options);
      expect({ ok, query, code: diagnostics[0]?.code }).toEqual({ ok: false, query: undefined, code });
      const { start, line, column, message } = diagnostics[0]!;
      expect(sql.slice(start, start + at.length)).toBe(at);
      const before = sql.slice(0, start);
      expect(line).toBe(before.split('\n').length);
      expect(column).toBe(start - before.lastIndexOf('\n'));
      expect(message.length).toBeLessThan(250);
    },
  );

  it('refuses a chain of named queries that doubles with each', () => {
    const names = Array.from(
      { length: 40 },
      (_, index) => `a${index + 1} as (select * from a${index} union all select * from a${index})`,
    );
    const sql = `with a0 as (select p_row_id from aws_alb), ${names.join(', ')} select count(*) from a40`;
    expect(compileSql(sql, testCatalog, options).diagnostics[0]?.code).toBe('limit.tables');
  });

  it('says the same of a table that does not exist and of one that may not be read', () => {
    const without = {
      tables: () => testCatalog.tables().filter((table) => table.name !== 'aws_alb'),
      find: (database: string, name: string) =>
        name.toLowerCase() === 'aws_alb' ? undefined : testCatalog.find(database, name),
    };
    const messageFor = (name: string) =>
      compileSql(`select * from panther_logs.${name}`, without, options).diagnostics[0]!;
    const [forbidden, unknown] = [messageFor('aws_alb'), messageFor('aws_xyz')];
    expect({ ...forbidden, message: forbidden.message.replace('aws_alb', '?') }).toEqual({
      ...unknown,
      message: unknown.message.replace('aws_xyz', '?'),
    });
  });
});

describe('what a caller may not read', () => {
  const { aws_cloudtrail: secret } = Object.fromEntries(
    testCatalog.tables().map((table) => [table.name, table]),
  );
  /** What a role without AWS.CloudTrail sees: the table is not there, and views unite only what is left. */
  const reduced = catalogOf(
    testCatalog
      .tables()
      .filter((table) => table.logType !== secret!.logType)
      .map((table) =>
        table.unionOf
          ? { ...table, unionOf: table.unionOf.filter(({ name }) => name !== secret!.name) }
          : table,
      ),
  );

  it.each([
    'select p_row_id from panther_views.all_logs except select p_row_id from {}',
    'select p_row_id from {} intersect select p_row_id from panther_views.all_logs',
    'select 1 from aws_alb a where exists (select 1 from {} c where c.p_row_id = a.p_row_id)',
    'select 1 from aws_alb a where not exists (select 1 from {})',
    'select f.value from {}, lateral flatten(input => p_any_usernames) f',
    'select 1 from aws_alb, lateral flatten(input => (select array_agg(p_row_id) from {})) f',
    'select * from aws_alb natural join {}',
    'select * from aws_alb join {} using (p_row_id)',
    'select p_log_type, count(*) from {} group by cube(p_log_type, p_row_id)',
    'select listagg(p_row_id) within group (order by (select max(p_row_id) from {})) from aws_alb',
    'select sum(1) over (order by (select max(p_row_id) from {}) rows 1 preceding) from aws_alb',
    "select decode((select max(p_row_id) from {}), 'a1', 1, 0)",
  ])('is not reached by %s', (sql) => {
    const asked = sql.replace('{}', 'panther_logs.aws_cloudtrail');
    expect(compileSql(asked, testCatalog, options).ok).toBe(true);
    const { ok, query, diagnostics } = compileSql(asked, reduced, options);
    expect({ ok, query, code: diagnostics[0]!.code }).toEqual({
      ok: false,
      query: undefined,
      code: 'name.unknown_table',
    });
    const overView = compileSql(sql.replace('{}', 'panther_views.all_logs'), reduced, options);
    expect(overView.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(overView.query!.sql).not.toContain('aws_cloudtrail');
  });
});

describe('hostile text as data', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openTestEngine();
    await insertTestEvents(engine);
  });
  afterAll(() => engine.close());

  const hostile = [
    "'; DROP TABLE panther_logs.aws_alb; --",
    "\\'; SELECT 1; --",
    '` FROM system.tables --',
    '"; SETTINGS readonly=0 --',
    '{p0:String}',
    '\u0000\n\r\t\\0\\N',
    '${x} %s %n $1 ?',
    '‘’“”ʼ＇𝒳 é\u202e',
    '*/ /* -- //',
    '__proto__',
    'constructor',
  ];

  it.each(hostile)('keeps %j as a text, an alias, a key and a pattern', async (text) => {
    const literal = printText(text);
    const alias = `"${text.replaceAll('"', '""')}"`;
    const sql = `select ${literal} as ${alias}, object_construct(${literal}, ${literal}) as o, ${literal} like ${literal.replaceAll('%', '_')} as m,
      parse_json('{"a": 1}')[${literal}] as k, ${literal} in ('x', ${literal}) as i from aws_alb where ${literal} = ${literal} limit 1`;
    const { query, diagnostics } = compileSql(sql, testCatalog, options);
    expect(diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
    expect(query!.sql).not.toContain('DROP');
    const [row] = await engine.run(query!);
    expect(Object.keys(row!)).toEqual([text, 'o', 'm', 'k', 'i']);
    expect(Object.entries(row!)[0]).toEqual([text, text]);
    expect(Object.entries(row!['o'] as object)).toEqual([[text, text]]);
    expect(row).toMatchObject({ m: true, k: null, i: true });
  });

  it('holds for any text and alias (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
        async (value, name) => {
          const sql = `select ${printText(value)} || '' as "${name.replaceAll('"', '""')}", [${printText(value)}] as "list:${name.replaceAll('"', '""')}"`;
          const { query } = compileSql(sql, testCatalog, options);
          const [row] = await engine.run(query!);
          expect(Object.entries(row!)).toEqual([
            [name, value],
            [`list:${name}`, [value]],
          ]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('writes no text of a person into the SQL', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{12,20}$/), (marker) => {
        const texts = [
          `with "${marker}" as (select '${marker}' as "${marker}") select "${marker}"."${marker}" || '${marker}' as "x${marker}" from "${marker}" where '${marker}' ilike '%${marker}%' order by "${marker}"`,
          `with "${marker}" as (select '${marker}' as "${marker}") select listagg("${marker}", '${marker}') within group (order by "${marker}" desc) as "x${marker}" from "${marker}" "t${marker}"
            where exists (select 1 from "${marker}" "u${marker}" where "u${marker}"."${marker}" = "t${marker}"."${marker}") group by rollup("${marker}") except select '${marker}' intersect select null`,
          `select f${marker}.value:${marker}, lag('${marker}', 1, '${marker}') over (order by decode('${marker}', '${marker}', '${marker}')) from table(flatten(parse_json('${marker}'), path => '${marker}[0].${marker}')) f${marker}
            where get_path(value, '${marker}[0]["${marker}"]') = '${marker}'`,
        ];
        for (const sql of texts) {
          const { query, diagnostics } = compileSql(sql, testCatalog, options);
          expect(diagnostics).toEqual([]);
          expect(query!.sql).not.toContain(marker);
        }
      }),
      { numRuns: 30 },
    );
  });
});
