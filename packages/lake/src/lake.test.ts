import * as fc from 'fast-check';
import { testLane } from './testing/index.ts';
import { wordsOfLine } from '@margay/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventShape } from '@margay/model';
import type { Lake } from './index.ts';
import { createRowEncoder, restrictCatalog } from './index.ts';
import type { LakePlace } from './testing/engines-under-test.ts';
import { placesUnderTest, rowObjects } from './testing/engines-under-test.ts';
import { sampleEvent, sampleShape } from './testing/events.ts';

const shapeNamed = (logType: string, fields: EventShape['fields'] = sampleShape.fields): EventShape => ({
  ...sampleShape,
  logType,
  fields,
});

const scheduled = { pool: 'scheduled', owner: 'test' } as const;

describe.each(placesUnderTest)('the lake on $name', ({ engine, make }) => {
  let place: LakePlace;
  let lake: Lake;
  beforeAll(async () => {
    place = await make();
    lake = await place.open();
  });
  afterAll(async () => {
    await lake.close();
    await place.remove();
  });

  /** A table of its own for one test, with `count` sample events. */
  const filled = async (logType: string, count: number, changes?: Record<string, unknown>) => {
    const layout = await lake.ensureTable('panther_logs', shapeNamed(logType));
    const encoder = createRowEncoder(layout);
    for (let i = 0; i < count; i++) encoder.append(sampleEvent(i, changes));
    const rows = encoder.take();
    await lake.insert(layout, rows, { token: `${logType}-first` });
    return { layout, rows, table: `panther_logs.${layout.table}` };
  };
  const select = async (sql: string, params?: Record<string, unknown>) =>
    rowObjects(await lake.query({ lane: testLane, sql, params }));

  it('keeps a value of every kind exactly', async () => {
    const { table } = await filled('Kinds.All', 1, {
      name: "it's \\ \n\n\t\0 ü 🐾",
      count: -2_147_483_648,
      tiny: 32_767,
      size: 9_223_372_036_854_775_807n,
      ratio: 0.1,
      isOpen: false,
      seenAt: '1969-12-31 23:59:59.999999999',
      anything: { deep: [1, null, { big: 12_345_678_901_234_567_890n }] },
      tags: ['b', "c'"],
      ports: [443, 80],
      items: [{ id: 'x' }],
      user: { id: 'u1', 'a.b:c%': 'odd', home: { city: 'Bern' } },
    });
    const [row] = await select(`SELECT * FROM ${table}`);
    expect(row).toMatchObject({
      name: "it's \\ \n\n\t\0 ü 🐾",
      count: -2_147_483_648,
      tiny: 32_767,
      size: '9223372036854775807',
      ratio: 0.1,
      isOpen: false,
      seenAt: '1969-12-31 23:59:59.999999999',
      anything: '{"deep":[1,null,{"big":12345678901234567890}]}',
      tags: ['b', "c'"],
      ports: [443, 80],
      items: '[{"id":"x"}]',
      'user:id': 'u1',
      'user:a%2eb%3ac%25': 'odd',
      'user:home:city': 'Bern',
      p_event_time: '2024-05-01 10:00:00.000000001',
      p_any_ip_addresses: ['10.0.0.0'],
      p_overflow: '',
    });
  });

  it('keeps values that do not fit their column, and fields without one, in the overflow', async () => {
    const { table } = await filled('Kinds.Misfit', 1, {
      name: 5,
      count: 2 ** 31,
      seenAt: 'yesterday',
      ports: [1, 'two'],
      user: { id: { not: 'text' }, extra: true, home: 'a text' },
      stranger: [1],
      ...JSON.parse('{"__proto__":{"polluted":1}}'),
      tags: undefined,
    });
    const [row] = await select(`SELECT * FROM ${table}`);
    expect(row).toMatchObject({ name: null, count: null, seenAt: null, ports: [], 'user:id': null });
    expect(JSON.parse(String(row?.['p_overflow']))).toEqual({
      name: 5,
      count: 2 ** 31,
      seenAt: 'yesterday',
      ports: [1, 'two'],
      user: { id: { not: 'text' }, extra: true, home: 'a text' },
      stranger: [1],
      ['__proto__']: { polluted: 1 },
      p_parse_errors: ['seenAt: the value is no time between 1900-01-01 00:00:00 and 2262-04-11 23:47:15.'],
    });
  });

  it('keeps times that no column can hold as text, and the row at its time of parsing', async () => {
    for (const time of ['2299-01-01 00:00:00.000000000', '0001-01-01 00:00:00.000000000']) {
      const { table } = await filled(`Far.Times${time.slice(0, 4)}`, 1, { p_event_time: time, seenAt: time });
      const [row] = await select(`SELECT p_event_time, seenAt, p_overflow FROM ${table}`);
      expect(row).toMatchObject({ p_event_time: '2024-05-01 11:00:00.000000000', seenAt: null });
      expect(JSON.parse(String(row?.['p_overflow']))).toEqual({
        p_event_time: time,
        seenAt: time,
        p_parse_errors: [
          expect.stringMatching(/^p_event_time: .*The time of parsing stands in its place/),
          expect.stringMatching(/^seenAt: .*1900-01-01/),
        ],
      });
    }
  });

  it('never refuses a row, whatever its fields hold', async () => {
    const keys = fc.constantFrom(
      ...sampleShape.fields.map((field) => field.name),
      'p_event_time',
      'p_row_id',
      'p_udm',
      '__proto__',
      'other',
    );
    const events = fc.array(fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 })), {
      minLength: 1,
      maxLength: 40,
    });
    const layout = await lake.ensureTable('panther_logs', shapeNamed('Kinds.Hostile'));
    const encoder = createRowEncoder(layout);
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(events, fc.string({ unit: 'binary' }), async (batch, raw) => {
        for (const event of batch) encoder.append({ event, raw });
        await lake.insert(layout, encoder.take(), { token: `hostile-${sent}` });
        sent += batch.length;
        const [row] = await select('SELECT count() AS n FROM panther_logs.kinds_hostile');
        expect(Number(row?.['n'])).toBe(sent);
      }),
      { numRuns: 25 },
    );
  });

  it('binds hostile parameters as data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
        fc.array(fc.string().filter((text) => text.isWellFormed())),
        async (text, list) => {
          const [row] = await select('SELECT {t:String} AS t, {l:Array(String)} AS l', { t: text, l: list });
          expect(row).toEqual({ t: text, l: list });
        },
      ),
      {
        numRuns: 60,
        examples: [
          ["\\'; DROP TABLE x; --", ["'", '\\']],
          ['\\', []],
          ['{t:String}', ['\n\n']],
        ],
      },
    );
  });

  // A server gets parameters with the address, which has a length of its own.
  it.runIf(engine === 'chdb')('binds lists longer than a statement is by itself', async () => {
    const hashes = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(64, '0'));
    const found = await select(
      'select {one:String} in {list:Array(String)} as here, {two:String} in {list:Array(String)} as there',
      { list: hashes, one: hashes[9_999], two: 'f'.repeat(64) },
    );
    expect(found).toEqual([{ here: 1, there: 0 }]);
  });

  it('stores a repeated insert once, over several days too', async () => {
    const layout = await lake.ensureTable('panther_logs', shapeNamed('Once.Token'));
    const encoder = createRowEncoder(layout);
    for (let i = 0; i < 40; i++) {
      encoder.append(
        sampleEvent(i, { p_event_time: `2024-05-${String(1 + (i % 20)).padStart(2, '0')} 00:00:00` }),
      );
    }
    const rows = encoder.take();
    await lake.insert(layout, rows, { token: 'a' });
    await lake.insert(layout, rows, { token: 'a' });
    expect(await select('SELECT count() AS n FROM panther_logs.once_token')).toEqual([{ n: '40' }]);
    await lake.insert(layout, rows, { token: 'b' });
    expect(await select('SELECT count() AS n FROM panther_logs.once_token')).toEqual([{ n: '80' }]);
  });

  it('leaves out rows that are there already when an insert says it is a repeat', async () => {
    const { layout, rows, table } = await filled('Once.Repeat', 10);
    await lake.insert(layout, rows, { token: 'unknown', isRepeat: true });
    expect(await select(`SELECT count() AS n FROM ${table}`)).toEqual([{ n: '10' }]);
    const encoder = createRowEncoder(layout);
    for (let i = 5; i < 15; i++) encoder.append(sampleEvent(i));
    await lake.insert(layout, encoder.take(), { token: 'half', isRepeat: true });
    expect(await select(`SELECT count() AS n FROM ${table}`)).toEqual([{ n: '15' }]);
  });

  it('tells matches of two rules on one event apart in a repeat', async () => {
    const layout = await lake.ensureTable('panther_signals', shapeNamed('Once.Signals'));
    const encoder = createRowEncoder(layout);
    const append = (rule: string) => encoder.append(sampleEvent(1), { p_rule_id: rule });
    append('Rule.A');
    await lake.insert(layout, encoder.take(), { token: 'first' });
    append('Rule.A');
    append('Rule.B');
    await lake.insert(layout, encoder.take(), { token: 'second', isRepeat: true });
    const rows = await select('SELECT p_rule_id FROM panther_signals.once_signals ORDER BY p_rule_id');
    expect(rows).toEqual([{ p_rule_id: 'Rule.A' }, { p_rule_id: 'Rule.B' }]);
  });

  it('adds the fields of a new schema version and keeps them over a restart', async () => {
    await filled('Grows.Shape', 2);
    const next = await lake.ensureTable('panther_logs', {
      ...shapeNamed('Grows.Shape', [
        { name: 'name', type: { kind: 'string' } },
        { name: 'added', type: { kind: 'string' } },
        { name: 'user', type: { kind: 'object', fields: [{ name: 'added', type: { kind: 'int' } }] } },
      ]),
      version: 4,
    });
    const encoder = createRowEncoder(next);
    encoder.append(sampleEvent(2, { added: 'new', user: { id: 'u', added: 7 } }));
    await lake.insert(next, encoder.take(), { token: 'second' });
    const sql =
      'SELECT name, added, `user:id` AS id, `user:added` AS n FROM panther_logs.grows_shape ORDER BY p_row_id';
    const expected = [
      { name: 'name-0', added: null, id: 'u0', n: null },
      { name: 'name-1', added: null, id: 'u1', n: null },
      { name: 'name-2', added: 'new', id: 'u', n: 7 },
    ];
    expect(await select(sql)).toEqual(expected);

    const before = lake.catalog().find('panther_logs', 'grows_shape');
    await lake.close();
    lake = await place.open();
    expect(await select(sql)).toEqual(expected);
    expect(lake.catalog().find('panther_logs', 'grows_shape')).toEqual(before);
    expect(lake.layout('panther_logs', 'grows_shape')).toEqual(next);
  });

  it('accepts rows encoded before the table grew', async () => {
    const { layout } = await filled('Grows.Between', 1);
    const encoder = createRowEncoder(layout);
    encoder.append(sampleEvent(1));
    await lake.ensureTable(
      'panther_logs',
      shapeNamed('Grows.Between', [{ name: 'later', type: { kind: 'string' } }]),
    );
    await lake.insert(layout, encoder.take(), { token: 'old layout' });
    const rows = await select('SELECT count() AS n, any(later) AS later FROM panther_logs.grows_between');
    expect(rows).toEqual([{ n: '2', later: null }]);
  });

  it('takes up what another process made on the same server', async () => {
    const other = engine === 'clickhouse' ? await place.open() : lake;
    await other.ensureTable(
      'panther_logs',
      shapeNamed('Grows.Elsewhere', [{ name: 'a', type: { kind: 'int' } }]),
    );
    const mine = await lake.ensureTable(
      'panther_logs',
      shapeNamed('Grows.Elsewhere', [{ name: 'b', type: { kind: 'int' } }]),
    );
    expect(mine.shape.fields.map((field) => field.name)).toEqual(['a', 'b']);
    await other.refresh();
    expect(other.layout('panther_logs', 'grows_elsewhere')).toEqual(mine);
    if (other !== lake) await other.close();
  });

  it('repeats rows of tables that have no event time', async () => {
    const failures = lake.layout('panther_monitor', 'classification_failures');
    if (!failures) throw new Error('the fixed table is missing');
    const encoder = createRowEncoder(failures);
    const append = (id: string, minute: number) =>
      encoder.append({ event: { p_row_id: id, p_parse_time: `2024-05-01 10:0${minute}:00`, payload: 'x' } });
    append('f1', 1);
    await lake.insert(failures, encoder.take(), { token: 'failures' });
    append('f1', 2);
    append('f2', 2);
    await lake.insert(failures, encoder.take(), { token: 'again', isRepeat: true });
    const rows = await select(
      'SELECT p_row_id FROM panther_monitor.classification_failures ORDER BY p_row_id',
    );
    expect(rows).toEqual([{ p_row_id: 'f1' }, { p_row_id: 'f2' }]);
  });

  it('removes rows by their ids, and no others', async () => {
    const { table, layout } = await filled('Row.Removal', 5);
    const ids = async () =>
      (await select(`SELECT p_row_id FROM ${table} ORDER BY p_row_id`)).map((row) => row['p_row_id']);
    const [first, second, ...others] = await ids();
    await lake.removeRows(layout, []);
    expect(await ids()).toHaveLength(5);
    await lake.removeRows(layout, [String(first), String(second), "nobody's"]);
    expect(await ids()).toEqual(others);
  });

  it('finds words of the raw line whatever their case, through its index', async () => {
    const { table } = await filled('Text.Search', 30);
    const found = await select(
      `SELECT count() AS n FROM ${table} WHERE hasAllTokens(${wordsOfLine('p_raw')}, lower({words:String}))`,
      {
        words: 'LINE 17',
      },
    );
    expect(found).toEqual([{ n: '1' }]);
    const plan = await select(
      `EXPLAIN indexes = 1 SELECT count() FROM ${table} WHERE hasAllTokens(${wordsOfLine('p_raw')}, ['line'])`,
    );
    expect(JSON.stringify(plan)).toContain('p_raw_tokens');
  });

  it('finds indicator values through their index', async () => {
    const { table } = await filled('Indicator.Search', 300);
    const where = `WHERE has(p_any_ip_addresses, {ip:String})`;
    expect(await select(`SELECT count() AS n FROM ${table} ${where}`, { ip: '10.0.0.7' })).toEqual([
      { n: '2' },
    ]);
    const plan = await select(`EXPLAIN indexes = 1 SELECT count() FROM ${table} ${where}`, {
      ip: '10.9.9.9',
    });
    expect(JSON.stringify(plan)).toMatch(/p_any_bloom.*Granules: 0\/1/);
  });

  it('ends a query at each of its limits with a clear error, and runs the next', async () => {
    const slow = 'SELECT max(sipHash64(number)) FROM numbers(100000000000)';
    await expect(lake.query({ lane: testLane, sql: slow, limits: { timeoutMs: 100 } })).rejects.toMatchObject(
      {
        code: 'QueryTimeout',
        kind: 'limit',
      },
    );
    await expect(
      lake.query({ lane: testLane, sql: 'SELECT number FROM numbers(1000)', limits: { maxResultRows: 999 } }),
    ).rejects.toMatchObject({ code: 'QueryResultTooLarge' });
    await expect(
      lake.query({
        lane: testLane,
        sql: "SELECT repeat('x', 10000) FROM numbers(1000)",
        limits: { maxResultBytes: 1_000_000 },
      }),
    ).rejects.toMatchObject({ code: 'QueryResultTooLarge' });
    await expect(
      lake.query({
        lane: testLane,
        sql: 'SELECT length(groupArray(number)) FROM numbers(100000000)',
        limits: { maxMemoryBytes: 20_000_000 },
      }),
    ).rejects.toMatchObject({ code: 'QueryMemoryExceeded' });
    expect(await select('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('cancels a running query by its tag and reports its progress before', async () => {
    const seen: number[] = [];
    const running = lake.query({
      lane: testLane,
      sql: 'SELECT max(sipHash64(number)) FROM numbers(100000000000)',
      tag: 'long-one',
      onProgress: ({ readRows, totalRows }) => {
        seen.push(readRows / totalRows);
        void lake.cancel('long-one');
      },
    });
    await expect(running).rejects.toMatchObject({ code: 'QueryCancelled' });
    expect(seen[0]).toBeGreaterThan(0);
    expect(seen[0]).toBeLessThan(1);
    // The engine forgets a query a moment after it has answered.
    await expect.poll(() => lake.progress('long-one')).toBeUndefined();
    expect(await lake.cancel('long-one')).toBe(false);
  });

  it('cancels a query that still waits for its turn, and by signal', async () => {
    const slow = 'SELECT max(sipHash64(number)) FROM numbers(100000000000)';
    const controller = new AbortController();
    const tags = Array.from({ length: 8 }, (_, at) => `waiting-${at}`);
    const all = tags.map((tag) => lake.query({ lane: scheduled, sql: slow, tag, signal: controller.signal }));
    const settled = Promise.allSettled(all);
    expect(await lake.cancel('waiting-7')).toBe(true);
    await expect(all[7]).rejects.toMatchObject({ code: 'QueryCancelled' });
    controller.abort();
    const codes = (await settled).map((one) => one.status === 'rejected' && one.reason.code);
    expect(codes).toEqual(tags.map(() => 'QueryCancelled'));
    expect(rowObjects(await lake.query({ lane: scheduled, sql: 'SELECT 1 AS one' }))).toEqual([{ one: 1 }]);
  });

  it('lets the event loop turn while the engine works', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const running = lake.query({
      lane: testLane,
      sql: 'SELECT max(sipHash64(number)) FROM numbers(20000000)',
    });
    await running;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it('refuses to write, define or change settings in a query', async () => {
    await filled('Read.Only', 1);
    const attacks = [
      "INSERT INTO panther_logs.read_only (name) VALUES ('x')",
      'DROP TABLE panther_logs.read_only',
      'CREATE TABLE panther_logs.mine (a Int8) ENGINE = Memory',
      'SET max_execution_time = 0',
      'SELECT 1 SETTINGS max_execution_time = 0',
      "SELECT * FROM file('/etc/hostname', LineAsString)",
    ];
    for (const sql of attacks) await expect(lake.query({ lane: testLane, sql })).rejects.toThrow();
    expect(await select('SELECT count() AS n FROM panther_logs.read_only')).toEqual([{ n: '1' }]);
  });

  it('streams more rows than a page as CSV, and ends early without harm', async () => {
    const sql = 'SELECT number, toString(number) AS `t"\n` FROM numbers(300000)';
    let text = '';
    for await (const chunk of lake.stream({ lane: testLane, sql }, 'csv'))
      text += Buffer.from(chunk).toString();
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(300_002);
    expect(lines.slice(0, 2)).toEqual(['"number","t""', '"']);
    expect(lines.at(-1)).toMatch(/^"?299999"?,"299999"$/);
    for await (const chunk of lake.stream({ lane: testLane, sql }, 'ndjson')) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await expect(
      (async () => {
        for await (const chunk of lake.stream({ lane: testLane, sql, limits: { maxResultRows: 10 } }, 'csv'))
          void chunk;
      })(),
    ).rejects.toMatchObject({ code: 'QueryResultTooLarge' });
    await expect(
      (async () => {
        const endless = {
          lane: testLane,
          sql: 'SELECT number FROM system.numbers',
          tag: 'endless',
          limits: { maxResultRows: 0 },
        };
        const cancelSoon = setInterval(() => void lake.cancel('endless'), 50);
        try {
          for await (const chunk of lake.stream(endless, 'csv')) void chunk;
        } finally {
          clearInterval(cancelSoon);
        }
      })(),
    ).rejects.toMatchObject({ code: 'QueryCancelled' });
    expect(await select('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('counts rows, bytes and days of each table', async () => {
    await filled('Stats.Table', 12);
    const all = await lake.statistics();
    expect(all.find((one) => one.table === 'stats_table')).toMatchObject({
      database: 'panther_logs',
      logType: 'Stats.Table',
      rowCount: 12,
      oldestEventDay: '2024-05-01',
      newestEventDay: '2024-05-01',
    });
    expect(all.find((one) => one.table === 'data_audit')).toMatchObject({ rowCount: 0, diskBytes: 0 });
  });

  it('puts the new contents of a lookup table in the place of the old', async () => {
    const shape = shapeNamed('Lookup.Rows', [{ name: 'key', type: { kind: 'string' } }]);
    const layout = await lake.ensureTable('panther_lookups', shape, { tableName: 'My_Lookup' });
    const batch = (...keys: string[]) => {
      const encoder = createRowEncoder(layout);
      for (const key of keys) encoder.append({ event: { key, p_row_id: key } });
      return encoder.take();
    };
    const keys = async () =>
      (await select('SELECT key FROM panther_lookups.my_lookup ORDER BY key')).map((row) => row['key']);
    await lake.replaceRows(
      layout,
      (async function* () {
        yield batch('a', 'b');
        yield batch('c');
      })(),
    );
    expect(await keys()).toEqual(['a', 'b', 'c']);
    await lake.replaceRows(
      layout,
      (async function* () {
        yield batch('d');
      })(),
    );
    expect(await keys()).toEqual(['d']);
    const failing = (async function* () {
      yield batch('e');
      throw new Error('source broke');
    })();
    await expect(lake.replaceRows(layout, failing)).rejects.toThrow('source broke');
    expect(await keys()).toEqual(['d']);
    expect(lake.catalog().find('panther_lookups', 'my_lookup')?.name).toBe('my_lookup');
  });

  it('offers views that unite only the tables a role may read', async () => {
    await filled('Access.One', 1);
    await filled('Access.Two', 1);
    const catalog = lake.catalog();
    const all = catalog.find('PANTHER_VIEWS', 'All_Logs');
    const members = (view = all) => view?.unionOf?.map((member) => member.name) ?? [];
    expect(members()).toEqual(expect.arrayContaining(['access_one', 'access_two']));
    const names = all?.columns.map((column) => column.name) ?? [];
    expect(names).toContain('p_db_name');
    expect(names.every((name) => name.startsWith('p_'))).toBe(true);
    expect(names).toEqual(names.toSorted());

    const only = restrictCatalog(catalog, { kind: 'ALLOW', logTypes: ['access.one'] });
    expect(members(only.find('panther_views', 'all_databases'))).toEqual(['access_one']);
    expect(only.find('panther_logs', 'access_two')).toBeUndefined();
    expect(only.find('panther_monitor', 'classification_failures')).toBeUndefined();
    const without = restrictCatalog(catalog, { kind: 'DENY', logTypes: ['Access.One'] });
    expect(without.find('panther_logs', 'access_one')).toBeUndefined();
    expect(without.find('panther_logs', 'access_two')).toBeDefined();
    const none = restrictCatalog(catalog, { kind: 'DENY_ALL', logTypes: [] });
    expect(none.tables().filter((table) => !table.unionOf)).toEqual([]);
  });

  it('ends what runs when it closes, and then says that it is closed', async () => {
    const running = lake.query({
      lane: testLane,
      sql: 'SELECT max(sipHash64(number)) FROM numbers(100000000000)',
    });
    const ended = expect(running).rejects.toMatchObject({ code: 'QueryCancelled' });
    await lake.close();
    await ended;
    await expect(lake.query({ lane: testLane, sql: 'SELECT 1' })).rejects.toMatchObject({
      code: 'DataLakeUnavailable',
    });
    lake = await place.open();
    expect(await select('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('answers a ping and names its engine', async () => {
    await lake.ping();
    expect(lake.engine).toBe(engine);
  });
});
