import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { toClickHouse } from '../dialects/clickhouse/to-clickhouse.ts';
import type { Relation, TimeRange } from '../ir/relation.ts';
import { millisecondsOf } from '../ir/timestamps.ts';
import { compileSql } from '../languages/sql/compile-sql.ts';
import { newestEvents } from '../languages/simple/compile-simple.ts';
import { searchRelation } from '../languages/simple/search-relation.ts';
import { testCatalog } from '../testing/catalog.ts';
import type { TestEngine } from '../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../testing/engine.ts';
import { matchRowsOf } from './alert-events.ts';
import type { PageCursor } from './details.ts';
import { detailsOf } from './details.ts';
import { readPage } from './read-page.ts';
import { columnSummaryOf, readColumnSummary } from './column-summary.ts';
import { countOf } from './count.ts';
import { bucketWidthMs, timelineOf } from './timeline.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

const run = (relation: Relation) => engine.run(toClickHouse(relation, testCatalog));
const logs = ['aws_alb', 'aws_cloudtrail'].map((table) => ({ database: 'panther_logs', table }));
const everything = searchRelation(logs, {});
const now = new Date('2024-01-02T01:00:00Z');

function relationOf(sql: string): Relation {
  return compileSql(sql, testCatalog, { now }).relation!;
}

async function pages(relation: Relation, isDescending: boolean, pageSize: number): Promise<unknown[][]> {
  const found: unknown[][] = [];
  let cursor: PageCursor | undefined;
  do {
    const page = detailsOf(relation, testCatalog, { isDescending, pageSize, ...(cursor ? { cursor } : {}) });
    const rows = await engine.run(page.query);
    found.push(rows.map((row) => row['p_row_id']));
    cursor = page.next(rows);
  } while (cursor && found.length < 10);
  return found;
}

describe('timeline', () => {
  it('counts by bucket and log type', async () => {
    const range = { fromMs: Date.UTC(2024, 0, 1), toMs: Date.UTC(2024, 0, 3) };
    const timeline = timelineOf(everything, testCatalog, range, { buckets: 50, now })!;
    expect(timeline.widthMs).toBe(3_600_000);
    expect(await run(timeline.relation)).toEqual([
      { bucket: '2024-01-01 00:00:00.000000000', logType: 'AWS.ALB', count: 1 },
      { bucket: '2024-01-01 00:00:00.000000000', logType: 'AWS.CloudTrail', count: 1 },
      { bucket: '2024-01-01 01:00:00.000000000', logType: 'AWS.CloudTrail', count: 1 },
      { bucket: '2024-01-02 00:00:00.000000000', logType: 'AWS.ALB', count: 1 },
      { bucket: '2024-01-02 00:00:00.000000000', logType: 'AWS.CloudTrail', count: 1 },
    ]);
  });

  it.each([
    [20 * 60_000, 60, 30_000],
    [3_600_000, 60, 60_000],
    [86_400_000, 60, 1_800_000],
    [30 * 86_400_000, 60, 43_200_000],
    [0, 60, 1000],
    [1e15, 10, 31_104_000_000],
  ])('%i ms in %i buckets have a width of %i ms', (length, buckets, width) => {
    expect(bucketWidthMs({ fromMs: 0, toMs: length }, buckets)).toBe(width);
  });

  it('is not possible for rows without a time', () => {
    expect(
      timelineOf(relationOf('select count(*) from aws_alb'), testCatalog, {}, { buckets: 10, now }),
    ).toBeUndefined();
  });
});

describe('details', () => {
  it('pages through whole events of several tables in either direction', async () => {
    expect(await pages(everything, false, 2)).toEqual([['a1', 'b1'], ['a2', 'a3'], ['b2']]);
    expect(await pages(everything, true, 3)).toEqual([
      ['b2', 'a3', 'a2'],
      ['b1', 'a1'],
    ]);
    expect(await pages(everything, true, 5)).toEqual([['b2', 'a3', 'a2', 'b1', 'a1'], []]);
  });

  it('is not shifted by events that arrive between two pages', async () => {
    const first = detailsOf(everything, testCatalog, { isDescending: true, pageSize: 2 });
    const cursor = first.next(await engine.run(first.query))!;
    await engine.insert('panther_logs.aws_alb', [
      { p_event_time: '2024-01-03 00:00:00', p_row_id: 'late', p_log_type: 'AWS.ALB' },
    ]);
    const second = detailsOf(everything, testCatalog, { isDescending: true, pageSize: 2, cursor });
    expect((await engine.run(second.query)).map((row) => row['p_row_id'])).toEqual(['a2', 'b1']);
    await engine.command(
      "ALTER TABLE panther_logs.aws_alb DELETE WHERE p_row_id = 'late' SETTINGS mutations_sync = 1",
    );
  });

  it('tells events of one time apart by their id', async () => {
    const same = ['s1', 's2', 's3'].map((id) => ({
      p_event_time: '2023-01-01 00:00:00',
      p_row_id: id,
      p_log_type: 'AWS.ALB',
    }));
    await engine.insert('panther_logs.aws_alb', same);
    const old = searchRelation(logs, { toMs: Date.UTC(2023, 5, 1) });
    expect(await pages(old, true, 1)).toEqual([['s3'], ['s2'], ['s1'], []]);
    await engine.command(
      "ALTER TABLE panther_logs.aws_alb DELETE WHERE p_event_time < '2023-06-01' SETTINGS mutations_sync = 1",
    );
  });

  it('pages projected rows by time and id, grouped ones by offset', async () => {
    expect(
      await pages(relationOf('select p_event_time, p_row_id from panther_views.all_logs'), true, 3),
    ).toEqual([
      ['b2', 'a3', 'a2'],
      ['b1', 'a1'],
    ]);
    expect(
      await pages(
        relationOf('select p_row_id, count(*) as n from panther_views.all_logs group by 1 order by 1'),
        true,
        3,
      ),
    ).toEqual([
      ['a1', 'a2', 'a3'],
      ['b1', 'b2'],
    ]);
  });

  it('leaves fields without a value out of events', async () => {
    const [row] = await engine.run(newestEvents(everything, testCatalog, true, 1));
    expect(row).toEqual({
      type: 'http',
      clientIp: '8.8.8.8',
      elbStatusCode: 404,
      p_event_time: '2024-01-02 00:30:00.000000000',
      p_log_type: 'AWS.ALB',
      p_row_id: 'b2',
    });
  });

  it('gives nothing, without fault, for no tables', async () => {
    expect(await engine.run(newestEvents(searchRelation([], {}), testCatalog, true, 5))).toEqual([]);
  });
});

describe('reading a page', () => {
  const threeTables = searchRelation(
    [...logs, { database: 'panther_rule_matches', table: 'aws_cloudtrail' }],
    {},
  );
  const all = [
    everything,
    threeTables,
    relationOf('select p_event_time, p_row_id from panther_views.all_databases'),
  ];

  it.each(all.map((relation, index) => [index, relation] as const))(
    'brings every event once, in order, in pages of any size (%i)',
    async (_index, relation) => {
      for (const isDescending of [true, false]) {
        const whole = await readPage(relation, testCatalog, { isDescending, pageSize: 100 }, engine.rows);
        expect(whole.next).toBeUndefined();
        for (const pageSize of [1, 2, 4]) {
          const rows: unknown[] = [];
          let cursor: PageCursor | undefined;
          do {
            const page = await readPage(
              relation,
              testCatalog,
              { isDescending, pageSize, ...(cursor ? { cursor } : {}) },
              engine.rows,
            );
            expect(page.rows.length).toBeLessThanOrEqual(pageSize);
            rows.push(...page.rows);
            cursor = page.next;
          } while (cursor);
          expect(rows).toEqual(whole.rows);
        }
      }
    },
  );

  it('is looked for where it was counted, and everywhere when it has gone since', async () => {
    const options = { isDescending: true, pageSize: 2 };
    const whole = await readPage(everything, testCatalog, options, engine.rows);
    const fromMs = millisecondsOf(String(whole.rows[1]?.['p_event_time']));
    const asked: string[] = [];
    const within = async (range: TimeRange) => {
      asked.length = 0;
      return readPage(everything, testCatalog, { ...options, within: range }, (query) => {
        asked.push(query.sql);
        return engine.rows(query);
      });
    };
    expect(await within({ fromMs })).toEqual(whole);
    expect(asked).toHaveLength(1);
    expect(await within({ fromMs: fromMs + 86_400_000_000 })).toEqual(whole);
    expect(asked).toHaveLength(2);
  });

  it('brings whole events of each table', async () => {
    const { rows } = await readPage(
      threeTables,
      testCatalog,
      { isDescending: false, pageSize: 100 },
      engine.rows,
    );
    expect(rows).toHaveLength(5);
    expect(rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ note: 'Quarterly-Report for ALICE' })]),
    );
  });

  it('gives an empty page when nothing is found', async () => {
    const none = searchRelation([...logs, ...logs], { toMs: 0 });
    expect(await readPage(none, testCatalog, { isDescending: true, pageSize: 5 }, engine.rows)).toEqual({
      rows: [],
    });
  });
});

describe('summary and count', () => {
  it('counts', async () => {
    expect(await run(countOf(everything))).toEqual([{ count: 5 }]);
  });

  it('lists the top values of columns, elements of arrays and parts of objects', async () => {
    const paths = ['p_log_type', 'p_any_ip_addresses', 'userIdentity.arn', 'gone'];
    const rows = await run(columnSummaryOf(everything, testCatalog, paths, 2)!);
    const { top, facts } = readColumnSummary(rows, paths);
    expect(top.map(({ path, value, count }) => [path, value, count])).toEqual([
      ['p_log_type', 'AWS.CloudTrail', 3],
      ['p_log_type', 'AWS.ALB', 2],
      ['p_any_ip_addresses', '10.0.0.1', 2],
      ['p_any_ip_addresses', '2001:db8::1', 1],
      ['userIdentity.arn', null, 3],
      ['userIdentity.arn', 'arn:alb', 1],
    ]);
    expect(facts).toMatchObject({
      p_log_type: { distinctCount: 2, nullCount: 0, min: null },
      p_any_ip_addresses: { nullCount: null },
      'userIdentity.arn': { nullCount: 3 },
    });
    expect(columnSummaryOf(everything, testCatalog, ['gone'], 2)).toBeUndefined();
  });

  it('adds up numbers, also those inside JSON, and no text that looks like one', async () => {
    const paths = ['elbStatusCode', 'requestParameters.n', 'requestParameters.bucket'];
    const rows = await run(columnSummaryOf(everything, testCatalog, paths, 2)!);
    expect(readColumnSummary(rows, paths).facts).toMatchObject({
      elbStatusCode: { min: 200, max: 404, mean: 302, sum: 604 },
      'requestParameters.n': { distinctCount: 2, min: 5, max: 5, sum: 5 },
      'requestParameters.bucket': { min: null, sum: null },
    });
  });
});

describe('events of alerts', () => {
  it('come from the tables of matches', async () => {
    const rows = await engine.run(
      newestEvents(matchRowsOf(['alert-1', 'x'], testCatalog)!, testCatalog, true, 5),
    );
    expect(rows).toMatchObject([{ p_row_id: 'a1', p_alert_id: 'alert-1', p_rule_id: 'Rule.One' }]);
    expect(matchRowsOf(['alert-1'], testCatalog, { logTypes: ['AWS.ALB'] })).toBeUndefined();
    expect(matchRowsOf([], testCatalog)).toBeUndefined();
  });
});
