import type { DetectEngine } from '@margay/detect';
import { describe, expect, it } from 'vitest';
import { createEnginePool } from './engine-pool.ts';

const turn = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));
const never = () => new AbortController().signal;

function pool(mostEngines: number, idleMs = 1_000) {
  let started = 0;
  let closed = 0;
  const made = createEnginePool({
    engine: {},
    mostEngines,
    idleMs,
    create: () => {
      started++;
      return { close: async () => void closed++ } as unknown as DetectEngine;
    },
  });
  return { pool: made, counts: () => ({ started, closed }) };
}

describe('the engines of replays', () => {
  it('are lent to those first who have none, and to nobody twice at once', async () => {
    const { pool: engines, counts } = pool(2);
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const use = (owner: string) =>
      engines.use(owner, never(), async () => {
        order.push(owner);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = [use('ana'), use('ana'), use('ana'), use('bob')];
    await turn();
    expect(order).toEqual(['ana', 'ana']);
    ends[0]?.();
    await turn();
    expect(order).toEqual(['ana', 'ana', 'bob']);
    ends[1]?.();
    await turn();
    ends.forEach((end) => end());
    await turn();
    ends.forEach((end) => end());
    await Promise.all(all);
    expect(counts().started).toBe(2);
    await engines.close();
  });

  it('are stopped when nobody uses them', async () => {
    const { pool: engines, counts } = pool(1, 20);
    await engines.use('ana', never(), async () => undefined);
    while (counts().closed === 0) await turn();
    expect(counts()).toEqual({ started: 1, closed: 1 });
  });

  it('are given up when the work in them does not end by itself', async () => {
    const { pool: engines, counts } = pool(1);
    const controller = new AbortController();
    const hanging = engines.use('ana', controller.signal, () => new Promise(() => undefined));
    const next = engines.use('bob', never(), async () => 'served');
    hanging.catch(() => undefined);
    await turn();
    controller.abort();
    expect(await next).toBe('served');
    expect(counts()).toEqual({ started: 2, closed: 1 });
  });

  it('give no result of work that was stopped', async () => {
    const { pool: engines } = pool(1);
    const controller = new AbortController();
    const work = engines.use('ana', controller.signal, async () => {
      controller.abort();
      return 'half a result';
    });
    await expect(work).rejects.toThrow(/was stopped/);
  });
});
