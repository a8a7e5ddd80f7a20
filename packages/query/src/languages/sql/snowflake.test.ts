import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../testing/engine.ts';
import { compileSql } from './compile-sql.ts';

const options = { now: new Date('2024-01-02T01:00:00Z'), rowLimit: 1000 };

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

/** The rows as arrays, in the order of the columns. */
const rowsOf = async (sql: string) => (await run(sql)).map((row) => Object.values(row));

function faultOf(sql: string) {
  const { ok, diagnostics } = compileSql(sql, testCatalog, options);
  expect(ok, sql).toBe(false);
  const { code, start, end } = diagnostics[0]!;
  return { code, at: sql.slice(start, end) };
}

/** A few rows with nulls, written as a query: `g` groups, `n` numbers, `s` texts. */
const t = `(select 'a' as g, 3 as n, 'x' as s union all select 'a', 1, 'y' union all select 'a', null, null
  union all select 'b', 2, 'x' union all select null, 5, 'z')`;

describe('TOP', () => {
  it('takes so many rows, after ORDER BY, in each part of a union of its own', async () => {
    expect(await rowsOf(`select top 2 n from ${t} order by n`)).toEqual([[1], [2]]);
    expect(await rowsOf(`select distinct top 1 s from ${t} order by s desc`)).toEqual([['z']]);
    expect(await run(`select top 1 1 as a union all select top 0 2`)).toEqual([{ a: 1 }]);
    expect(compileSql('select top 5 * from aws_alb', testCatalog, options).hasLimit).toBe(true);
    expect(faultOf('select top 5 * from aws_alb limit 3')).toEqual({
      code: 'parse.unexpected_token',
      at: '3',
    });
  });
});

describe('set operators', () => {
  const pairs = `(select 1 as a, 'x' as b union all select 1, 'x' union all select null, null union all select 2, null)`;

  it('EXCEPT and MINUS give each row once, nulls being equal', async () => {
    for (const word of ['except', 'minus', 'EXCEPT DISTINCT'])
      expect(await rowsOf(`select * from ${pairs} ${word} select null, null order by a`), word).toEqual([
        [1, 'x'],
        [2, null],
      ]);
    expect(await rowsOf(`select 1 except select 2 except select 1`)).toEqual([]);
    expect(await rowsOf(`select a from ${pairs} minus (select 1 minus select 1) order by a`)).toEqual([
      [1],
      [2],
      [null],
    ]);
  });

  it('INTERSECT gives what is in all, and holds more tightly than the others', async () => {
    expect(
      await rowsOf(`select a, b from ${pairs} intersect select null, null intersect select * from ${pairs}`),
    ).toEqual([[null, null]]);
    expect(
      await rowsOf('select 1 as a union all select 2 intersect select 2 union select 2 order by a'),
    ).toEqual([[1], [2]]);
    expect(await rowsOf('select 1 as a union all select 1 union select 1')).toEqual([[1]]);
    expect(await rowsOf('select 1 as a union select 1 union all select 1')).toEqual([[1], [1]]);
  });

  it('compares whole events and numbers of different kinds', async () => {
    expect(
      await rowsOf(
        'select p_row_id, userIdentity, resources from aws_cloudtrail except select p_row_id, userIdentity, resources from aws_cloudtrail where readOnly order by 1',
      ),
    ).toEqual([
      ['a2', null, null],
      ['a3', null, null],
    ]);
    expect(await rowsOf('select 1 as a intersect select 1.0')).toEqual([[1]]);
  });

  it('refuses what has no meaning', () => {
    expect(faultOf('select 1 except all select 2')).toEqual({ code: 'refused.clause', at: 'all' });
    expect(faultOf('select 1, 2 intersect select 1')).toMatchObject({ code: 'sem.union_columns' });
  });
});

describe('LATERAL FLATTEN', () => {
  const doc = `select parse_json('{"list": [1, null, "b"], "map": {"k": 7, "a b": {"c": true}}, "none": []}') as d`;

  it('gives all its columns of an array, and of an object by key', async () => {
    const columns = 'f.key, f.path, f.index, f.value, f.this';
    expect(
      await run(`select ${columns} from (${doc}), lateral flatten(input => d:list) f order by 3`),
    ).toEqual([
      { key: null, path: '[0]', index: 0, value: 1, this: [1, null, 'b'] },
      { key: null, path: '[1]', index: 1, value: null, this: [1, null, 'b'] },
      { key: null, path: '[2]', index: 2, value: 'b', this: [1, null, 'b'] },
    ]);
    expect(
      await rowsOf(
        `select f.key, f.path, f.index, f.value from (${doc}), lateral flatten(d, path => 'map') f order by 1`,
      ),
    ).toEqual([
      ['a b', "map['a b']", null, { c: true }],
      ['k', 'map.k', null, 7],
    ]);
  });

  it('takes only arrays or only objects when told', async () => {
    const count = async (option: string) =>
      await rowsOf(`select count(*) from (${doc}), lateral flatten(input => ${option}) f`);
    expect(await count("d:map, mode => 'object'")).toEqual([[2]]);
    expect(await count("d:map, mode => 'ARRAY'")).toEqual([[0]]);
    expect(await count("d:list, mode => 'object'")).toEqual([[0]]);
    expect(await count('d:none')).toEqual([[0]]);
    expect(await count('d:list[0]')).toEqual([[0]]);
  });

  it('keeps rows without elements when OUTER, or as LEFT JOIN', async () => {
    const expected = [
      ['a1', 'alice', 0, '[0]'],
      ['a2', null, null, ''],
      ['a3', null, null, ''],
    ];
    for (const from of [
      ', lateral flatten(input => p_any_usernames, outer => true) f',
      ' left join lateral flatten(p_any_usernames) f on true',
    ])
      expect(
        await rowsOf(`select p_row_id, f.value, f.index, f.path from aws_cloudtrail${from} order by 1`),
      ).toEqual(expected);
    expect(
      await rowsOf(
        'select p_row_id, f.key, f.index, f.value from aws_cloudtrail, table(flatten(requestParameters:nested, outer => true)) f order by 1',
      ),
    ).toEqual([
      ['a1', 'Key', null, 'v'],
      ['a2', null, null, null],
      ['a3', null, null, null],
    ]);
  });

  it('flattens what another FLATTEN gave, and joins on it', async () => {
    expect(
      await rowsOf(
        `select a.index, b.key, b.value, b.seq = a.seq from (${doc}), lateral flatten(input => [d:map, d:map]) a, lateral flatten(input => a.value:"a b") b order by 1`,
      ),
    ).toEqual([
      [0, 'c', true, true],
      [1, 'c', true, true],
    ]);
    expect(
      await rowsOf(
        'select distinct b.p_row_id from aws_cloudtrail a, lateral flatten(input => a.p_any_ip_addresses) f join aws_alb b on b.clientIp = f.value',
      ),
    ).toEqual([['b1']]);
    expect(
      await rowsOf(
        'select a.p_row_id, b.p_row_id from aws_cloudtrail a, lateral flatten(a.p_any_ip_addresses) f left join aws_alb b on b.clientIp = f.value order by f.index',
      ),
    ).toEqual([
      ['a1', 'b1'],
      ['a1', null],
    ]);
  });

  it('stands alone, and numbers the rows it is given', async () => {
    expect(
      await run(
        `select * from table(flatten(input => parse_json('{"a": [5]}'), path => 'a[0]', outer => true))`,
      ),
    ).toEqual([{ seq: 1, key: null, path: 'a[0]', index: null, value: null, this: 5 }]);
    expect(
      await rowsOf(
        'select count(distinct f.seq), count(*) from aws_cloudtrail, lateral flatten(input => [1, 2]) f',
      ),
    ).toEqual([[3, 6]]);
  });

  it('refuses what it does not take at its place', () => {
    const of = (options: string) => `select 1 from aws_alb, lateral flatten(${options}) f`;
    expect(faultOf(of("type, path => 'a..b'"))).toEqual({ code: 'value.invalid', at: "'a..b'" });
    expect(faultOf(of('type, recursive => true'))).toEqual({ code: 'value.invalid', at: 'true' });
    expect(faultOf(of("type, mode => 'x'"))).toEqual({ code: 'value.invalid', at: "'x'" });
    expect(faultOf(of('outer => true'))).toMatchObject({ code: 'call.arity' });
    expect(faultOf('select 1 from aws_alb right join lateral flatten(type) f')).toEqual({
      code: 'refused.clause',
      at: 'right',
    });
    expect(faultOf("select 1 from aws_alb join lateral flatten(type) f on type = 'a'")).toEqual({
      code: 'refused.clause',
      at: "type = 'a'",
    });
  });
});

describe('joins by shared columns', () => {
  it('shows and resolves a column of USING once', async () => {
    const sides = `(select 1 as k, 'l' as a union all select 2, 'm') l {} join (select 2 as k, 'r' as b union all select 3, 's') r using (k)`;
    const from = (type: string) => sides.replace('{}', type);
    expect(await run(`select * from ${from('inner')}`)).toEqual([{ k: 2, a: 'm', b: 'r' }]);
    expect(await rowsOf(`select k, a, b from ${from('left')} order by k`)).toEqual([
      [1, 'l', null],
      [2, 'm', 'r'],
    ]);
    expect(await rowsOf(`select k, r.k from ${from('right')} order by k`)).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(await rowsOf(`select k, a, b from ${from('full')} where k > 1 order by k`)).toEqual([
      [2, 'm', 'r'],
      [3, null, 's'],
    ]);
  });

  it('finds the columns of a NATURAL JOIN', async () => {
    expect(await run(`select * from (select 1 as k, 2 as a) natural join (select 1 as k, 3 as b)`)).toEqual([
      { k: 1, a: 2, b: 3 },
    ]);
    expect(faultOf('select 1 from (select 1 as a) natural join (select 2 as b)')).toMatchObject({
      code: 'sem.join_condition',
    });
  });
});

describe('EXISTS', () => {
  const outer = 'select p_row_id from aws_cloudtrail c where';

  it('asks whether a query has rows', async () => {
    expect(await rowsOf(`${outer} exists (select 1 from aws_alb) order by 1`)).toHaveLength(3);
    expect(await rowsOf(`${outer} exists (select * from aws_alb where type = 'none')`)).toEqual([]);
    expect(await rowsOf('select exists (select count(*) from aws_alb where false) as e')).toEqual([[true]]);
    expect(await rowsOf(`${outer} exists (select 1 from aws_alb group by type having count(*) > 5)`)).toEqual(
      [],
    );
  });

  it('compares columns with the query around, null equal to nothing', async () => {
    const inner = 'select 1 from aws_alb a where a.clientIp = c.sourceIPAddress';
    expect(await rowsOf(`${outer} exists (${inner})`)).toEqual([['a1']]);
    expect(await rowsOf(`${outer} exists (${inner} and a.type = 'http')`)).toEqual([]);
    expect(await rowsOf(`${outer} not exists (${inner}) order by 1`)).toEqual([['a2'], ['a3']]);
    const both = `select 1 from ${t} i where i.g = o.g and o.n = i.n`;
    expect(await rowsOf(`select g, n, exists (${both}) as e from ${t} o order by g, n`)).toEqual([
      ['a', 1, true],
      ['a', 3, true],
      ['a', null, false],
      ['b', 2, true],
      [null, 5, false],
    ]);
    expect(await rowsOf(`select count(*) from ${t} o where not exists (${both})`)).toEqual([[2]]);
  });

  it('asks a query inside once, however many tables a view has', async () => {
    const view = 'panther_views.all_logs';
    const text = `select v.p_row_id from ${view} v where v.p_event_time < '2024-01-02' and exists (select 1 from ${view} i where i.p_row_id = v.p_row_id and i.p_log_type = 'AWS.ALB')
      and v.p_row_id in (select p_row_id from ${view} where p_log_type = 'AWS.ALB')`;
    expect(await rowsOf(text)).toEqual([['b1']]);
    const { query } = compileSql(text, testCatalog, options);
    expect(query!.sql.match(/`aws_alb`/g)).toHaveLength(3);
    expect(
      await rowsOf(
        `select count(*) from aws_alb where p_event_time = (select max(p_event_time) from ${view})`,
      ),
    ).toEqual([[1]]);
    expect(
      await rowsOf(
        `select g, count(*) as c from ${t} o group by g having exists (select 1 from (select 'b' as k) x where x.k = o.g)`,
      ),
    ).toEqual([['b', 1]]);
  });

  it('refuses other comparisons with the query around at their place', () => {
    expect(
      faultOf(`${outer} exists (select 1 from aws_alb a where a.p_event_time > c.p_event_time)`),
    ).toEqual({
      code: 'sem.correlated',
      at: 'a.p_event_time > c.p_event_time',
    });
    expect(faultOf(`${outer} exists (select 1 from aws_alb a where a.type = c.nothing)`)).toEqual({
      code: 'name.unknown_column',
      at: 'nothing',
    });
    expect(faultOf(`${outer} exists (select secret() from aws_alb a)`)).toMatchObject({
      code: 'name.unknown_function',
    });
  });
});

describe('WITHIN GROUP', () => {
  it('sorts what LISTAGG and ARRAY_AGG collect, nulls left out', async () => {
    expect(
      await rowsOf(
        `select g, listagg(s, ',') within group (order by n desc) as l, array_agg(n) within group (order by n) as a from ${t} group by g order by g`,
      ),
    ).toEqual([
      ['a', 'x,y', [1, 3]],
      ['b', 'x', [2]],
      [null, 'z', [5]],
    ]);
    expect(
      await rowsOf(
        `select listagg(distinct s, '') within group (order by s desc) as d, array_agg(s) within group (order by g desc, n desc) as a, listagg(s) within group (order by n nulls first) filter (where n < 4) as f from ${t}`,
      ),
    ).toEqual([['zyx', ['x', 'x', 'y', 'z'], 'yxx']]);
    expect(await rowsOf(`select listagg(s, ',') within group (order by s) from ${t} where false`)).toEqual([
      [''],
    ]);
  });

  it('takes percentiles, continuous and discrete, also over a window', async () => {
    expect(
      await rowsOf(
        `select percentile_cont(0.5) within group (order by n) as c, percentile_disc(0.5) within group (order by n) as d,
          percentile_cont(0.25) within group (order by n desc) as e, percentile_disc(0.25) within group (order by n desc) as f, percentile_disc(0) within group (order by s) as z from ${t}`,
      ),
    ).toEqual([[2.5, 2, 3.5, 5, 'x']]);
    expect(
      await rowsOf(
        `select percentile_cont(0.5) within group (order by n) as p, percentile_disc(1) within group (order by n) as q from ${t} where false`,
      ),
    ).toEqual([[null, null]]);
    expect(
      await rowsOf(
        `select n, percentile_cont(0.5) within group (order by n) over (partition by g) as p from ${t} where n < 5 order by 1`,
      ),
    ).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
    ]);
  });

  it('refuses what cannot be sorted so', () => {
    const of = (call: string) => `select ${call} from aws_alb`;
    expect(faultOf(of('sum(elbStatusCode) within group (order by type)'))).toEqual({
      code: 'sem.order_not_allowed',
      at: 'sum',
    });
    expect(faultOf(of('listagg(type) within group (order by type, clientIp desc)'))).toEqual({
      code: 'refused.clause',
      at: 'type',
    });
    expect(faultOf(of('listagg(type) within group (order by type) over ()'))).toMatchObject({
      code: 'sem.window_not_allowed',
    });
    expect(faultOf(of('percentile_cont(2) within group (order by elbStatusCode)'))).toMatchObject({
      code: 'value.invalid',
    });
    expect(faultOf(of('percentile_cont(0.5)'))).toMatchObject({ code: 'call.arity' });
  });
});

describe('windows', () => {
  const over = async (call: string) =>
    (await rowsOf(`select n, ${call} as w from ${t} order by n`)).map((row) => row[1]);

  it('moves a frame of rows', async () => {
    expect(await over('sum(n) over (order by n rows between 1 preceding and current row)')).toEqual([
      1, 3, 5, 8, 5,
    ]);
    expect(await over('count(*) over (order by n rows between current row and 1 following)')).toEqual([
      2, 2, 2, 2, 1,
    ]);
    expect(await over('sum(n) over (order by n rows 1 preceding)')).toEqual([1, 3, 5, 8, 5]);
    expect(await over('max(n) over (order by n rows between unbounded preceding and 1 preceding)')).toEqual([
      null,
      1,
      2,
      3,
      5,
    ]);
    expect(await over("listagg(s, '') over (order by n rows between 1 preceding and 1 following)")).toEqual([
      'yx',
      'yxx',
      'xxz',
      'xz',
      'z',
    ]);
    expect(await over('stddev(n) over (order by n rows between 1 preceding and current row)')).toEqual(
      [null, Math.SQRT1_2, Math.SQRT1_2, Math.SQRT2, null].map((n) => n && expect.closeTo(n, 12)),
    );
  });

  it('moves a frame of values and of time', async () => {
    expect(await over('sum(n) over (order by n range between 1 preceding and current row)')).toEqual([
      1,
      3,
      5,
      5,
      null,
    ]);
    expect(
      await over('count(*) over (order by g, n range between unbounded preceding and current row)'),
    ).toHaveLength(5);
    expect(
      await rowsOf(
        "select p_row_id, count(*) over (order by p_event_time range between interval '1 hour' preceding and current row) as w from aws_cloudtrail order by 1",
      ),
    ).toEqual([
      ['a1', 1],
      ['a2', 2],
      ['a3', 1],
    ]);
  });

  it('takes first and last values of the whole partition, nulls counted unless told', async () => {
    expect(await over('last_value(s) over (order by n)')).toEqual([null, null, null, null, null]);
    expect(await over('last_value(s) ignore nulls over (order by n)')).toEqual(['z', 'z', 'z', 'z', 'z']);
    expect(await over('first_value(s) over (order by n nulls first)')).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(
      await over(
        'last_value(s) respect nulls over (order by n rows between unbounded preceding and current row)',
      ),
    ).toEqual(['y', 'x', 'x', 'z', null]);
    expect(await over('nth_value(s, 2) over (order by n)')).toEqual(['x', 'x', 'x', 'x', 'x']);
  });

  it('looks back and ahead by so many rows, with a default', async () => {
    expect(await over('lag(n, 2) over (order by n)')).toEqual([null, null, 1, 2, 3]);
    expect(await over('lag(n, 1, 0) over (order by n)')).toEqual([0, 1, 2, 3, 5]);
    expect(await over("lead(s, 1, 'end') over (order by n)")).toEqual(['x', 'x', 'z', null, 'end']);
    expect(await over('ntile(2) over (order by n)')).toEqual([1, 1, 1, 2, 2]);
    expect(await over('percent_rank() over (order by n)')).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(await over('cume_dist() over (order by n)')).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
    expect(await over('ratio_to_report(n) over (partition by g)')).toEqual([0.25, 1, 0.75, 1, null]);
  });

  it('filters by windows over groups', async () => {
    expect(
      await rowsOf(
        `select g, count(*) as c, sum(count(*)) over () as total from ${t} group by g qualify row_number() over (order by count(*) desc, g) <= 2 order by 1`,
      ),
    ).toEqual([
      ['a', 3, 5],
      ['b', 1, 5],
    ]);
  });

  it.each([
    [
      'row_number() over (order by type rows between 1 preceding and current row)',
      'sem.frame_not_allowed',
      'rows between 1 preceding and current row',
    ],
    [
      'sum(count) over (rows between 1 preceding and current row)',
      'sem.frame_order',
      'rows between 1 preceding and current row',
    ],
    [
      'sum(elbStatusCode) over (order by type rows between current row and 1 preceding)',
      'value.invalid',
      'rows between current row and 1 preceding',
    ],
    [
      'sum(elbStatusCode) over (order by type rows between elbStatusCode preceding and current row)',
      'value.invalid',
      'elbStatusCode',
    ],
    [
      'sum(elbStatusCode) over (order by type rows between 1.5 preceding and current row)',
      'value.invalid',
      '1.5',
    ],
    [
      'sum(elbStatusCode) over (order by type range between 1 preceding and current row)',
      'type.mismatch',
      '1',
    ],
    [
      "sum(elbStatusCode) over (order by p_event_time range between interval '1 month' preceding and current row)",
      'value.invalid',
      "interval '1 month'",
    ],
    [
      'sum(elbStatusCode) over (order by type, clientIp range between 1 preceding and current row)',
      'sem.frame_order',
      'clientIp',
    ],
    ['sum(elbStatusCode) over (order by type groups 1 preceding)', 'refused.clause', 'groups'],
    ['sum(elbStatusCode) ignore nulls over (order by type)', 'sem.nulls_not_allowed', 'sum'],
    ['lag(type, type) over (order by type)', 'type.mismatch', 'type'],
    ['lag(type, -1) over (order by type)', 'value.invalid', '-1'],
  ])('refuses %s at its place', (call, code, at) => {
    expect(faultOf(`select ${call} from aws_alb`)).toEqual({ code, at });
  });
});

describe('grouping sets', () => {
  it('ROLLUP, CUBE and GROUPING SETS group by each set', async () => {
    const of = (group: string) =>
      rowsOf(
        `select g, s, count(*) as n, grouping(g) as a, grouping(s) as b from ${t} where n < 3 group by ${group} order by 4, 5, 1, 2`,
      );
    const [both, g, s, all] = [
      [
        ['a', 'y', 1, 0, 0],
        ['b', 'x', 1, 0, 0],
      ],
      [
        ['a', null, 1, 0, 1],
        ['b', null, 1, 0, 1],
      ],
      [
        [null, 'x', 1, 1, 0],
        [null, 'y', 1, 1, 0],
      ],
      [[null, null, 2, 1, 1]],
    ];
    expect(await of('rollup(g, s)')).toEqual([...both, ...g, ...all]);
    expect(await of('cube(g, s)')).toEqual([...both, ...g, ...s, ...all]);
    expect(await of('grouping sets ((g), (s, g), ())')).toEqual([...both, ...g, ...all]);
    expect(await of('g, rollup(s)')).toEqual([...both, ...g]);
    expect(
      await rowsOf(`select count(*) as n, g from ${t} group by grouping sets (()), g having count(*) > 1`),
    ).toEqual([[3, 'a']]);
    expect(await rowsOf(`select g, sum(n) from ${t} where false group by rollup(g)`)).toEqual([[null, null]]);
  });

  it('takes a tuple as its columns', async () => {
    expect(await rowsOf(`select g, s, count(*) from ${t} where n < 3 group by (g, s) order by 1`)).toEqual([
      ['a', 'y', 1],
      ['b', 'x', 1],
    ]);
    expect(
      await rowsOf(`select (n + 1) * 2 as d, count(*) from ${t} where n < 3 group by (n + 1) * 2 order by 1`),
    ).toEqual([
      [4, 1],
      [6, 1],
    ]);
  });

  it('refuses too many sets, and GROUPING elsewhere', () => {
    expect(faultOf('select 1 from aws_alb group by cube(1, 2, 3), cube(1, 2, 3)')).toMatchObject({
      code: 'limit.depth',
    });
    expect(faultOf('select type, grouping(type) from aws_alb group by type')).toMatchObject({
      code: 'sem.not_grouped',
    });
    expect(faultOf('select grouping(type) from aws_alb')).toMatchObject({ code: 'sem.not_grouped' });
  });
});

describe('other words', () => {
  it.each([
    ["decode(null, 'a', 1, null, 2, 3)", 2],
    ["decode('b', 'a', 1, null, 2, 3)", 3],
    ["decode('a', 'a', null, 'b', 2)", null],
    ["decode('c', 'a', 1)", null],
    ["decode(2, '2', 'two', 'other')", 'two'],
    ['equal_null(null, null)', true],
    ['equal_null(1, null)', false],
    ['get_path(parse_json(\'{"a": [{"b c": 4}]}\'), \'a[0]["b c"]\')', 4],
    ["get_path(parse_json('{\"a\": 1}'), 'b.c')", null],
    ["'1.5'::int", 2],
    ['(-2.5)::number', -3],
    ["'9007199254740993'::bigint", '9007199254740993'],
    ['parse_json(\'"12.5"\')::int', 13],
    ["try_cast('x' as int)", null],
    ['null::int', null],
    ["to_char('2024-05-06 07:08:09'::timestamp, 'YYYY-MM-DD\"T\"HH24:MI')", '2024-05-06T07:08'],
    ["to_varchar('2024-05-06 17:08:09'::timestamp, 'DY DD MON YY HH12:MI AM')", 'Mon 06 May 24 05:08 PM'],
    ["to_char(null::timestamp, 'YYYY')", null],
    ["to_timestamp('06/05/2024 07:08:09', 'DD/MM/YYYY HH24:MI:SS')", '2024-05-06 07:08:09.000000000'],
    ["to_timestamp('soon', 'YYYY-MM-DD')", null],
    ['to_timestamp(1700000000123, 3)', '2023-11-14 22:13:20.123000000'],
    ["to_timestamp('2024-05-06', 'AUTO')", '2024-05-06 00:00:00.000000000'],
    ["to_date('06.05.2024', 'DD.MM.YYYY')", '2024-05-06 00:00:00.000000000'],
    ["date_part(epoch_second, '1970-01-02'::timestamp)", 86_400],
    ["extract(dayofweek from '2024-05-05'::timestamp)", 0],
    ["date_part('doy', '2024-02-01'::timestamp)", 32],
    [
      "convert_timezone('America/New_York', '2024-07-02 13:00:00'::timestamp)",
      '2024-07-02 09:00:00.000000000',
    ],
    [
      "convert_timezone('Europe/Berlin', 'UTC', '2024-01-02 13:00:00'::timestamp)",
      '2024-01-02 12:00:00.000000000',
    ],
    ["add_months('2024-01-31'::timestamp, 1)", '2024-02-29 00:00:00.000000000'],
    ["is_array(parse_json('[1]'))", true],
    ["is_varchar(parse_json('[1]'))", false],
    ['is_object(null)', null],
    ["is_double(parse_json('1'))", true],
    ['as_varchar(parse_json(\'"a"\'))', 'a'],
    ["as_varchar(parse_json('1'))", null],
    ["as_integer(parse_json('7'))", 7],
    ["as_array(parse_json('{}'))", null],
    ['array_construct_compact(1, null, 2)', [1, 2]],
    ["regexp_substr('id=a id=b', 'id=(.)', 1, 2, 'e')", 'b'],
    ["regexp_substr('id=a', 'id=(.)', 1, 3, 'e')", null],
    ["regexp_substr(null, 'a', 1)", null],
    ["regexp_replace('Aa', 'a', 'b', 1, 0, 'i')", 'bb'],
    ["regexp_like('a\nb', 'A.B', 'is')", true],
  ])('%s', async (sql, value) => {
    expect(await rowsOf(`select ${sql}`)).toEqual([[value]]);
  });

  it.each([
    ["to_char(type, 'YYYY')", 'type.mismatch', "'YYYY'"],
    ["to_char(p_event_time, 'Q')", 'value.invalid', "'Q'"],
    ["to_timestamp(type, '%Y; drop')", 'value.invalid', "'%Y; drop'"],
    ['to_timestamp(elbStatusCode, 12)', 'value.invalid', '12'],
    ["convert_timezone('Nowhere/Town', p_event_time)", 'value.invalid', "'Nowhere/Town'"],
    ['convert_timezone(type, p_event_time)', 'value.invalid', 'type'],
    ["regexp_substr(type, 'a', 1, 1, 'x')", 'value.invalid', "'a'"],
    ["regexp_replace(type, 'a', 'b', 1, 3)", 'value.invalid', "'a'"],
    ['decode(type)', 'call.arity', 'decode'],
    ['iff(type) over ()', 'parse.unexpected_token', 'iff'],
  ])('refuses %s at its place', (call, code, at) => {
    expect(faultOf(`select ${call} from aws_alb`)).toEqual({ code, at });
  });

  it('counts the rows of a generator', async () => {
    expect(
      await rowsOf(
        "select dateadd('day', -seq4(), '2024-01-03'::timestamp)::date as d from table(generator(rowcount => 2)) order by 1",
      ),
    ).toEqual([['2024-01-02 00:00:00.000000000'], ['2024-01-03 00:00:00.000000000']]);
    expect(await rowsOf('select count(*) from table(generator(rowcount => 1000)) g')).toEqual([[1000]]);
    expect(faultOf('select seq4() from aws_alb')).toMatchObject({ code: 'sem.sequence' });
    expect(faultOf('select 1 from table(generator(rowcount => 2000000))')).toEqual({
      code: 'value.invalid',
      at: '2000000',
    });
  });

  it.each([
    ['select * from aws_alb match_recognize(partition by type)', 'match_recognize'],
    ['select * from aws_alb pivot(sum(count) for type in (1))', 'pivot'],
    ['select * from aws_alb sample (10)', 'sample'],
    ['select sum(elbStatusCode) over w from aws_alb window w as (order by type)', 'w'],
    ['with recursive a as (select 1) select * from a', 'recursive'],
  ])('says plainly what is not known: %s', (sql, at) => {
    expect(faultOf(sql).at).toBe(at);
  });
});
