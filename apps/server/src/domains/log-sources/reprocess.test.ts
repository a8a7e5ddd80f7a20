import { createSecretBox } from '@margay/auth';
import { openSpool, type EventBuffer } from '@margay/ingest';
import { silentLogger } from '@margay/kit';
import { createRowEncoder, type Lake } from '@margay/lake';
import { openTemporaryLake, testLane, type TemporaryLake } from '@margay/lake/testing';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../api/actor.ts';
import { bookInFlight, settleBalance, readBalance } from '../../pipeline/balance.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { createReprocessService } from './reprocess.ts';
import type { LogSource } from './store.ts';

const sourceId = 'doors';
const actor = systemActor();
const first = Date.parse('2026-01-02T03:04:00Z');
const second = Date.parse('2026-01-02T03:07:00Z');

describe('failures that are processed again', () => {
  let place: TemporaryLake;
  let store: Store;
  let folder: string;
  let buffer: EventBuffer;
  beforeAll(async () => {
    place = await openTemporaryLake();
    store = await openTestStore(migrations);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'margay-reprocess-'));
    buffer = await openSpool({ dir: folder, logger: silentLogger });
    return async () => {
      await buffer.close();
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterAll(async () => {
    await place.remove();
    await store.close();
  });

  const serviceOn = (lake: Lake) =>
    createReprocessService({
      store,
      lake,
      buffer,
      secrets: createSecretBox(new Uint8Array(32)),
      sources: { byId: async (id) => ({ id, label: 'Doors', logTypes: ['Custom.Doors'] }) as LogSource },
      audit: createTestAuditLog(store),
      clock: () => new Date(),
    });

  async function keep(failures: { id: string; payload: string; receivedAt?: number }[]): Promise<void> {
    const layout = place.lake.layout('panther_monitor', 'classification_failures');
    if (layout === undefined) throw new Error('the fixed table is missing');
    const encoder = createRowEncoder(layout);
    const text = (at: number) => new Date(at).toISOString().replace('T', ' ').replace('Z', '');
    for (const { id, payload, receivedAt } of failures) {
      encoder.append({
        event: {
          p_row_id: id,
          p_source_id: sourceId,
          p_parse_time: text(second + 30_000),
          payload,
          ...(receivedAt === undefined ? {} : { receivedAt: text(receivedAt) }),
        },
      });
    }
    await place.lake.insert(layout, encoder.take(), { token: failures.map(({ id }) => id).join() });
  }
  const keptIds = async () => {
    const { rows } = await place.lake.query({
      lane: testLane,
      sql: 'select p_row_id from panther_monitor.classification_failures order by p_row_id',
    });
    return rows.map(([id]) => id);
  };
  async function sentBatches() {
    const sent: { minute: number; retried: number | undefined; text: string }[] = [];
    const count = buffer.stats().segments;
    if (count === 0) return sent;
    for await (const { meta, ref, readPlain } of buffer.take()) {
      const text = Buffer.from(await readPlain()).toString();
      sent.push({ minute: meta.receivedAt.getTime(), retried: meta.retriedFailures, text });
      await buffer.done(ref);
      if (sent.length === count) break;
    }
    return sent.toSorted((a, b) => a.minute - b.minute);
  }

  it('go as batches of the minutes in which they came, and are kept no longer, but for those that were cut', async () => {
    await keep([
      { id: 'a1', payload: 'one', receivedAt: first + 1_000 },
      { id: 'a2', payload: 'two', receivedAt: second },
      { id: 'a3', payload: 'x'.repeat(65_536), receivedAt: first },
      { id: 'a4', payload: 'four', receivedAt: first + 59_999 },
      // Kept by a version that did not write down when its batch came.
      { id: 'a5', payload: 'five' },
    ]);
    const service = serviceOn(place.lake);
    expect(await service.reprocess(actor, sourceId)).toEqual({ sent: 4, cut: 1 });
    expect(await sentBatches()).toEqual([
      { minute: first, retried: 2, text: 'one\nfour' },
      { minute: second, retried: 2, text: 'two\nfive' },
    ]);
    expect(await keptIds()).toEqual(['a3']);
    expect(await service.reprocess(actor, sourceId)).toEqual({ sent: 0, cut: 1 });
    expect(await sentBatches()).toEqual([]);
  });

  it('go alone where they hold line breaks, so that one that is unclosed takes in no other', async () => {
    const several = '{ "bb":\n 2 }';
    await keep([
      { id: 'a6', payload: '{ unclosed\n[1', receivedAt: first },
      { id: 'a7', payload: several, receivedAt: first },
      { id: 'a8', payload: 'one line', receivedAt: first },
      { id: 'a9', payload: '{"bb":3}', receivedAt: first },
    ]);
    expect(await serviceOn(place.lake).reprocess(actor, sourceId)).toEqual({ sent: 4, cut: 1 });
    const sent = await sentBatches();
    expect(new Set(sent.map(({ retried, text }) => `${retried} ${text}`))).toEqual(
      new Set(['1 { unclosed\n[1', `1 ${several}`, '2 one line\n{"bb":3}']),
    );
    expect(await keptIds()).toEqual(['a3']);
  });

  it('go once, also where the run broke off before it could forget them', async () => {
    await keep([{ id: 'b1', payload: 'one', receivedAt: first }]);
    const broken = serviceOn({
      ...place.lake,
      removeRows: () => Promise.reject(new Error('the server died')),
    });
    await expect(broken.reprocess(actor, sourceId)).rejects.toThrow('the server died');
    // Meanwhile another one fails; it is for the next run.
    await new Promise((turn) => setTimeout(turn, 5));
    const layout = place.lake.layout('panther_monitor', 'classification_failures');
    const encoder = createRowEncoder(layout!);
    const now = new Date(Date.now() + 1_000).toISOString().replace('T', ' ').replace('Z', '');
    encoder.append({ event: { p_row_id: 'b0', p_source_id: sourceId, p_parse_time: now, payload: 'zero' } });
    await place.lake.insert(layout!, encoder.take(), { token: 'b0' });

    await serviceOn(place.lake).reprocess(actor, sourceId);
    expect(buffer.stats().duplicates).toBe(1);
    expect(await sentBatches()).toEqual([{ minute: first, retried: 1, text: 'one' }]);
    expect(await keptIds()).toEqual(['a3', 'b0']);
  });

  it('leave the failures of their minute when they are booked', async () => {
    const part = (
      id: string,
      counts: { received: number; stored: number; failed: number; retried: number },
    ) =>
      store.transaction(async (tx) => {
        const balance = [{ sourceId, minute: first, bytes: 10, ...counts }];
        await bookInFlight(tx, id, balance);
        await settleBalance(tx, id, balance, [], new Date());
      });
    const booked = async () => {
      const [{ received, stored, failed } = { received: 0, stored: 0, failed: 0 }] = await readBalance(
        store,
        sourceId,
        new Date(0),
      );
      return { received, stored, failed };
    };
    await part('p1', { received: 10, stored: 6, failed: 4, retried: 0 });
    await part('p2', { received: 4, stored: 3, failed: 1, retried: 4 });
    expect(await booked()).toEqual({ received: 10, stored: 9, failed: 1 });
    // More than there are, as where the minute is not known exactly: the equation holds.
    await part('p3', { received: 2, stored: 2, failed: 0, retried: 2 });
    expect(await booked()).toEqual({ received: 11, stored: 11, failed: 0 });
  });
});
