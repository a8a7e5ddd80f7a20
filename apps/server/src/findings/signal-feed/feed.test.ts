import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../testing/all-migrations.ts';
import { foundMatch } from '../../domains/alerts/testing.ts';
import { signalsOf, type NewSignal } from './entry.ts';
import { createSignalFeed, type SignalFeed } from './feed.ts';

const at = new Date('2026-03-01T10:00:00Z');
const signalsFor = (
  unitId: string,
  count: number,
  event: Record<string, unknown> = {},
  now = at,
): NewSignal[] =>
  signalsOf(
    { unitId, now, matches: Array.from({ length: count }, () => foundMatch({}, event)), errors: [] },
    { alertIdOfMatch: [], alertIdOfError: [] },
    () => undefined,
  );

describe('the signal feed', () => {
  let store: Store;
  let feed: SignalFeed;
  beforeAll(async () => {
    store = await openTestStore(migrations);
    feed = createSignalFeed({ store, retention: { days: 2, entries: 1_000 } });
  });
  afterAll(() => store.close());
  beforeEach(() => store.exec('delete from signal_feed; update signal_feed_head set position = 0'));

  const add = (unitId: string, count: number, now = at) =>
    store.transaction((tx) => feed.append(tx, signalsFor(unitId, count, {}, now)));

  it('gives every committed signal once and in order to a reader beside many writers', async () => {
    const committed = new Set<string>();
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let turn = 0; turn < 40; turn++) {
        const signals = signalsFor(`${writer}.${turn}`, 1 + ((writer + turn) % 3));
        const isUndone = (writer * 7 + turn) % 5 === 0;
        const done = store.transaction(async (tx) => {
          for (let i = 0; i < Math.random() * 5; i++) await setImmediate();
          await feed.append(tx, signals);
          for (let i = 0; i < Math.random() * 20; i++) await setImmediate();
          if (isUndone) throw new Error('undone');
        });
        await done.then(
          () => signals.forEach(({ id }) => committed.add(id)),
          (error: unknown) => expect(String(error)).toContain('undone'),
        );
      }
    });
    const isOver = new AbortController();
    const all = Promise.all(writers).finally(() => isOver.abort());
    const seen: { id: string; position: number }[] = [];
    let after = 0;
    const readOn = async () => {
      const page = await feed.readSignals({ after, limit: 7 });
      expect(page.missed).toBe(0);
      seen.push(...page.signals);
      after = page.next;
      return page.signals.length > 0;
    };
    while (!isOver.signal.aborted) if (await feed.waitForSignals(after, isOver.signal)) await readOn();
    await all;
    while (await readOn());
    expect(seen.map(({ position }) => position)).toEqual(seen.map((_, i) => i + 1));
    expect(seen.map(({ id }) => id).toSorted()).toEqual([...committed].toSorted());
    expect(committed.size).toBeGreaterThan(200);
  }, 120_000);

  it('wakes a reader that waits, also when another process wrote', async () => {
    const stop = new AbortController();
    const waiting = feed.waitForSignals(0, stop.signal);
    await createSignalFeed({ store, retention: { days: 1, entries: 1_000 } }).append(
      store,
      signalsFor('x', 1),
    );
    expect(await waiting).toBe(true);
    const vain = feed.waitForSignals(1, stop.signal);
    stop.abort();
    expect(await vain).toBe(false);
  }, 60_000);

  it('keeps as many and as long as it should, and tells a reader what it missed', async () => {
    await add('old', 5, new Date(at.getTime() - 3 * 86_400_000));
    await add('new', 3);
    expect(await feed.trim(at)).toBe(5);
    expect(await feed.readSignals({ after: 2, limit: 2 })).toMatchObject({
      missed: 3,
      next: 7,
      signals: [{ id: 'new:0', position: 6 }, { id: 'new:1' }],
    });
    expect(await feed.readSignals({ after: 5, limit: 9 })).toMatchObject({ missed: 0, next: 8 });
    await add('more', 1_000);
    expect(await feed.trim(at)).toBe(3);
    expect(await feed.trim(at)).toBe(0);
    expect(await feed.trim(new Date(at.getTime() + 3 * 86_400_000))).toBe(1_000);
    expect(await feed.readSignals({ after: 100, limit: 9 })).toEqual({
      signals: [],
      next: 1_008,
      missed: 908,
    });
    expect(await feed.readSignals({ after: 1_008, limit: 9 })).toEqual({
      signals: [],
      next: 1_008,
      missed: 0,
    });
  });

  it('keeps the short fields of an event that is too large, and any text', async () => {
    const event = { user: 'a\0\ud800', blob: 'x'.repeat(20_000), p_any_usernames: ['ada'] };
    await store.transaction((tx) => feed.append(tx, signalsFor('big', 1, event)));
    const [signal] = (await feed.readSignals({ after: 0, limit: 1 })).signals;
    expect(signal?.isCut).toBe(true);
    expect(JSON.parse(signal?.event ?? '')).toMatchObject({
      user: 'a\0\ud800',
      p_any_usernames: ['ada'],
      p_log_type: 'AWS.CloudTrail',
    });
    expect(signal?.event).not.toContain('xxx');
  });
});
