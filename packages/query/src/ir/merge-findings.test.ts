import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { toClickHouse } from '../dialects/clickhouse/to-clickhouse.ts';
import { compilePantherFlow } from '../languages/pantherflow/compile-pantherflow.ts';
import { searchRelation } from '../languages/simple/search-relation.ts';
import { compileSql } from '../languages/sql/compile-sql.ts';
import { readPage } from '../searches/read-page.ts';
import { countOf } from '../searches/count.ts';
import { catalogOf, testTables } from '../testing/catalog.ts';
import { insertTestEvents, openTestEngine, type TestEngine } from '../testing/engine.ts';
import { call, column } from './conditions.ts';
import type { Expression } from './expression.ts';
import type { Relation } from './relation.ts';

const matches = testTables.find(({ database }) => database === 'panther_rule_matches')!;
const signals = { ...matches, database: 'panther_signals' as const };
const catalog = catalogOf([...testTables, signals]);
const tables = [
  { database: 'panther_logs', table: 'aws_alb' },
  { database: 'panther_logs', table: 'aws_cloudtrail' },
  { database: 'panther_rule_matches', table: 'aws_cloudtrail' },
  { database: 'panther_signals', table: 'aws_cloudtrail' },
];

let engine: TestEngine;
const finding = (id: string, rule: string, more: Record<string, unknown> = {}) => ({
  p_event_time: '2024-01-01 01:00:00',
  p_log_type: 'AWS.CloudTrail',
  p_row_id: id,
  p_rule_id: rule,
  eventName: 'DeleteBucket',
  ...more,
});

beforeAll(async () => {
  engine = await openTestEngine([...testTables, signals]);
  // a1: a match of Rule.One. The events a2 and a3 get more findings here; gone and other have no line in the lake.
  await insertTestEvents(engine);
  const gone = { p_event_time: '2024-01-01 02:00:00', eventName: 'Gone' };
  await engine.insert('panther_rule_matches.aws_cloudtrail', [
    finding('a2', 'Rule.One', { p_alert_id: 'alert-1' }),
    finding('a2', 'Rule.Two', { p_alert_id: 'alert-2' }),
    finding('gone', 'Rule.Two', { ...gone, p_alert_id: 'alert-2' }),
    finding('gone', 'Rule.One', { ...gone, p_alert_id: 'alert-1' }),
    finding('run-1', 'Scheduled', { p_overflow: '{"p_event_row_id":"a2"}', p_alert_id: 'alert-3' }),
  ]);
  await engine.insert('panther_signals.aws_cloudtrail', [
    finding('a2', 'Rule.Quiet'),
    finding('gone', 'Rule.Quiet', gone),
    finding('other', 'Rule.Quiet', { ...gone, eventName: 'Other' }),
  ]);
});
afterAll(() => engine.close());

async function idsOf(relation: Relation): Promise<unknown[]> {
  const { rows } = await readPage(relation, catalog, { isDescending: false, pageSize: 100 }, engine.rows);
  const [counted] = await engine.run(toClickHouse(countOf(relation), catalog));
  expect(counted, 'as many as are counted').toEqual({ count: rows.length });
  return rows.map((row) => row['p_row_id']);
}
const text = (value: string): Expression => ({ kind: 'literal', value, type: { kind: 'string' } });
const found = (where?: Expression) => idsOf(searchRelation(tables, {}, where));
const is = (name: string, value: string) => call('eq', column(name), text(value));

describe('logs read beside what was found in them', () => {
  it('give every event once, and findings of their own where the line is gone', async () => {
    expect(await found()).toEqual(['a1', 'b1', 'a2', 'gone', 'other', 'a3', 'b2']);
  });

  it.each<[string, Expression, string[]]>([
    ['a field of the line', is('eventName', 'DeleteBucket'), ['a2']],
    ['a field of a line that is gone', is('eventName', 'Gone'), ['gone']],
    ['one of several findings', is('p_rule_id', 'Rule.Two'), ['a2', 'gone']],
    ['a signal', is('p_rule_id', 'Rule.Quiet'), ['a2', 'gone', 'other']],
    ['a row of a scheduled query', is('p_alert_id', 'alert-3'), ['a2']],
    ['no finding', call('isNull', column('p_rule_id')), ['b1', 'a3', 'b2']],
    [
      'not this rule alone',
      call('differs', call('eq', column('p_rule_id'), text('Rule.One')), {
        kind: 'literal',
        value: true,
        type: { kind: 'boolean' },
      }),
      ['b1', 'a2', 'gone', 'other', 'a3', 'b2'],
    ],
    ['fields of both', call('and', is('eventName', 'ConsoleLogin'), is('p_rule_id', 'Rule.One')), ['a1']],
    ['words of the line', { kind: 'rowText', op: 'words', text: 'sourceIPAddress' }, ['a1', 'a2', 'a3']],
    [
      'the opposite of words of the line',
      call('not', { kind: 'rowText', op: 'contains', text: 'eventName' }),
      ['b1', 'gone', 'other', 'a3', 'b2'],
    ],
  ])('are found by %s', async (_what, where, ids) => {
    expect(await found(where)).toEqual(ids);
  });

  it('are the same by a text over the view of all databases, which merges too', async () => {
    const sql = (query: string) => compileSql(query, catalog, { now: new Date() }).relation!;
    const view = 'select p_event_time, p_row_id from panther_views.all_databases';
    expect(await idsOf(sql(view))).toEqual(['a1', 'b1', 'a2', 'gone', 'a3', 'b2']);
    expect(await idsOf(sql(`${view} v where v.p_alert_id = 'alert-2'`))).toEqual(['a2', 'gone']);
    expect(await idsOf(sql(`${view} where p_db_name = 'panther_rule_matches'`))).toHaveLength(6);
  });

  it('are rows where a text names the tables', async () => {
    const flow = 'union panther_logs.public.aws_cloudtrail, panther_rule_matches.public.aws_cloudtrail';
    expect(await idsOf(compilePantherFlow(flow, catalog, { now: new Date() }).relation!)).toHaveLength(9);
  });

  it('are events where a pattern reads both', async () => {
    const flow = 'panther_*.public.aws_* | where p_row_id != null';
    const ids = await idsOf(compilePantherFlow(flow, catalog, { now: new Date() }).relation!);
    expect(ids).toEqual(['a1', 'b1', 'a2', 'gone', 'other', 'a3', 'b2']);
  });

  it.each<[string, unknown[]]>([
    ["extend r = p_rule_id | where r == 'Rule.Two' | summarize n = agg.count()", [{ n: 2 }]],
    ["project p_row_id, p_rule_id | where p_rule_id == 'Rule.Two' | summarize n = agg.count()", [{ n: 2 }]],
    [
      "where p_rule_id == 'Rule.Two' | summarize n = agg.count() by p_rule_id",
      [{ p_rule_id: 'Rule.Two', n: 2 }],
    ],
    [
      'where p_rule_id != null | summarize n = agg.count() by p_rule_id | sort p_rule_id',
      [
        { p_rule_id: 'Rule.One', n: 3 },
        { p_rule_id: 'Rule.Quiet', n: 1 },
      ],
    ],
    ["extend u = strings.upper(p_rule_id) | where u == 'RULE.ONE' | summarize n = agg.count()", [{ n: 3 }]],
  ])('show what was found in them to later stages: %s', async (stages, rows) => {
    const { query, diagnostics } = compilePantherFlow(`panther_*.public.aws_* | ${stages}`, catalog, {
      now: new Date(),
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await engine.run(query!)).toEqual(rows);
  });

  it.each<[string, unknown[]]>([
    [
      "select count(*) n from (select * from panther_views.all_databases) where p_alert_id = 'alert-2'",
      [{ n: 2 }],
    ],
    [
      "with x as (select * from panther_views.all_databases) select count(*) n from x where p_alert_id = 'alert-2'",
      [{ n: 2 }],
    ],
    [
      "select p_row_id, p_alert_id from panther_views.all_databases where p_alert_id = 'alert-2' order by 1",
      [
        { p_row_id: 'a2', p_alert_id: 'alert-2' },
        { p_row_id: 'gone', p_alert_id: 'alert-2' },
      ],
    ],
    ["select count_if(p_alert_id = 'alert-1') n from panther_views.all_databases", [{ n: 3 }]],
    ["select count(*) n from panther_views.all_databases where p_db_name <> 'panther_logs'", [{ n: 6 }]],
    ["select count(*) n from panther_views.all_databases where p_db_name like '%matches'", [{ n: 6 }]],
    [
      "select count(*) n from panther_views.all_databases where p_db_name in ('panther_rule_matches', 'panther_logs')",
      [{ n: 11 }],
    ],
  ])('answer SQL about fields of findings: %s', async (text, rows) => {
    const { query, diagnostics } = compileSql(text, catalog, { now: new Date() });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await engine.run(query!)).toEqual(rows);
  });
});
