import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { toClickHouse } from '../dialects/clickhouse/to-clickhouse.ts';
import type { Relation } from '../ir/relation.ts';
import { newestEvents } from '../languages/simple/compile-simple.ts';
import { testCatalog } from '../testing/catalog.ts';
import type { TestEngine } from '../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../testing/engine.ts';
import { compileIndicators } from './compile-indicators.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

const now = new Date('2024-01-02T01:00:00Z');
const hour = 60 * 60_000;
const run = (relation: Relation) => engine.run(toClickHouse(relation, testCatalog));
const compile = (filters: string, over = {}) =>
  compileIndicators({ filters, databases: [], tables: [], ...over }, testCatalog, { now });
const idsOf = async (filters: string, over = {}) => {
  const { relation } = compile(filters, over).search!;
  return (await engine.run(newestEvents(relation, testCatalog, false, 10))).map((row) => row['p_row_id']);
};

describe('indicator search', () => {
  it('finds values in the arrays of all tables of all databases and counts by table', async () => {
    const { tables } = compile('10.0.0.1 2001:db8::1').search!;
    const hits = (await run(tables)).map(({ database, table, count, firstSeen }) => [
      `${String(database)}.${String(table)}`,
      count,
      firstSeen,
    ]);
    expect(hits.toSorted()).toEqual([
      ['panther_logs.aws_alb', 1, '2024-01-01 00:30:00.000000000'],
      ['panther_logs.aws_cloudtrail', 1, '2024-01-01 00:00:01.123456789'],
    ]);
    expect(await idsOf('10.0.0.1 2001:db8::1')).toEqual(['a1', 'b1']);
  });

  it('counts an event once, however many findings it has, and findings by themselves where they alone are asked for', async () => {
    const total = async (over = {}) => {
      const rows = await run(compile('10.0.0.1', over).search!.values(hour));
      return rows.reduce((sum, { count }) => sum + Number(count), 0);
    };
    expect(await total()).toBe(2);
    expect(await total({ databases: ['panther_rule_matches'] })).toBe(1);
  });

  it('counts each value by table and over time', async () => {
    const { values } = compile('10.0.0.1, 2001:db8::1', { databases: ['panther_logs'] }).search!;
    const rows = (await run(values(hour))).map(({ table, value, bucket, count }) => [
      table,
      value,
      String(bucket).slice(0, 19),
      count,
    ]);
    expect(rows.toSorted()).toEqual([
      ['aws_alb', '10.0.0.1', '2024-01-01 00:00:00', 1],
      ['aws_cloudtrail', '10.0.0.1', '2024-01-01 00:00:00', 1],
      ['aws_cloudtrail', '2001:db8::1', '2024-01-01 00:00:00', 1],
    ]);
  });

  it('keeps to the tables and the time asked for', async () => {
    expect(await idsOf('10.0.0.1', { tables: ['panther_logs.aws_alb'] })).toEqual(['b1']);
    expect(await idsOf('10.0.0.1', { startTime: '2024-01-01T00:10:00Z' })).toEqual(['b1']);
    expect(await idsOf('10.0.0.1', { relativeTime: 'PT1H' })).toEqual([]);
  });

  it('looks into every array for values whose form says nothing, or where a person says so', async () => {
    const logs = { databases: ['panther_logs'] };
    expect(await idsOf('alice', logs)).toEqual(['a1']);
    expect(await idsOf('p_any_usernames=10.0.0.1', logs)).toEqual([]);
    expect(await idsOf('constructor', logs)).toEqual([]);
  });

  it("keeps texts whole that would end the engine's own", async () => {
    expect(await idsOf(`"x']) or 1 --" "\\') or hasAny"`)).toEqual([]);
    const query = toClickHouse(compile(`"x']) or 1 --"`).search!.tables, testCatalog);
    expect(query.sql).not.toContain('or 1 --');
  });

  it('holds a thousand values, and writes them once however many tables there are', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `10.${n >> 8}.${n & 255}.1`).join('\n');
    expect(await idsOf(many, { databases: ['panther_logs'] })).toEqual(['a1', 'b1']);
    const query = toClickHouse(compile(many).search!.tables, testCatalog);
    expect(query.sql.length).toBeLessThan(3_000);
  });

  it.each([
    ['', {}, 'indicators', 'Give at least one indicator, such as an IP address or a hash.'],
    ['999.1.1.1', {}, 'indicators', '"999.1.1.1" is no indicator: it is no IP address.'],
    ['10.0.0.1', { databases: ['nope'] }, 'databases', 'Invalid database(s): nope'],
    [
      '10.0.0.1',
      { relativeTime: 'soon' },
      'relativeTime',
      '"soon" is not an ISO 8601 duration such as PT20M.',
    ],
    [
      Array.from({ length: 1_001 }, (_, n) => `u${n}`).join(' '),
      {},
      'indicators',
      'There are 1001 indicators. Search for at most 1000 at once.',
    ],
  ])('refuses %.30s %o', (filters, over, path, message) => {
    const { search, diagnostics } = compile(filters, over);
    expect(search).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({ path, message });
  });
});
