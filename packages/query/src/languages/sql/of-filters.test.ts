import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../testing/engine.ts';
import type { FormSearch } from '../translation.ts';
import { compileSql } from './compile-sql.ts';
import { sqlOfFilters } from './of-filters.ts';

const now = new Date('2024-01-02T01:00:00Z');
let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

const textOf = (form: Partial<FormSearch>) =>
  sqlOfFilters({ databases: [], tables: [], filters: {}, ...form }, testCatalog).text ?? '';

async function idsOf(text: string): Promise<unknown[]> {
  const { query, diagnostics } = compileSql(text, testCatalog, { now });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return (await engine.run(query!)).map((row) => row['p_row_id']);
}

describe('a search form as SQL', () => {
  it('names one table, its conditions and its time, the newest event first', async () => {
    const text = textOf({
      tables: ['panther_logs.aws_cloudtrail'],
      time: { kind: 'between', start: new Date('2024-01-01Z'), end: new Date('2024-01-02Z') },
      filters: { and: [{ target: 'eventname', operator: 'is-not', value: '"DeleteBucket"' }] },
    });
    expect(text).toBe(
      [
        'SELECT *',
        'FROM panther_logs.public.aws_cloudtrail',
        "WHERE p_event_time >= '2024-01-01T00:00:00.000Z'",
        "  AND p_event_time < '2024-01-02T00:00:00.000Z'",
        "  AND eventName IS DISTINCT FROM 'DeleteBucket'",
        'ORDER BY p_event_time DESC',
      ].join('\n'),
    );
    expect(await idsOf(text)).toEqual(['a1']);
  });

  it('reads all logs, fields no schema covers, and the words of a line', async () => {
    const text = textOf({
      databases: ['panther_logs'],
      time: { kind: 'last', count: 30, unit: 'days' },
      filters: { text: 'report', or: [{ target: 'note', operator: 'has-substring', value: '"quarterly"' }] },
    });
    expect(text).toBe(
      [
        'SELECT *',
        "FROM TABLE(EVENTS('panther_logs.public.*'))",
        "WHERE p_occurs_since('30 days')",
        "  AND ROW_HAS_WORDS('report')",
        "  AND CONTAINS(LOWER(FIELD('note')), LOWER('quarterly'))",
        'ORDER BY p_event_time DESC',
      ].join('\n'),
    );
    expect(await idsOf(text)).toEqual(['a1']);
  });

  it('gives events with their findings once', async () => {
    const matched = { and: [{ target: 'p_rule_id', operator: 'is', value: '"Rule.One"' }] };
    expect(await idsOf(textOf({}))).toEqual(['b2', 'a3', 'a2', 'b1', 'a1']);
    expect(await idsOf(textOf({ filters: matched }))).toEqual(['a1']);
  });

  it('gives each event once where views are named beside what they unite', async () => {
    const once = ['a1', 'a2', 'a3', 'b1', 'b2'];
    for (const names of [
      "'panther_logs.public.*', 'panther_rule_matches.public.*', 'panther_views.public.*'",
      "'panther_views.public.*'",
      "'panther_views.public.all_logs', 'panther_rule_matches.public.*'",
    ]) {
      const ids = await idsOf(`SELECT p_row_id FROM TABLE(EVENTS(${names})) ORDER BY p_row_id`);
      expect(ids).toEqual(once);
    }
    const tables = ['panther_views.all_logs', 'panther_rule_matches.aws_cloudtrail'];
    expect((await idsOf(textOf({ tables }))).toSorted()).toEqual(once);
  });

  it.each([
    [{ tables: ['nowhere'] }, { path: 'tables', words: 'nowhere' }],
    [{ databases: ['nothing'] }, { path: 'databases', words: 'nothing' }],
    [
      { filters: { and: [{ target: 'count', operator: 'equals', value: '"x"' }] } },
      { path: 'filters.and[0].value', reason: 'This field is required' },
    ],
  ])('says what is wrong with %j', (form, expected) => {
    const { untranslatable } = sqlOfFilters({ databases: [], tables: [], filters: {}, ...form }, testCatalog);
    expect(untranslatable).toMatchObject([expected]);
  });

  it.each([
    ["EVENTS('nowhere.public.*')", 'name.unknown_table'],
    ['EVENTS(panther_logs)', 'type.mismatch'],
  ])('refuses %s', (source, code) => {
    const { diagnostics } = compileSql(`SELECT * FROM TABLE(${source})`, testCatalog, { now });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  it.each(["ROW_CONTAINS('')", 'ROW_CONTAINS(eventName)', "ROW_REGEXP_CONTAINS('(')", 'FIELD(eventName)'])(
    'refuses %s',
    (call) => {
      const text = `SELECT 1 x FROM panther_logs.public.aws_cloudtrail WHERE ${call} IS NOT NULL`;
      expect(compileSql(text, testCatalog, { now }).diagnostics[0]?.severity).toBe('error');
    },
  );
});
