import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

describe('the random source of the demo', () => {
  it('repeats itself for the same seed, and a fork does not move it', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), (seed, name) => {
        const a = createRandom(seed);
        const b = createRandom(seed);
        b.fork(name).next();
        expect(Array.from({ length: 20 }, () => a.next())).toEqual(
          Array.from({ length: 20 }, () => b.next()),
        );
      }),
    );
  });

  it('stays within its bounds and reaches both ends', () => {
    const random = createRandom(7);
    const drawn = Array.from({ length: 2000 }, () => random.int(3, 9));
    expect(Math.min(...drawn)).toBe(3);
    expect(Math.max(...drawn)).toBe(9);
    expect(random.hex(12)).toMatch(/^[0-9a-f]{12}$/);
    expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('picks by weight', () => {
    const random = createRandom(1);
    const list = [
      { weight: 3, value: 'often' },
      { weight: 1, value: 'seldom' },
      { weight: 0, value: 'never' },
    ];
    const drawn = Array.from({ length: 4000 }, () => random.weighted(list));
    const often = drawn.filter((value) => value === 'often').length;
    expect(often).toBeGreaterThan(2700);
    expect(often).toBeLessThan(3300);
    expect(drawn).not.toContain('never');
  });
});
