import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { testLane } from './testing/index.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MargayError, silentLogger } from '@margay/kit';
import { mountSmallDisk, type SmallDisk } from '@margay/kit/testing';
import { wordsOfLine } from '@margay/query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lake } from './index.ts';
import { createRowEncoder, openLake } from './index.ts';
import { sampleEvent, sampleShape } from './testing/events.ts';

const rowsPerBatch = 200;
const table = 'panther_logs.test_disk';

/** Sends numbered batches, and counts the rows of those that were stored. */
async function senderOf(lake: Lake) {
  const layout = await lake.ensureTable('panther_logs', { ...sampleShape, logType: 'Test.Disk' });
  let next = 0;
  let acknowledged = 0;
  const batch = () => {
    const encoder = createRowEncoder(layout);
    for (let i = 0; i < rowsPerBatch; i++)
      encoder.append(sampleEvent(i, { p_row_id: `row-${next++}`, name: crypto.randomUUID().repeat(20) }));
    return { rows: encoder.take(), token: `batch-${next}` };
  };
  return {
    get acknowledged() {
      return acknowledged;
    },
    /** The code of the refusal, or undefined when it was stored. */
    async send(): Promise<string | undefined> {
      const { rows, token } = batch();
      try {
        await lake.insert(layout, rows, { token });
        acknowledged += rowsPerBatch;
        return undefined;
      } catch (error) {
        return error instanceof MargayError ? error.code : 'unknown';
      }
    },
  };
}

const countsOf = async (lake: Lake) => {
  const { rows } = await lake.query({
    lane: testLane,
    sql: `SELECT count(), uniqExact(p_row_id), countIf(length(name) = 720) FROM ${table}`,
  });
  return (rows[0] ?? []).map(Number);
};

let dataDir: string;
let disk: SmallDisk | undefined;
let lake: Lake | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'margay-full-'));
});
afterEach(async () => {
  await lake?.close();
  disk?.remove();
  await rm(dataDir, { recursive: true, force: true });
  lake = disk = undefined;
});

describe('a disk that fills up while rows are written and merged', () => {
  it('loses no acknowledged row, and every search finds them once there is room', async ({ skip }) => {
    disk = mountSmallDisk(dataDir, 500);
    if (disk === undefined) return skip('mounting a small disk is not permitted here');
    const open = (lake = await openLake({ dataDir }, { logger: silentLogger }));
    const sender = await senderOf(open);
    const refusals = new Set<string | undefined>();
    for (let round = 0; round < 8; round++) {
      for (let i = 0; i < 15; i++) refusals.add(await sender.send());
      const filling = disk.fill();
      for (let i = 0; i < 20; i++) refusals.add(await sender.send());
      await filling;
      await disk.fill();
      for (let i = 0; i < 5; i++) refusals.add(await sender.send());
      await disk.free();
      const acknowledged = sender.acknowledged;
      const [count = 0, distinct, whole] = await countsOf(open);
      expect(count).toBeGreaterThanOrEqual(acknowledged);
      expect([distinct, whole]).toEqual([count, count]);
    }
    expect([...refusals].toSorted()).toEqual(['DiskFull', undefined]);
  }, 120_000);
});

describe('a merged part that lost bytes', () => {
  const pathsOf = async (open: Lake) => {
    const { rows } = await open.query({
      lane: testLane,
      sql: `SELECT path FROM system.parts WHERE active AND database = 'panther_logs' AND table = 'test_disk'`,
    });
    return rows.map(([path]) => String(path));
  };
  const merged = async (open: Lake) => {
    const sender = await senderOf(open);
    for (let i = 0; i < 12; i++) await sender.send();
    let paths = await pathsOf(open);
    // Merges begin by themselves soon after the inserts.
    for (let wait = 0; wait < 200 && !paths.some((path) => !path.endsWith('_0/')); wait++) {
      await new Promise((turn) => setTimeout(turn, 50));
      paths = await pathsOf(open);
    }
    const path = paths.find((one) => !one.endsWith('_0/'));
    if (path === undefined) throw new Error('nothing was merged');
    return path;
  };

  it.each([
    ['marks', 'data.cmrk4', 0, 'length(name) > 0'],
    ['columns', 'data.bin', 1000, 'length(name) > 0'],
    ['an index', 'skp_idx_p_raw_tokens.dct.idx', 100, `hasAllTokens(${wordsOfLine('p_raw')}, ['nowhere'])`],
  ])(
    'is set aside, and what it was merged from answers instead: %s',
    async (_what, file, size, condition) => {
      const open = (lake = await openLake({ dataDir }, { logger: silentLogger }));
      const path = await merged(open);
      await truncate(join(path, file), size);
      await open.query({ lane: testLane, sql: `SELECT count() FROM ${table} WHERE ${condition}` });
      expect(await pathsOf(open)).not.toContain(path);
      expect(await countsOf(open)).toEqual([2400, 2400, 2400]);
    },
  );
});
