import type { Catalog } from '@margay/model';
import { testLane } from './testing/index.ts';
import { compileSimpleSearch, compileSql, decodeRows } from '@margay/query';
import type { EngineQuery } from '@margay/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lake } from './index.ts';
import { createRowEncoder, restrictCatalog } from './index.ts';
import type { LakePlace } from './testing/engines-under-test.ts';
import { placesUnderTest } from './testing/engines-under-test.ts';
import { sampleEvent, sampleShape } from './testing/events.ts';

/** What is written as events comes back as events through the languages people use. */
describe.each(placesUnderTest)('asking the lake on $name', ({ make }) => {
  let place: LakePlace;
  let lake: Lake;
  const now = new Date('2024-05-01T12:00:00Z');
  const event = sampleEvent(3, {
    size: 9_007_199_254_740_993n,
    anything: { deep: [1, { x: null }] },
    items: [{ id: 'i1' }],
    seenAt: '2024-04-30 00:00:00.000000001',
    isOpen: false,
    p_udm: { source: { ip: '10.0.0.3' }, user: { arns: ['arn:1'] } },
    p_source_file: { aws_s3_bucket: 'logs', aws_s3_key: 'a/b' },
    stranger: { kept: [1] },
  });

  beforeAll(async () => {
    place = await make();
    lake = await place.open();
    const layout = await lake.ensureTable('panther_logs', sampleShape);
    const encoder = createRowEncoder(layout);
    encoder.append(event);
    for (let i = 4; i < 20; i++) encoder.append(sampleEvent(i));
    await lake.insert(layout, encoder.take(), { token: 'events' });
    const other = await lake.ensureTable('panther_logs', { ...sampleShape, logType: 'Test.Other' });
    const otherEncoder = createRowEncoder(other);
    otherEncoder.append(sampleEvent(100, { p_log_type: 'Test.Other' }));
    await lake.insert(other, otherEncoder.take(), { token: 'other' });
  });
  afterAll(async () => {
    await lake.close();
    await place.remove();
  });

  const run = async (query: EngineQuery | undefined) => {
    if (!query) throw new Error('the text did not compile');
    const { rows } = await lake.query({ lane: testLane, sql: query.sql, params: query.params });
    return decodeRows(query, rows, { withoutNulls: true });
  };
  const sql = (text: string, catalog: Catalog = lake.catalog()) => compileSql(text, catalog, { now });

  it('gives back a whole event as it was written', async () => {
    const search = compileSimpleSearch(
      {
        databases: ['panther_logs'],
        tables: [],
        filters: JSON.stringify({ text: 'LINE "of 3"' }),
        startTime: '2024-05-01T00:00:00Z',
        endTime: '2024-05-02T00:00:00Z',
        sortDir: 'descending',
        limit: 10,
      },
      lake.catalog(),
      { now },
    );
    expect(search.diagnostics).toEqual([]);
    expect(await run(search.query)).toEqual([{ ...event.event, size: '9007199254740993' }]);
  });

  it('answers SQL over leaves, JSON paths, arrays and the view of all logs', async () => {
    const rows = await run(
      sql(`SELECT user:home.city AS city, anything:deep[0] AS first, count AS n
        FROM panther_logs.public.test_sample WHERE p_row_id = 'row-3'`).query,
    );
    expect(rows).toEqual([{ city: 'Zürich', first: 1, n: 3 }]);
    const perType = await run(
      sql(`SELECT p_log_type, count(*) AS n FROM panther_views.public.all_logs
        GROUP BY p_log_type ORDER BY p_log_type`).query,
    );
    expect(perType).toEqual([
      { p_log_type: 'Test.Other', n: 1 },
      { p_log_type: 'Test.Sample', n: 17 },
    ]);
  });

  it('keeps what a role may not read out of tables and views alike', async () => {
    const catalog = restrictCatalog(lake.catalog(), { kind: 'DENY', logTypes: ['Test.Sample'] });
    expect(sql('SELECT * FROM panther_logs.test_sample', catalog).ok).toBe(false);
    const seen = await run(sql('SELECT p_log_type FROM panther_views.all_databases', catalog).query);
    expect(seen).toEqual([{ p_log_type: 'Test.Other' }]);
  });

  it('reads every fixed table and view, empty or not', async () => {
    for (const table of lake.catalog().tables()) {
      const compiled = sql(`SELECT * FROM ${table.database}.public.${table.name} LIMIT 1`);
      expect(compiled.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
      expect((await run(compiled.query)).length).toBeLessThanOrEqual(1);
    }
  });
});
