import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@margay/kit';
import type { LakeDatabase } from '@margay/model';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lake } from './front-door.ts';
import { openLake } from './lake.ts';
import { createRowEncoder } from './rows/row-encoder.ts';
import {
  openTemporaryLake,
  sampleEvent,
  sampleShape,
  testLane,
  type TemporaryLake,
} from './testing/index.ts';

type Row = Record<string, unknown>;

async function store(
  lake: Lake,
  logType: string,
  rows: readonly Row[],
  database: LakeDatabase = 'panther_logs',
) {
  const layout = await lake.ensureTable(database, { ...sampleShape, logType });
  const encoder = createRowEncoder(layout);
  rows.forEach((row, i) => encoder.append(sampleEvent(i, row)));
  await lake.insert(layout, encoder.take(), {
    token: `${database}:${logType}:${String(rows[0]?.['p_row_id'])}`,
  });
  return `${database}.${layout.table}`;
}

const rowIds = async (lake: Lake, table: string) =>
  (await lake.query({ lane: testLane, sql: `SELECT p_row_id FROM ${table} ORDER BY p_row_id` })).rows.map(
    ([id]) => id,
  );

const cut = new Date('2025-06-01T00:00:00Z');
const old = '2025-05-01 23:59:59.999999999';
const lastMoment = '2025-05-31 23:59:59.999999999';
const fresh = '2025-06-01 00:00:00';

describe('retention', () => {
  let temporary: TemporaryLake;
  let lake: Lake;
  beforeAll(async () => {
    temporary = await openTemporaryLake();
    lake = temporary.lake;
  });
  afterAll(() => temporary.remove());

  it('counts from arrival: old events that came lately stay, whatever arrived before goes', async () => {
    const row = (p_row_id: string, p_parse_time: string, p_event_time: string) => ({
      p_row_id,
      p_parse_time,
      p_event_time,
    });
    const table = await store(lake, 'Old.Days', [
      row('a', fresh, '2019-01-01 10:00:00'),
      row('b', fresh, '1970-01-01 00:00:00'),
      row('c', fresh, '2025-06-01 00:00:01'),
      row('d', old, '2019-01-01 10:00:00'),
      row('e', lastMoment, '2025-05-31 10:00:00'),
      row('f', old, '2100-01-01 00:00:00'),
    ]);
    expect(await lake.removeArrivedBefore('panther_signals', cut)).toEqual({ rows: 0, waiting: 0 });
    expect(await lake.removeArrivedBefore('panther_logs', cut, { table: 'old_days' })).toEqual({
      rows: 3,
      waiting: 0,
    });
    expect(await rowIds(lake, table)).toEqual(['a', 'b', 'c']);
    expect(await lake.removeArrivedBefore('panther_logs', cut)).toEqual({ rows: 0, waiting: 0 });
    await expect(lake.removeArrivedBefore('panther_logs', new Date('soon'))).rejects.toMatchObject({
      kind: 'invalid-input',
    });
  });

  it('lets rows wait for those of their part, a month at the most', async () => {
    const at = '2025-05-31 00:00:00';
    const rows = [
      { p_row_id: 'expired', p_parse_time: lastMoment, p_event_time: at },
      { p_row_id: 'stays', p_parse_time: fresh, p_event_time: at },
    ];
    const table = await store(lake, 'Day.Border', rows);
    const remove = (before: string) =>
      lake.removeArrivedBefore('panther_logs', new Date(before), { table: 'day_border' });
    expect(await remove('2025-06-01')).toEqual({ rows: 0, waiting: 1 });
    expect(await rowIds(lake, table)).toEqual(['expired', 'stays']);
    expect(await remove('2025-06-02')).toEqual({ rows: 2, waiting: 0 });
    expect(await rowIds(lake, table)).toEqual([]);
  });

  it('of one table does not touch another', async () => {
    const rows = [{ p_row_id: 'x', p_parse_time: old }];
    const kept = await store(lake, 'Keep.This', rows);
    const gone = await store(lake, 'Let.Go', rows);
    expect((await lake.removeArrivedBefore('panther_logs', cut, { table: 'let_go' })).rows).toBe(1);
    expect(await rowIds(lake, kept)).toEqual(['x']);
    expect(await rowIds(lake, gone)).toEqual([]);
  });

  it('keeps a match as long as its alert, and a row without a time of arrival by its own time', async () => {
    const matches = await store(
      lake,
      'Late.Match',
      [
        { p_row_id: 'late', p_parse_time: old, p_rule_id: 'R', p_alert_creation_time: fresh },
        { p_row_id: 'old', p_parse_time: old, p_rule_id: 'R', p_alert_creation_time: old },
        { p_row_id: 'signal', p_parse_time: old, p_rule_id: 'R' },
        { p_row_id: 'timeless', p_parse_time: null, p_event_time: fresh, p_rule_id: 'R' },
        { p_row_id: 'timeless and old', p_parse_time: null, p_event_time: old, p_rule_id: 'R' },
      ],
      'panther_rule_matches',
    );
    await lake.removeArrivedBefore('panther_rule_matches', cut);
    expect(await rowIds(lake, matches)).toEqual(['late', 'timeless']);
  });

  it('never removes what arrived later, and nothing stays that expired a month ago, however rows lie in days and parts', async () => {
    const day = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
    let round = 0;
    const days = fc.integer({ min: 0, max: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(days, days), { minLength: 1, maxLength: 8 }), {
          minLength: 1,
          maxLength: 4,
        }),
        days,
        async (inserts, end) => {
          round++;
          let table = '';
          const all = inserts.flatMap((rows, i) =>
            rows.map(([at, arrived], j) => ({ id: `${i}-${j}`, at, arrived })),
          );
          for (const i of inserts.keys()) {
            const rows = all
              .filter(({ id }) => id.startsWith(`${i}-`))
              .map(({ id, at, arrived }) => ({
                p_row_id: id,
                p_event_time: `${day(at)} 12:00:00`,
                p_parse_time: `${day(arrived * 10)} 12:00:00`,
              }));
            table = await store(lake, `Round.N${round}`, rows);
          }
          const expired = all.filter(({ arrived }) => arrived < end);
          const { rows, waiting } = await lake.removeArrivedBefore('panther_logs', new Date(day(end * 10)), {
            table: `round_n${round}`,
          });
          expect(rows + waiting).toBe(expired.length);
          const present = new Set(await rowIds(lake, table));
          expect(present.size).toBe(all.length - rows);
          for (const { id, arrived } of all) {
            if (arrived >= end) expect(present).toContain(id);
            // Noon of the day: three days of ten are a little less than 30 days.
            if (arrived <= end - 4) expect(present).not.toContain(id);
          }
        },
      ),
      { numRuns: 4 },
    );
  });
});

describe('a process killed while it removes', () => {
  it('leaves what is to stay, and the next run ends the work', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'margay-retention-'));
    const open = () => openLake({ dataDir }, { logger: silentLogger });
    try {
      let lake = await open();
      const rows = Array.from({ length: 60 }, (_, i) => ({
        p_row_id: String(i).padStart(2, '0'),
        p_event_time: `2024-0${1 + (i % 3)}-${String(1 + (i % 10)).padStart(2, '0')} 00:00:00`,
        p_parse_time: i % 4 === 0 ? fresh : old,
      }));
      const table = await store(lake, 'Kill.Me', rows);
      await lake.close();
      const script = fileURLToPath(new URL('./testing/remove-arrived.ts', import.meta.url));
      for (const killAfterMs of [10]) {
        const child = spawn(process.execPath, [script, dataDir, cut.toISOString()], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        child.stdout.on('data', () => setTimeout(() => child.kill('SIGKILL'), killAfterMs));
        await new Promise((resolve) => child.on('exit', resolve));
      }
      lake = await open();
      await lake.removeArrivedBefore('panther_logs', cut);
      const kept = rows.filter((_, i) => i % 4 === 0).map(({ p_row_id }) => p_row_id);
      expect(await rowIds(lake, table)).toEqual(kept);
      await lake.close();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
