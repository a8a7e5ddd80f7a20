import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookInFlight } from '../../pipeline/balance.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { checkOfWork } from './stuck-check.ts';

const begunAt = new Date('2026-03-01T10:00:00Z');
const minutesLater = (minutes: number) => new Date(begunAt.getTime() + minutes * 60_000);

describe('the check of work on a source’s events', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore(migrations);
    await store.query(
      `insert into ingest_groups (id, batch_ids, buffer_id, owner_id, created_at) values ('g', '{b}', 'one', 'one', $1)`,
      [begunAt],
    );
    const entry = { minute: begunAt.getTime(), received: 3, stored: 3, failed: 0, bytes: 9, retried: 0 };
    await bookInFlight(store, 'g.4', [{ sourceId: 'slow', ...entry }]);
  });
  afterAll(() => store.close());

  it('says since when events do not come to their end, and nothing while they may', async () => {
    expect(await checkOfWork(store, 'slow', minutesLater(14))).toBeUndefined();
    expect(await checkOfWork(store, 'other', minutesLater(60))).toBeUndefined();
    expect(await checkOfWork(store, 'slow', minutesLater(16))).toMatchObject({
      name: 'processing',
      healthy: false,
      message: expect.stringContaining('since 2026-03-01T10:00:00.000Z'),
    });
  });
});
