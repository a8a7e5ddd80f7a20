import type { DetectEngine } from '@margay/detect';
import { testLane } from '@margay/lake/testing';
import { openSpool } from '@margay/ingest';
import { newId, silentLogger } from '@margay/kit';
import { openLake, type Lake } from '@margay/lake';
import { openTestStore } from '@margay/store/testing';
import type { Store } from '@margay/store';
import { readSchema, shapeOf } from '@margay/schema';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventBuffer } from '@margay/ingest';
import { createSignalFeed } from '../findings/index.ts';
import { migrations } from '../testing/all-migrations.ts';
import { readBalance } from './balance.ts';
import { startPipeline, type Pipeline } from './pipeline.ts';
import { buildProcessingConfig } from './processing-config.ts';

const spec = `schema: Custom.Door
fields:
  - { name: door, type: string, required: true }
  - { name: user, type: string, indicators: [username] }
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
`;
const source = {
  id: 'source-1',
  label: 'doors',
  providerId: 'custom',
  ingestionType: 'HTTP',
  streamType: 'Lines' as const,
  streamOptions: {},
  logTypes: ['Custom.Door'],
  config: {},
  createdAt: new Date(),
  createdBy: null,
  updatedAt: new Date(),
  updatedBy: null,
  lastReceivedAt: null,
  lastProcessedAt: null,
};
/** No rules are enabled in these tests, so the runtime is never asked. */
const idleEngine = {
  evaluate: () => Promise.reject(new Error('no rule is enabled')),
  eventFilters: () => undefined,
} as unknown as DetectEngine;

describe('pipeline', () => {
  let folder: string;
  let lake: Lake;
  let store: Store;
  let buffer: EventBuffer;
  let pipeline: Pipeline;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'margay-pipeline-'));
    lake = await openLake({ dataDir: join(folder, 'lake') }, { logger: silentLogger });
    store = await openTestStore(migrations);
    buffer = await openSpool({ dir: join(folder, 'spool'), logger: silentLogger });
    const { schema } = readSchema(spec, { owner: 'user' });
    if (schema === undefined) throw new Error('the test schema is not valid');
    const active = { name: schema.name, version: 1, spec, owner: 'user' as const, schema };
    const { config } = await buildProcessingConfig({
      lake,
      sources: [source],
      schemas: [active],
      ruledLogTypes: [],
      revision: 1,
      failuresKey: new Uint8Array(32),
    });
    pipeline = await startPipeline({
      buffer,
      lake,
      store,
      processId: 'one',
      catchUpWithChanges: () => Promise.resolve(),
      engine: idleEngine,
      logger: silentLogger,
      clock: () => new Date(),
      shapeOf: () => shapeOf(schema, 1),
      ruleOf: () => undefined,
      alertWriter: { record: () => Promise.reject(new Error('no rule is enabled')) },
      signals: createSignalFeed({ store, retention: { days: 1, entries: 1 } }),
      recordPassed: async () => undefined,
      onFailures: async () => undefined,
    });
    pipeline.configure(config);
  });
  afterAll(async () => {
    await pipeline.stop();
    await buffer.close();
    await lake.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const send = (text: string) =>
    buffer.append(
      { sourceId: source.id, receivedAt: new Date(), format: { type: 'Lines' } },
      new TextEncoder().encode(text),
    );
  const count = async (database: string, table: string) => {
    const { rows } = await lake.query({
      lane: testLane,
      sql: `select count() from \`${database}\`.\`${table}\``,
      tag: newId(),
    });
    return Number(rows[0]?.[0]);
  };
  const door = (i: number) =>
    JSON.stringify({ door: `d${i}`, user: 'ada', at: '2026-01-02T03:04:05Z', extra: i });

  it('stores what the schema takes, keeps what it does not, and balances', async () => {
    await send(`${door(1)}\n${door(2)}\nnot json\n\n${JSON.stringify({ user: 'nobody' })}\n`);
    await pipeline.idle();
    expect(await count('panther_logs', 'custom_door')).toBe(2);
    expect(await count('panther_monitor', 'classification_failures')).toBe(2);
    const balance = await readBalance(store, source.id, new Date(0));
    const sum = (key: 'received' | 'stored' | 'failed' | 'duplicate' | 'inFlight') =>
      balance.reduce((total, entry) => total + entry[key], 0);
    expect({ received: sum('received'), stored: sum('stored'), failed: sum('failed') }).toEqual({
      received: 4,
      stored: 2,
      failed: 2,
    });
    expect(sum('received')).toBe(sum('stored') + sum('duplicate') + sum('failed') + sum('inFlight'));
  });

  it('takes many small batches together without losing or doubling one', async () => {
    const before = await count('panther_logs', 'custom_door');
    await Promise.all(Array.from({ length: 300 }, (_, i) => send(door(i))));
    await pipeline.idle();
    expect(await count('panther_logs', 'custom_door')).toBe(before + 300);
    expect(await store.query('select 1 from ingest_groups')).toEqual([]);
    expect(await store.query('select 1 from finished_parts')).toEqual([]);
  });

  it('takes a batch larger than a piece', async () => {
    const before = await count('panther_logs', 'custom_door');
    const lines = Array.from({ length: 200_000 }, (_, i) => door(i)).join('\n');
    expect(lines.length).toBeGreaterThan(16 * 1024 * 1024 - 2_000_000);
    await send(`${lines}\n${lines}`);
    await pipeline.idle();
    expect(await count('panther_logs', 'custom_door')).toBe(before + 400_000);
  });
});
