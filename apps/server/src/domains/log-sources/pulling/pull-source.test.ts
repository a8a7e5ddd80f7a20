import { openSpool, sources, type EventBuffer } from '@margay/ingest';
import { startLoopbackApi, type LoopbackApi } from '@margay/ingest/testing';
import { readRecords } from '@margay/ingest/replies';
import { newId, silentLogger } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../testing/all-migrations.ts';
import { backOffMs } from './back-off.ts';
import { pullSource, type PullSourceDeps } from './pull-source.ts';
import { claimDuePull, findPullState, pauseDeadlyPulls, PullLost, syncPulls } from './store.ts';

class Killed extends Error {}

/** Fails with the call of this number, before it does anything or when it is done, and with every call after that. */
function dieAt(step: number, when: 'before' | 'after') {
  let count = 0;
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = count++;
    if (mine > step || (mine === step && when === 'before')) throw new Killed();
    const result = await work();
    if (mine === step) throw new Killed();
    return result;
  };
  return { around, isOver: () => count > step };
}

describe('pulling a source', { timeout: 120_000 }, () => {
  let folder: string;
  let store: Store;
  let buffer: EventBuffer;
  let api: LoopbackApi;
  let sourceId: string;
  let now: Date;
  let settings: Record<string, unknown>;
  const changedAt = new Date('2026-03-01T00:00:00Z');
  const http = createHttpClient({
    allowPrivate: true,
    timeoutMs: 5_000,
    maxResponseBytes: 100_000,
    userAgent: 'Margay',
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'margay-pull-'));
    store = await openTestStore(migrations);
    buffer = await openSpool({ dir: join(folder, 'spool'), logger: silentLogger });
    api = await startLoopbackApi();
  });
  afterAll(async () => {
    await api.close();
    await buffer.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    api.forget();
    sourceId = newId();
    now = new Date('2026-03-01T12:00:00Z');
    settings = {
      url: `${api.url}/events`,
      recordsPath: 'items',
      pagination: 'cursor',
      nextPath: 'next',
      cursorParameter: 'after',
    };
    await store.query('delete from source_pulls');
    await syncPulls(store, [{ id: sourceId, updatedAt: changedAt }], now);
  });

  const deps = (change: Partial<PullSourceDeps> = {}): PullSourceDeps => ({
    store,
    buffer,
    http,
    replies: { read: async (body, plan) => readRecords(body, plan) },
    tokens: { of: () => expect.unreachable('these sources need no token') },
    definitions: sources,
    clock: () => now,
    sources: {
      open: async (id) => ({
        settings,
        source: {
          id,
          ingestionType: 'LogPulling',
          providerId: 'custom',
          streamType: 'JSON',
          streamOptions: {},
        } as never,
      }),
    },
    ...change,
  });

  /** Seven records in pages of two; the last page names itself. Replies change from request to request, as they may. */
  function serveSeven(): void {
    let asked = 0;
    api.answer((url) => {
      const from = Number(url.searchParams.get('after') ?? 0);
      const items = [1, 2, 3, 4, 5, 6, 7].slice(from, from + 2).map((n) => ({ n, asked: ++asked }));
      return { json: { items, next: from + items.length } };
    });
  }

  async function run(by = newId(), change: Partial<PullSourceDeps> = {}): Promise<void> {
    const claim = await claimDuePull(store, by, now, []);
    expect(claim?.sourceId).toBe(sourceId);
    await pullSource(deps(change), claim!, new AbortController().signal);
  }

  /** Takes everything that is in the buffer out of it. */
  async function recordsInBuffer(): Promise<number[]> {
    const found: number[] = [];
    const over = new AbortController();
    let left = buffer.stats().segments;
    if (left === 0) return found;
    for await (const segment of buffer.take(over.signal)) {
      for (const line of new TextDecoder()
        .decode(await segment.readPlain())
        .trimEnd()
        .split('\n'))
        found.push((JSON.parse(line) as { n: number }).n);
      await buffer.done(segment.ref);
      if (--left === 0) over.abort();
    }
    return found;
  }

  it('brings every record once, wherever its process dies', async () => {
    let deaths = 0;
    for (const when of ['before', 'after'] as const) {
      for (let step = 0; ; step++) {
        await store.query('delete from source_pulls');
        sourceId = newId();
        await syncPulls(store, [{ id: sourceId, updatedAt: changedAt }], now);
        serveSeven();
        const life = dieAt(step, when);
        const claim = await claimDuePull(store, newId(), now, []);
        const mortal = deps({
          store: { ...store, query: (sql, params) => life.around(() => store.query(sql, params)) },
          buffer: { append: (...given) => life.around(() => buffer.append(...given)) },
        });
        await pullSource(mortal, claim!, new AbortController().signal).catch(() => undefined);
        if (!life.isOver()) break;
        deaths++;
        // Another process: this one never gave anything back.
        now = new Date(now.getTime() + 3_600_000);
        await run();
        expect((await recordsInBuffer()).toSorted(), `${when} step ${step}`).toEqual([1, 2, 3, 4, 5, 6, 7]);
        expect(await findPullState(store, sourceId)).toMatchObject({ records: 7, failingSince: null });
      }
      await recordsInBuffer();
    }
    expect(deaths).toBeGreaterThan(20);
  });

  it('is one process at a time, and one that was late changes nothing any more', async () => {
    serveSeven();
    const [late, heir] = [newId(), newId()];
    await store.query(
      `insert into processes (id, roles, host, lease_until) values ($1, '{ingest}', 'here', now() + interval '1 hour')`,
      [late],
    );
    const claim = await claimDuePull(store, late, now, []);
    expect(await claimDuePull(store, heir, now, [])).toBe(undefined);
    expect(await claimDuePull(store, late, now, [sourceId])).toBe(undefined);
    await store.query(`update processes set lease_until = now() - interval '1 second' where id = $1`, [late]);
    // One that goes on after all (the embedded store renews no lease) does not take its own work over.
    expect(await claimDuePull(store, late, now, [sourceId])).toBe(undefined);
    await run(heir);
    await expect(pullSource(deps(), claim!, new AbortController().signal)).rejects.toThrow(PullLost);
    expect((await recordsInBuffer()).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is paused once three processes in a row died over it, until a person saves the source again', async () => {
    const other = newId();
    // Due a little earlier, so it is claimed first.
    await syncPulls(store, [{ id: other, updatedAt: changedAt }], new Date(now.getTime() - 1_000));
    const reason = 'The server ended while it pulled this source.';
    const pause = () => pauseDeadlyPulls(store, newId(), reason, now);
    const claim = (by: string, running: string[] = []) => claimDuePull(store, by, now, running);
    const dead = newId();
    expect((await claim(dead))?.sourceId).toBe(other);
    expect((await claim(dead, [other]))?.sourceId).toBe(sourceId);

    // Both were under way. Nothing is pulled beside either, so that the next death has one cause.
    expect(await claim(newId(), [newId()])).toBe(undefined);
    const second = newId();
    const innocent = (await claim(second))!;
    expect(innocent).toMatchObject({ sourceId: other, deaths: 1 });
    serveSeven();
    await pullSource(deps(), innocent, new AbortController().signal);
    expect(await claim(second)).toMatchObject({ sourceId, deaths: 1 });
    expect(await pause()).toEqual([]);
    expect(await claim(newId())).toMatchObject({ sourceId, deaths: 2 });
    expect(await pause()).toEqual([sourceId]);

    expect(await claim(newId())).toBe(undefined);
    expect(await findPullState(store, sourceId)).toMatchObject({
      isPaused: true,
      needsAttention: true,
      lastError: reason,
    });
    expect(await findPullState(store, other)).toMatchObject({ isPaused: false, records: 7 });
    await recordsInBuffer();
    await syncPulls(store, [{ id: sourceId, updatedAt: new Date(changedAt.getTime() + 1) }], now);
    serveSeven();
    await run();
    expect(await findPullState(store, sourceId)).toMatchObject({ isPaused: false, records: 7 });
    expect(await recordsInBuffer()).toHaveLength(7);
  });

  it('tells of a failure, waits, and asks at once when a person has changed the source', async () => {
    api.answer(() => ({ status: 401 }));
    await run();
    expect(await findPullState(store, sourceId)).toMatchObject({
      needsAttention: true,
      failingSince: now,
      lastError: expect.stringContaining('refused the credentials with 401'),
    });
    expect(await claimDuePull(store, newId(), new Date(now.getTime() + 60_000), [])).toBe(undefined);
    await syncPulls(store, [{ id: sourceId, updatedAt: new Date(changedAt.getTime() + 1) }], now);
    serveSeven();
    await run();
    expect(await findPullState(store, sourceId)).toMatchObject({ needsAttention: false, records: 7 });
    await recordsInBuffer();
  });

  it('waits as long as it is told, and longer after each failure without a word', async () => {
    api.answer(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    await run();
    const { nextAttemptAt } = (await findPullState(store, sourceId))!;
    expect(nextAttemptAt.getTime()).toBe(now.getTime() + 600_000);
    const waits = [1, 2, 3, 20].map((failures) => backOffMs(failures, { needsAttention: false }, () => 0.5));
    expect(waits).toEqual([15_000, 30_000, 60_000, 900_000]);
  });

  it('forgets earlier failures with the first page that came', async () => {
    api.answer(() => ({ status: 503 }));
    for (let failure = 0; failure < 6; failure++) {
      await run();
      now = new Date(now.getTime() + 3_600_000);
    }
    api.answer((url) =>
      url.searchParams.has('after') ? { status: 503 } : { json: { items: [{ n: 1 }], next: 'b' } },
    );
    await run();
    const { nextAttemptAt, records } = (await findPullState(store, sourceId))!;
    expect(records).toBe(1);
    expect(nextAttemptAt.getTime() - now.getTime()).toBeLessThan(20_000);
    await recordsInBuffer();
  });

  it('says of a page that the event buffer will never take why, and goes on when that is mended', async () => {
    serveSeven();
    const strict: Pick<EventBuffer, 'append'> = {
      append: (meta, body) => buffer.append(meta, body, { maxPlainBytes: 1 }),
    };
    await run(newId(), { buffer: strict });
    expect(await findPullState(store, sourceId)).toMatchObject({
      failingSince: now,
      lastError: expect.stringContaining('more than 1 bytes'),
    });
    now = new Date(now.getTime() + 60_000);
    await run();
    expect(await findPullState(store, sourceId)).toMatchObject({ failingSince: null, records: 7 });
    expect((await recordsInBuffer()).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('keeps the page while the event buffer has no room, and does not blame the source', async () => {
    serveSeven();
    const tight = await openSpool({
      dir: join(folder, 'tight'),
      logger: silentLogger,
      limits: { maxSegments: 0 },
    });
    await run(newId(), { buffer: tight });
    await tight.close();
    expect(await findPullState(store, sourceId)).toMatchObject({ failingSince: null, records: 0 });
    now = new Date(now.getTime() + 60_000);
    await run();
    expect((await recordsInBuffer()).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('begins anew where another address is asked', async () => {
    serveSeven();
    await run();
    now = new Date(now.getTime() + 3_600_000);
    settings = { ...settings, url: `${api.url}/others` };
    api.forget();
    await run();
    expect(api.requests[0]?.url.href).toContain('/others');
    expect(api.requests[0]?.url.searchParams.has('after')).toBe(false);
    await recordsInBuffer();
  });
});
