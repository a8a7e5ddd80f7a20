import { silentLogger } from '@margay/kit';
import type { EventShape } from '@margay/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lake } from './index.ts';
import { createRowEncoder, openLake } from './index.ts';
import { clusterName, startClusterFront } from './testing/cluster-front.ts';
import { rowObjects } from './testing/engines-under-test.ts';
import { testLane } from './testing/index.ts';

const small: EventShape = {
  logType: 'Small.Log',
  version: 1,
  fields: [
    { name: 'name', type: { kind: 'string' } },
    { name: 'count', type: { kind: 'int' } },
  ],
};
const wider: EventShape = {
  ...small,
  fields: [...small.fields, { name: 'added', type: { kind: 'bigint' } }],
};

/** No cluster can be had in a test: see `cluster-front.ts` for what stands in for one, and docs/running/cluster.md. */
describe('the lake on a cluster', () => {
  let front: Awaited<ReturnType<typeof startClusterFront>>;
  let lake: Lake;
  const open = (cluster: string | undefined = clusterName) =>
    openLake({ url: front.url, cluster }, { logger: silentLogger });

  beforeAll(async () => {
    front = await startClusterFront();
    lake = await open();
  });
  afterAll(async () => {
    await lake.close();
    await front.close();
  });

  const table = '`panther_logs`.`small_log`';
  const select = async (sql: string) => rowObjects(await lake.query({ lane: testLane, sql }));
  const row = (id: string, parsedAt: string, more: Record<string, unknown> = {}) => ({
    p_row_id: id,
    p_event_time: '2024-05-01 00:00:00.000000000',
    p_parse_time: parsedAt,
    name: id,
    ...more,
  });
  async function store(shape: EventShape, token: string, rows: Record<string, unknown>[], isRepeat = false) {
    const layout = await lake.ensureTable('panther_logs', shape);
    const encoder = createRowEncoder(layout);
    for (const each of rows) encoder.append({ event: each, raw: 'x' });
    await lake.insert(layout, encoder.take(), { token, isRepeat });
  }
  const old = '2024-05-01 00:00:00.000000000';
  const fresh = '2025-06-02 00:00:00.000000000';

  it('keeps rows once, adds columns, removes what is old, replaces and drops tables', async () => {
    await store(small, 'first', [row('a', old), row('b', old)]);
    await store(small, 'first', [row('a', old), row('b', old)]);
    await store(small, 'again', [row('b', old), row('c', fresh, { p_event_time: fresh })], true);
    await store(wider, 'second', [row('d', fresh, { added: 5n, p_event_time: fresh })]);
    expect(await select(`SELECT name, added FROM ${table} ORDER BY name`)).toEqual([
      { name: 'a', added: null },
      { name: 'b', added: null },
      { name: 'c', added: null },
      { name: 'd', added: '5' },
    ]);
    const statistics = await lake.statistics();
    expect(statistics.find((each) => each.table === 'small_log')).toMatchObject({ rowCount: 4 });

    const cut = new Date('2025-06-01T00:00:00Z');
    expect(await lake.removeArrivedBefore('panther_logs', cut)).toEqual({ rows: 2, waiting: 0 });
    expect(await select(`SELECT name FROM ${table} ORDER BY name`)).toEqual([{ name: 'c' }, { name: 'd' }]);
    expect(await lake.removeArrivedBefore('panther_logs', cut)).toEqual({ rows: 0, waiting: 0 });

    const rest = lake.layout('panther_logs', 'small_log');
    if (rest === undefined) throw new Error('the table is missing');
    await lake.removeRows(rest, ['c', 'nowhere']);
    expect(await select(`SELECT name FROM ${table} ORDER BY name`)).toEqual([{ name: 'd' }]);

    const lookup: EventShape = {
      logType: 'hosts',
      version: 1,
      fields: [{ name: 'host', type: { kind: 'string' } }],
    };
    const layout = await lake.ensureTable('panther_lookups', lookup);
    for (const host of ['one', 'two']) {
      const encoder = createRowEncoder(layout);
      encoder.append({ event: { host } });
      await lake.replaceRows(
        layout,
        (async function* () {
          yield encoder.take();
        })(),
      );
      expect(await select('SELECT host FROM `panther_lookups`.`hosts`')).toEqual([{ host }]);
    }

    const reader = await open();
    expect(reader.layout('panther_logs', 'small_log')?.columns.map(({ name }) => name)).toContain('added');
    expect(
      reader
        .catalog()
        .tables()
        .map(({ name }) => name),
    ).not.toContain('small_log__local');
    await reader.close();

    await lake.dropTable('panther_lookups', 'hosts');
    expect(await select("SELECT name FROM system.tables WHERE name LIKE '%hosts%'")).toEqual([]);
  });

  it('sends these definitions and changes, each of which the engine can read', async () => {
    const changes = front.sent
      .map(({ sql }) => sql)
      .filter((sql) => !/^(SELECT|INSERT|KILL)/.test(sql) || sql.includes('cluster('))
      .filter((sql) => /DATABASE|small_log|hosts|cluster\(/.test(sql))
      .map((sql) => sql.replaceAll(/__next_[0-9a-f]+/g, '__next_ID'));
    const unique = [...new Set(changes)];
    for (const sql of unique) {
      const [formatted] = await select(
        `SELECT formatQuery('${sql.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}') AS text`,
      );
      expect(String(formatted?.['text']).length, sql).toBeGreaterThan(20);
    }
    await expect(`${unique.join(';\n\n')};\n`).toMatchFileSnapshot('./testing/cluster.golden.sql');
  });

  it('changes nothing on one server only, and asks the table over the shards', () => {
    const changing = front.sent
      .map(({ sql }) => sql)
      .filter((sql) => /^(CREATE|ALTER|DROP|EXCHANGE)/.test(sql));
    expect(changing.length).toBeGreaterThan(20);
    for (const sql of changing) expect(sql).toContain(` ON CLUSTER \`${clusterName}\``);
    const inserts = front.sent.filter(({ sql }) => sql.startsWith('INSERT'));
    expect(inserts.length).toBeGreaterThan(3);
    for (const { sql, settings } of inserts) {
      expect(sql).not.toContain('__local');
      expect(settings.get('distributed_foreground_insert')).toBe('1');
      expect(settings.get('distributed_product_mode')).toBe('global');
    }
    expect(
      inserts.filter(({ settings }) => settings.has('insert_deduplication_token')).length,
    ).toBeGreaterThan(1);
    const queries = front.sent.filter(({ settings }) => settings.get('readonly') === '1');
    expect(queries.length).toBeGreaterThan(3);
    for (const { settings } of queries) expect(settings.get('distributed_product_mode')).toBe('global');
  });

  it('is not opened under a name that the servers do not know, nor as if it were one server', async () => {
    await expect(open('nowhere')).rejects.toMatchObject({
      kind: 'invalid-input',
      message: expect.stringMatching(
        /no cluster "nowhere" \(MARGAY_LAKE_CLUSTER\)\. It has margay, other: name one/,
      ),
    });
    await expect(openLake({ url: front.url }, { logger: silentLogger })).rejects.toMatchObject({
      code: 'LakePlacementDiffers',
      message: expect.stringMatching(/was made for a cluster\. Set MARGAY_LAKE_CLUSTER/),
    });
  });
});
