import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShares, type Shares } from './shares.ts';

const never = new AbortController().signal;
const refuse = () => new Error('refused');
/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface Held {
  owner: string;
  number: number;
  leave?: () => void;
  stop: AbortController;
  state: 'waiting' | 'held' | 'over';
}

function claim(shares: Shares, owner: string, number: number, amount: number, served: Held[]): Held {
  const one: Held = { owner, number, stop: new AbortController(), state: 'waiting' };
  shares.take({ owner, amount, signal: one.stop.signal }).then(
    (leave) => {
      one.leave = leave;
      one.state = 'held';
      served.push(one);
    },
    () => (one.state = 'over'),
  );
  return one;
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      owner: fc.constantFrom('a', 'b', 'c'),
      amount: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abort' as const), at: fc.nat() }) },
);

describe('shares', () => {
  it('are never more than there is, come back whole, and go to each owner in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 40 }),
        async (capacity, steps) => {
          const shares = createShares({ capacity, refuse });
          const all: Held[] = [];
          const served: Held[] = [];
          const amounts = new Map<Held, number>();
          const inState = (state: Held['state']) => all.filter((one) => one.state === state);
          for (const one of steps) {
            if (one.kind === 'claim') {
              const made = claim(shares, one.owner, all.length, one.amount, served);
              amounts.set(made, Math.min(one.amount, capacity));
              all.push(made);
            } else {
              const among = inState(one.kind === 'leave' ? 'held' : 'waiting');
              const chosen = among[one.at % Math.max(1, among.length)];
              if (one.kind === 'abort') chosen?.stop.abort();
              else if (chosen?.leave) {
                chosen.leave();
                chosen.leave(); // Twice is once.
                chosen.state = 'over';
              }
            }
            await settled();
            const taken = inState('held').reduce((sum, held) => sum + (amounts.get(held) ?? 0), 0);
            expect(taken).toBeLessThanOrEqual(capacity);
            if (inState('waiting').length > 0) expect(taken).toBeGreaterThan(0);
          }
          for (let rest = inState('held'); rest.length > 0; rest = inState('held')) {
            for (const held of rest) {
              held.leave?.();
              held.state = 'over';
            }
            await settled();
          }
          expect(inState('waiting')).toEqual([]);
          for (const owner of ['a', 'b', 'c']) {
            const numbers = served.filter((one) => one.owner === owner).map(({ number }) => number);
            expect(numbers).toEqual(numbers.toSorted((x, y) => x - y));
          }
          const last = await shares.take({ owner: 'last', amount: capacity, signal: never });
          last();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('go to whoever holds least, however many claims somebody else has', async () => {
    const shares = createShares({ capacity: 4, perOwner: 3, refuse });
    const served: Held[] = [];
    const flood = Array.from({ length: 50 }, (_, number) => claim(shares, 'flood', number, 1, served));
    await settled();
    expect(served.length).toBe(3);
    const other = [1, 2].map((number) => claim(shares, 'other', number, 1, served));
    await settled();
    expect(other.map(({ state }) => state)).toEqual(['held', 'waiting']);
    flood[0]?.leave?.();
    await settled();
    expect(other[1]?.state).toBe('held');
  });

  it('are not given to a small claim before a large one that came first', async () => {
    const shares = createShares({ capacity: 4, refuse });
    const served: Held[] = [];
    const first = claim(shares, 'a', 0, 2, served);
    const large = claim(shares, 'b', 1, 4, served);
    const small = claim(shares, 'c', 2, 1, served);
    await settled();
    expect([first, large, small].map(({ state }) => state)).toEqual(['held', 'waiting', 'waiting']);
    large.stop.abort();
    await settled();
    expect(small.state).toBe('held');
  });

  it('are refused to whoever waits too long or has too many waiting, with how things stand', async () => {
    const seen: unknown[] = [];
    const shares = createShares({
      capacity: 1,
      waitingPerOwner: 1,
      refuse: (crowd) => {
        seen.push(crowd);
        return refuse();
      },
    });
    const leave = await shares.take({ owner: 'a', signal: never });
    const waits = shares.take({ owner: 'a', signal: never, patienceMs: 20 });
    await expect(shares.take({ owner: 'a', signal: never })).rejects.toThrow('refused');
    await expect(waits).rejects.toThrow('refused');
    expect(seen).toEqual([
      { ownHeld: 1, ownWaiting: 1, held: 1 },
      { ownHeld: 1, ownWaiting: 0, held: 1 },
    ]);
    leave();
    (await shares.take({ owner: 'a', signal: never }))();
  });
});
