import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../testing/engine.ts';
import { compileSql } from './compile-sql.ts';
import { eventTimeRange } from './event-time-range.ts';

const options = { now: new Date('2024-01-02T01:00:00Z'), rowLimit: 1000 };
const ids = (rows: Record<string, unknown>[]) => rows.map((row) => row['p_row_id']);

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

async function run(sql: string): Promise<Record<string, unknown>[]> {
  const { query, diagnostics } = compileSql(sql, testCatalog, options);
  expect(diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
  return await engine.run(query!);
}

function faultOf(sql: string) {
  const { ok, diagnostics } = compileSql(sql, testCatalog, options);
  expect(ok).toBe(false);
  const { code, start, end, suggestion } = diagnostics[0]!;
  return { code, at: sql.slice(start, end), suggestion };
}

describe('tables and columns', () => {
  it.each([
    'panther_logs.public.aws_alb',
    'PANTHER_LOGS.PUBLIC.AWS_ALB',
    'panther_logs.aws_alb',
    '"panther_logs"."public"."aws_alb"',
    'public.aws_alb',
    'aws_alb',
  ])('%s names the same table', async (name) => {
    expect(ids(await run(`select p_row_id from ${name} order by p_row_id`))).toEqual(['b1', 'b2']);
  });

  it('[000-1.16] runs SQL over the lake and returns whole events with *', async () => {
    const [row] = await run("select * from aws_cloudtrail where eventname = 'ConsoleLogin'");
    expect(row).toEqual({
      eventName: 'ConsoleLogin',
      sourceIPAddress: '10.0.0.1',
      readOnly: true,
      count: '9007199254740993',
      ratio: 0.5,
      userIdentity: {
        arn: 'arn:aws:iam::1:user/alice',
        type: 'IAMUser',
        sessionContext: { sessionIssuer: { arn: 'arn:issuer' }, attempts: 3 },
        extra: 1,
      },
      requestParameters: {
        bucket: 'logs',
        n: 5,
        big: '12345678901234567890',
        tags: ['a', 'b'],
        nested: { Key: 'v' },
      },
      resources: [
        { arn: 'r1', type: 'AWS::S3::Bucket' },
        { arn: 'r2', type: 'AWS::S3::Object' },
      ],
      p_event_time: '2024-01-01 00:00:01.123456789',
      p_log_type: 'AWS.CloudTrail',
      p_row_id: 'a1',
      p_parse_time: '2024-01-01 00:05:00.000000000',
      p_any_ip_addresses: ['10.0.0.1', '2001:db8::1'],
      p_any_usernames: ['alice'],
      p_udm: { user: { arns: ['arn:1'], name: 'alice' }, source: { ip: '10.0.0.1' } },
      note: 'Quarterly-Report for ALICE',
    });
  });

  it('reaches into objects, arrays and json by paths', async () => {
    const [row] =
      await run(`select useridentity:sessioncontext.sessionIssuer.arn as a, userIdentity.sessionContext.attempts as b,
      requestParameters:nested.Key::string as c, requestParameters:nested.key as d, requestParameters:tags[1] as e,
      resources[1]:type as f, resources[7].arn as g, p_any_ip_addresses[1] as h, requestParameters['bucket'] as i
      from aws_cloudtrail where p_row_id = 'a1'`);
    expect(row).toEqual({
      a: 'arn:issuer',
      b: 3,
      c: 'v',
      d: null,
      e: 'b',
      f: 'AWS::S3::Object',
      g: null,
      h: '2001:db8::1',
      i: 'logs',
    });
  });

  it('compares what is inside json with texts and numbers', async () => {
    expect(
      ids(await run("select p_row_id from aws_cloudtrail where requestParameters:bucket = 'data'")),
    ).toEqual(['a2']);
    expect(ids(await run('select p_row_id from aws_cloudtrail where requestParameters:n = 7'))).toEqual([
      'a2',
    ]);
    expect(
      ids(await run("select p_row_id from aws_cloudtrail where requestParameters:n in ('5', '6')")),
    ).toEqual(['a1']);
    expect(
      await run(
        "select p_row_id from aws_cloudtrail where array_contains('b'::variant, requestParameters:tags)",
      ),
    ).toHaveLength(1);
  });

  it('keeps integers beyond 2^53 exact in conditions and results', async () => {
    expect(await run('select count from aws_cloudtrail where count = 9007199254740993')).toEqual([
      { count: '9007199254740993' },
    ]);
    expect(await run('select count + 1 as n from aws_cloudtrail where count > 9007199254740992')).toEqual([
      { n: '9007199254740994' },
    ]);
  });

  it('unites views, with the columns of their definition only', async () => {
    const rows = await run('select * from panther_views.public.all_logs order by p_row_id');
    expect(ids(rows)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
    expect(Object.keys(rows[0]!)).toEqual([
      'p_event_time',
      'p_log_type',
      'p_row_id',
      'p_parse_time',
      'p_any_ip_addresses',
      'p_any_usernames',
      'p_db_name',
    ]);
  });

  it('leaves out tables of a view that a filter on log type or database excludes', () => {
    const sqlOf = (where: string) =>
      compileSql(`select p_row_id from panther_views.all_databases where ${where}`, testCatalog, options)
        .query!.sql;
    expect(sqlOf("p_log_type = 'AWS.ALB'")).not.toContain('aws_cloudtrail');
    expect(sqlOf("p_log_type in ('AWS.ALB') and p_event_time > '2024-01-01'")).not.toContain(
      'aws_cloudtrail',
    );
    expect(sqlOf("p_db_name = 'panther_rule_matches'")).not.toContain('`panther_logs`');
    expect(sqlOf("p_log_type = 'AWS.ALB' or p_row_id = 'x'")).toContain('aws_cloudtrail');
  });

  it('gives no rows, but columns, when a view has no table that fits', async () => {
    expect(await run("select * from panther_views.all_logs where p_log_type = 'Nothing.Here'")).toEqual([]);
    expect(
      await run("select count(*) as n from panther_views.all_logs where p_log_type = 'Nothing.Here'"),
    ).toEqual([{ n: 0 }]);
  });
});

describe('clauses', () => {
  it('groups by position, alias, expression and ALL', async () => {
    const expected = [
      { t: 'http', n: 1 },
      { t: 'https', n: 1 },
    ];
    for (const by of ['1', 't', 'lower(type)', 'all'])
      expect(
        await run(`select lower(type) as t, count(*) as n from aws_alb group by ${by} order by t`),
      ).toEqual(expected);
  });

  it('filters groups, also by aggregates that are not selected', async () => {
    expect(
      await run('select p_log_type as t from panther_views.all_logs group by 1 having count(*) > 2'),
    ).toEqual([{ t: 'AWS.CloudTrail' }]);
  });

  it('sorts by what is not selected, and puts nulls last unless told', async () => {
    expect(ids(await run('select p_row_id from aws_cloudtrail order by count desc, p_event_time'))).toEqual([
      'a1',
      'a2',
      'a3',
    ]);
    expect(ids(await run('select p_row_id from aws_cloudtrail order by count nulls first'))).toEqual([
      'a3',
      'a2',
      'a1',
    ]);
    expect(
      await run('select p_row_id from aws_cloudtrail order by sourceIPAddress || eventName limit 1 offset 1'),
    ).toEqual([{ p_row_id: 'a3' }]);
  });

  it('aggregates without rows to one row', async () => {
    expect(
      await run(
        "select count(*) as n, sum(count) as s, max(p_event_time) as m, array_agg(p_row_id) as a from aws_cloudtrail where eventName = 'none'",
      ),
    ).toEqual([{ n: 0, s: null, m: null, a: [] }]);
  });

  it('joins', async () => {
    const from = 'from aws_cloudtrail c {} join aws_alb a on c.sourceIPAddress = a.clientIp';
    const pairs = async (type: string) =>
      (await run(`select c.p_row_id as c, a.p_row_id as a ${from.replace('{}', type)} order by 1, 2`)).map(
        (row) => `${String(row['c'])}-${String(row['a'])}`,
      );
    expect(await pairs('inner')).toEqual(['a1-b1']);
    expect(await pairs('left')).toEqual(['a1-b1', 'a2-null', 'a3-null']);
    expect(await pairs('right')).toEqual(['a1-b1', 'null-b2']);
    expect(await pairs('full outer')).toEqual(['a1-b1', 'a2-null', 'a3-null', 'null-b2']);
    expect(await run('select count(*) as n from aws_cloudtrail cross join aws_alb')).toEqual([{ n: 6 }]);
    expect(
      await run(
        'select count(*) as n from aws_cloudtrail a join aws_alb b on a.p_event_time < b.p_event_time',
      ),
    ).toEqual([{ n: 4 }]);
    expect(
      await run(
        'select a.p_row_id as x, b.p_alert_id as y from aws_cloudtrail a join panther_rule_matches.aws_cloudtrail b using (p_row_id)',
      ),
    ).toEqual([{ x: 'a1', y: 'alert-1' }]);
  });

  it('uses named queries, queries in FROM, in IN and as values', async () => {
    expect(
      await run(
        'with a as (select clientIp as ip from aws_alb), b as (select ip from a limit 5) select count(*) as n from b where ip in (select sourceIPAddress from aws_cloudtrail)',
      ),
    ).toEqual([{ n: 1 }]);
    expect(
      await run(
        'select p_row_id from (select *, p_event_time as t from aws_alb) q where t = (select max(p_event_time) from aws_alb)',
      ),
    ).toEqual([{ p_row_id: 'b2' }]);
  });

  it('unites by position, with and without duplicates', async () => {
    expect(await run("select 1 as a, 'x' as b union all select 2.5, null order by a")).toEqual([
      { a: 1, b: 'x' },
      { a: 2.5, b: null },
    ]);
    expect(await run('(select 1 as a) union (select 1)')).toEqual([{ a: 1 }]);
    expect(faultOf('select 1 union all select 1, 2')).toMatchObject({
      code: 'sem.union_columns',
      at: 'select 1, 2',
    });
  });

  it('flattens arrays of objects and of texts', async () => {
    expect(
      await run(
        'select f.value:arn::string as arn, f.index as i from aws_cloudtrail, lateral flatten(input => resources) f order by i',
      ),
    ).toEqual([
      { arn: 'r1', i: 0 },
      { arn: 'r2', i: 1 },
    ]);
    expect(
      await run(
        'select p_row_id, value from aws_cloudtrail, lateral flatten(input => p_any_usernames, outer => true) order by 1',
      ),
    ).toHaveLength(3);
  });

  it('runs window functions and QUALIFY', async () => {
    expect(
      ids(
        await run(
          'select p_row_id from panther_views.all_logs qualify row_number() over (partition by p_log_type order by p_event_time desc) = 1 order by 1',
        ),
      ),
    ).toEqual(['a3', 'b2']);
    expect(
      await run(
        'select p_row_id, lag(p_row_id) over (order by p_event_time) as before, sum(1) over (order by p_event_time) as n from aws_alb order by 1',
      ),
    ).toEqual([
      { p_row_id: 'b1', before: null, n: 1 },
      { p_row_id: 'b2', before: 'b1', n: 2 },
    ]);
  });

  it.each([
    [
      "select p_row_id from panther_logs.public.aws_cloudtrail where p_event_time >= dateadd(day, -2, current_timestamp()) and eventName ilike '%login%' limit 5",
      [{ p_row_id: 'a1' }],
    ],
    [
      "select userIdentity:arn::string as arn, iff(readOnly, 'read', 'write') as kind from aws_cloudtrail where p_row_id = 'a1'",
      [{ arn: 'arn:aws:iam::1:user/alice', kind: 'read' }],
    ],
    [
      'select f.value:arn::varchar as arn from aws_cloudtrail t, lateral flatten(input => t.resources) f order by 1',
      [{ arn: 'r1' }, { arn: 'r2' }],
    ],
    [
      "with a as (select eventName, count(*) as n from aws_cloudtrail group by all) select n, case when eventName = '' then 'none' else eventName end as name from a order by 2 fetch first 2 rows only",
      [
        { n: 1, name: 'ConsoleLogin' },
        { n: 1, name: 'DeleteBucket' },
      ],
    ],
    [
      "select position('Log' in eventName) as at, rlike(eventName, '.*Login') as hit, nvl(readOnly, false) as r from aws_cloudtrail where p_row_id = 'a1'",
      [{ at: 8, hit: true, r: true }],
    ],
    [
      "select count_if(type = 'http') as n from aws_alb where p_event_time::date = to_date('2024-01-02')",
      [{ n: 1 }],
    ],
  ])('runs what clients of a Snowflake lake send: %s', async (sql, rows) => {
    expect(await run(sql)).toEqual(rows);
  });

  it.each([
    ["select 1 from aws_alb, lateral flatten(input => type, path => 'a b')", 'value.invalid', "'a b'"],
    ['select * from aws_alb sample (10)', 'refused.clause', 'sample'],
  ])('refuses what of Snowflake it does not know at its place: %s', (sql, code, at) => {
    expect(faultOf(sql)).toMatchObject({ code, at });
  });

  it('counts different values over a window, each once', async () => {
    const sql =
      'select p_row_id, count(distinct eventName) over (partition by p_log_type) as n from aws_cloudtrail qualify count(distinct p_row_id) over (partition by readOnly) = 1 order by 1';
    expect((await run(sql)).map(({ n }) => n)).toEqual([3, 3, 3]);
  });

  it('maps and filters arrays, also by other columns and inside each other', async () => {
    const [row] =
      await run(`select filter(p_any_ip_addresses, ip -> ip = sourceIPAddress) as own, transform(resources, r -> r:arn::string || p_row_id) as arns,
      transform(filter(requestParameters:tags, t -> t <> 'a'), t -> upper(t)) as tags, filter(p_any_usernames, p_row_id -> p_row_id = 'alice') as shadow
      from aws_cloudtrail where p_row_id = 'a1'`);
    expect(row).toEqual({ own: ['10.0.0.1'], arns: ['r1a1', 'r2a1'], tags: ['B'], shadow: ['alice'] });
  });

  it('treats null as SQL does', async () => {
    expect(
      await run(
        "select null = 1 as a, null is null as b, coalesce(null, 2) as c, 1 in (null, 2) as d, not null as e, null || 'x' as f, 1 is distinct from null as g, 5 / 0 as h",
      ),
    ).toEqual([{ a: null, b: true, c: 2, d: null, e: null, f: null, g: true, h: null }]);
  });
});

describe('time', () => {
  it.each([
    ["p_occurs_since('3 d')", ['a1', 'a2', 'a3']],
    ["p_occurs_since('90 minutes')", ['a3']],
    ['p_occurs_since(3600)', ['a3']],
    ['p_occurs_since(1 hour)', ['a3']],
    ['p_occurs_since(3d)', ['a1', 'a2', 'a3']],
    ['p_occurs_since(3d, , p_parse_time)', ['a1', 'a2']],
    ["p_occurs_after('2024-01-01 01:00:00', c, p_parse_time)", ['a2']],
    ["p_occurs_between('2024-01-01', '2024-01-01 00:59:59')", ['a1']],
    ["p_occurs_between('2024-01-01T00:00:00Z', current_timestamp())", ['a1', 'a2', 'a3']],
    ["p_occurs_around('2024-01-01 01:00:30', '1 m')", ['a2']],
    ["p_occurs_before('2024-01-01 01:00:00')", ['a1']],
    ["p_occurs_after('2024-01-01 01:00:00')", ['a3']],
    ["p_occurs_after('2024-01-01 01:00:00', c)", ['a3']],
    ["p_event_time between '2024-01-01T02:00:00+02:00' and '2024-01-01 00:30'", ['a1']],
    ["p_event_time >= current_timestamp() - interval '1 day'", ['a2', 'a3']],
    ["p_event_time > dateadd('hour', -2, current_timestamp)", ['a3']],
    ["date(p_event_time) = '2024-01-01'", ['a1', 'a2']],
  ])('%s', async (where, expected) => {
    expect(ids(await run(`select p_row_id from aws_cloudtrail c where ${where} order by 1`))).toEqual(
      expected,
    );
  });

  it('reads events of a window only, in every table and view of the text', async () => {
    const window = { fromMs: Date.UTC(2024, 0, 1, 0, 30), toMs: Date.UTC(2024, 0, 2) };
    const within = async (sql: string) => {
      const { query } = compileSql(sql, testCatalog, { ...options, eventWindow: window });
      return ids(await engine.run(query!));
    };
    expect(await within('select * from aws_cloudtrail order by p_event_time')).toEqual(['a2']);
    expect(await within('select p_row_id from all_logs order by 1')).toEqual(['a2', 'b1']);
    expect(
      await within(
        'with c as (select p_row_id as id from aws_cloudtrail) select distinct b.p_row_id from aws_alb b join c on c.id <> b.p_row_id',
      ),
    ).toEqual(['b1']);
  });

  it('says what macros stand for, in the text as it was typed', () => {
    const expandedOf = (sql: string) => compileSql(sql, testCatalog, options).expanded;
    expect(expandedOf("select *\n from aws_alb -- why\n where p_occurs_since('1 d') and type = 'http'")).toBe(
      "select *\n from aws_alb -- why\n where (p_event_time >= '2024-01-01 01:00:00.000000000'::timestamp) and type = 'http'",
    );
    const around = "select * from aws_alb where p_occurs_around(p_parse_time, '1.5 s')";
    expect(compileSql(expandedOf(around), testCatalog, options)).toMatchObject({ ok: true });
    expect(expandedOf('select from')).toBe('select from');
  });

  it.each([
    ["p_occurs_since('1 h')", '2024-01-02T00:00:00Z', undefined],
    ["p_occurs_between('2024-01-01', '2024-01-01 12:00') and type = 'x'", '2024-01-01', '2024-01-01T12:00Z'],
    ["p_event_time < '2024-01-01' and p_event_time < '2024-01-02'", undefined, '2024-01-01'],
    ["p_event_time < '2024-01-01' or type = 'x'", undefined, undefined],
  ])('tells the time that %s reads', (where, from, to) => {
    const { relation } = compileSql(
      `select count(*) from (select * from aws_alb where ${where})`,
      testCatalog,
      options,
    );
    expect(eventTimeRange(relation!)).toEqual({
      ...(from ? { fromMs: Date.parse(from) } : {}),
      ...(to ? { toMs: Date.parse(to) } : {}),
    });
  });

  it('tells the whole time of tables that are united and joined', () => {
    const rangeOf = (sql: string) => eventTimeRange(compileSql(sql, testCatalog, options).relation!);
    const bounded = "select p_row_id from aws_alb where p_occurs_between('2024-01-01', '2024-01-02')";
    const later = "select p_row_id from aws_cloudtrail where p_occurs_between('2024-01-03', '2024-01-04')";
    expect(rangeOf(`${bounded} union all ${later}`)).toEqual({
      fromMs: Date.parse('2024-01-01'),
      toMs: Date.parse('2024-01-04'),
    });
    expect(rangeOf(`${bounded} union all select p_row_id from aws_cloudtrail`)).toEqual({});
  });

  it('looks for bare names in the database of the query first', async () => {
    const { query } = compileSql('select p_alert_id from aws_cloudtrail', testCatalog, {
      ...options,
      database: 'panther_rule_matches',
    });
    expect(await engine.run(query!)).toEqual([{ p_alert_id: 'alert-1' }]);
  });

  it('[001-5.6] flags a query without a time filter, and only that', () => {
    const warnings = (sql: string) =>
      compileSql(sql, testCatalog, options).diagnostics.map((diagnostic) => diagnostic.code);
    expect(warnings('select * from aws_alb')).toEqual(['warn.no_time_filter']);
    expect(warnings('select p_event_time from aws_alb')).toEqual(['warn.no_time_filter']);
    expect(warnings("select * from aws_alb where p_occurs_since('1 h')")).toEqual([]);
    expect(warnings("select * from aws_alb where p_event_time > '2024-01-01'")).toEqual([]);
    expect(warnings('select 1')).toEqual([]);
  });

  it('[001-5.7] tells whether the text limits its rows', () => {
    expect(compileSql('select 1 limit 5', testCatalog, options).hasLimit).toBe(true);
    expect(compileSql('select 1', testCatalog, options).hasLimit).toBe(false);
  });

  it('applies the row limit of the caller whatever the text says', async () => {
    const limited = (sql: string) =>
      engine.run(compileSql(sql, testCatalog, { ...options, rowLimit: 1 }).query!);
    expect(await limited('select * from aws_alb')).toHaveLength(1);
    expect(await limited('select * from aws_alb limit 10')).toHaveLength(1);
    expect(await limited('select * from aws_alb limit 0')).toHaveLength(0);
    expect(await limited('select * from aws_alb offset 1')).toHaveLength(1);
  });
});

describe('faults', () => {
  it.each([
    ['select evntName from aws_cloudtrail', 'name.unknown_column', 'evntName', 'eventName'],
    [
      'select * from panther_logs.public.aws_cloudtrial',
      'name.unknown_table',
      'panther_logs.public.aws_cloudtrial',
      'panther_logs.public.aws_cloudtrail',
    ],
    ['select cuont(*) from aws_alb', 'name.unknown_function', 'cuont', 'count'],
    ['select p_row_id from aws_alb a, aws_cloudtrail b', 'name.ambiguous_column', 'p_row_id', 'a.p_row_id'],
    ['selct 1', 'refused.statement', 'selct', undefined],
    ['select 1 form aws_alb', 'parse.unexpected_token', 'aws_alb', undefined],
    ['select from aws_alb', 'parse.unexpected_token', 'from', undefined],
    [
      "select * from aws_alb where p_event_time > 'noon'",
      'value.invalid',
      "'noon'",
      "Write it as 'YYYY-MM-DD HH:MM:SS'.",
    ],
    ["select * from aws_alb where p_occurs_since('soon')", 'value.invalid', "'soon'", undefined],
    [
      "select * from aws_cloudtrail where p_any_usernames = 'x'",
      'type.mismatch',
      'p_any_usernames',
      'Use ARRAY_CONTAINS(value, array).',
    ],
    ["select * from aws_alb where elbStatusCode = 'ok'", 'type.mismatch', "'ok'", undefined],
    [
      'select type, count(*) from aws_alb',
      'sem.not_grouped',
      'type',
      'Add it to GROUP BY, or use ANY_VALUE(type).',
    ],
    ['select lower() from aws_alb', 'call.arity', 'lower', undefined],
    ["select 'a' + 1", 'type.mismatch', "'a'", 'Join texts with ||.'],
    ['select a from (select 1 as b)', 'name.unknown_column', 'a', undefined],
    ['select 1 where', 'parse.unexpected_eof', '', undefined],
    ['select x as x', 'name.unknown_column', 'x', undefined],
  ])('%s', (sql, code, at, suggestion) => {
    expect(faultOf(sql)).toEqual({ code, at, suggestion });
  });

  it('counts lines and columns from 1', () => {
    const { diagnostics } = compileSql('select 1,\n  nope\nfrom aws_alb', testCatalog, options);
    expect(diagnostics[0]).toMatchObject({ line: 2, column: 3, endLine: 2, endColumn: 7 });
  });
});
