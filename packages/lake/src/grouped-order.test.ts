import type { EventShape } from '@margay/model';
import { compileSql, decodeRows, detailsOf, type EngineQuery, type PageCursor } from '@margay/query';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRowEncoder, type Lake } from './index.ts';
import { placesUnderTest, type LakePlace } from './testing/engines-under-test.ts';
import { testLane } from './testing/index.ts';

const plain: EventShape = {
  logType: 'Order.Plain',
  version: 1,
  fields: [
    { name: 'kind', type: { kind: 'string' } },
    {
      name: 'who',
      type: {
        kind: 'object',
        fields: [{ name: 'id', type: { kind: 'bigint' } }],
      },
    },
  ],
};
const grouped: EventShape = {
  ...plain,
  logType: 'Order.Grouped',
  groupBy: [['kind'], ['who', 'id']],
};

/** Hours' ends, equal times, and times that 32 bits of seconds do not hold. */
const time = fc.constantFrom(
  '1900-01-01 00:00:00.000000000',
  '1969-12-31 23:00:00.000000001',
  '1969-12-31 22:59:59.999999999',
  '2024-05-01 09:59:59.999999999',
  '2024-05-01 10:00:00.000000000',
  '2024-05-01 10:00:00.000000001',
  '2024-05-01 10:59:59.000000000',
  '2024-05-01 11:30:00.000000000',
  '2106-02-07 06:28:16.000000000',
  '2262-04-11 23:00:00.000000000',
);
const rows = fc.sample(
  fc.record({
    p_event_time: time,
    kind: fc.option(fc.constantFrom('', 'a', 'b', 'ü'), { nil: undefined }),
    id: fc.option(fc.constantFrom(-1n, 0n, 9_007_199_254_740_993n), {
      nil: undefined,
    }),
  }),
  { numRuns: 400, seed: 7 },
);

/** A table that is grouped within the hour answers as one in order of time does. */
describe.each(placesUnderTest)('the order of a table on $name', ({ name, make }) => {
  let place: LakePlace;
  let lake: Lake;

  beforeAll(async () => {
    place = await make();
    lake = await place.open();
    for (const shape of [plain, grouped]) {
      const layout = await lake.ensureTable('panther_logs', shape);
      for (const part of [0, 1, 2]) {
        const encoder = createRowEncoder(layout);
        rows.forEach(({ p_event_time, kind, id }, number) => {
          if (number % 3 !== part) return;
          const event = {
            p_event_time,
            kind,
            who: { id },
            p_row_id: `row-${number}`,
            p_log_type: 'x',
          };
          encoder.append({ event, raw: `line ${number}` });
        });
        await lake.insert(layout, encoder.take(), { token: `part-${part}` });
      }
    }
  });
  afterAll(async () => {
    await lake.close();
    await place.remove();
  });

  const ask = async (query: EngineQuery) => {
    const { rows: found } = await lake.query({
      lane: testLane,
      sql: query.sql,
      params: query.params,
    });
    return decodeRows(query, found);
  };
  const sql = async (text: string) => {
    const { query, diagnostics } = compileSql(text, lake.catalog(), {
      now: new Date(),
    });
    if (query === undefined) throw new Error(JSON.stringify(diagnostics));
    return ask(query);
  };
  const both = (text: string) =>
    Promise.all(
      ['order_plain', 'order_grouped'].map((table) =>
        sql(text.replaceAll('TABLE', `panther_logs.public.${table}`)),
      ),
    );

  async function pages(table: string, isDescending: boolean): Promise<unknown[]> {
    const ids: unknown[] = [];
    let cursor: PageCursor | undefined;
    for (;;) {
      const page = detailsOf({ kind: 'scan', database: 'panther_logs', table }, lake.catalog(), {
        isDescending,
        pageSize: 37,
        ...(cursor ? { cursor } : {}),
      });
      const found = await ask(page.query);
      ids.push(...found.map((row) => row['p_row_id']));
      cursor = page.next(found);
      if (cursor === undefined) return ids;
    }
  }

  it.each([true, false])('turns the same pages, newest first: %s', async (isDescending) => {
    const expected = await pages('order_plain', isDescending);
    expect(new Set(expected).size).toBe(rows.length);
    expect(await pages('order_grouped', isDescending)).toEqual(expected);
  });

  it.each([
    'SELECT p_row_id, kind FROM TABLE ORDER BY p_event_time DESC, p_row_id LIMIT 50',
    'SELECT p_row_id FROM TABLE ORDER BY p_event_time, p_row_id DESC LIMIT 50',
    'SELECT p_event_time, count(*) AS n FROM TABLE GROUP BY p_event_time ORDER BY p_event_time DESC',
    'SELECT DISTINCT p_event_time FROM TABLE ORDER BY p_event_time',
    "SELECT count(*) AS n FROM TABLE WHERE p_event_time >= '2024-05-01 09:59:59.999999999' AND p_event_time < '2024-05-01 10:59:59'",
    "SELECT count(*) AS n FROM TABLE WHERE p_event_time < '1969-12-31 23:00:00.000000001'",
    "SELECT count(*) AS n FROM TABLE WHERE p_event_time > '2106-01-01' AND kind = 'a'",
    'SELECT p_event_time, max(who:id) AS m FROM TABLE WHERE kind IS NULL GROUP BY p_event_time ORDER BY p_event_time',
    'SELECT p_row_id, row_number() OVER (ORDER BY p_event_time, p_row_id) AS n FROM TABLE ORDER BY p_event_time, p_row_id LIMIT 20',
    'SELECT a.p_row_id FROM TABLE a JOIN TABLE b ON a.p_row_id = b.p_row_id ORDER BY a.p_event_time DESC, a.p_row_id LIMIT 20',
  ])('answers alike: %s', async (text) => {
    const [expected, found] = await both(text);
    expect(expected!.length).toBeGreaterThan(0);
    expect(found).toEqual(expected);
  });

  it('reads the hours asked for alone, and hour by hour from the end', async () => {
    const plan = async (conditions: string) => {
      const { rows: lines } = await lake.query({
        lane: testLane,
        sql: `EXPLAIN indexes = 1 SELECT p_row_id FROM \`panther_logs\`.\`order_grouped\` AS t ${conditions}`,
      });
      return lines.flat().join('\n');
    };
    const ofTime = await plan("WHERE t.p_event_time >= toDateTime64('2024-05-01 10:00:00', 9, 'UTC')");
    expect(ofTime).toMatch(/Condition: \(dateTrunc\('hour', p_event_time\) in/);
    const { query } = compileSql(
      'SELECT p_row_id FROM panther_logs.public.order_grouped ORDER BY p_event_time DESC LIMIT 5',
      lake.catalog(),
      { now: new Date() },
    );
    const order = /ORDER BY .*/.exec(query!.sql)![0];
    expect(order).toContain("dateTrunc('hour',");
    // What stands in for a cluster reads through another kind of table, which does not say so.
    if (name !== 'chdb' && name !== 'clickhouse') return;
    expect(await plan(order.replaceAll(/\bt0\b/g, 't'))).toContain('InReverseOrder');
  });

  it('leaves a table as it was made when a later version of its schema names groups', async () => {
    const layout = await lake.ensureTable('panther_logs', {
      ...grouped,
      logType: plain.logType,
      version: 2,
    });
    expect(layout).not.toHaveProperty('groupColumns');
    expect(await sql('SELECT count(*) AS n FROM panther_logs.public.order_plain')).toEqual([
      { n: rows.length },
    ]);
    const ungrouped = await lake.ensureTable('panther_logs', {
      ...plain,
      logType: grouped.logType,
      version: 2,
    });
    expect(ungrouped.groupColumns).toEqual(['kind', 'who:id']);
    await lake.refresh();
    expect(lake.layout('panther_logs', 'order_grouped')?.groupColumns).toEqual(['kind', 'who:id']);
  });
});
