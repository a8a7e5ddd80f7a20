import { describe, expect, it } from 'vitest';
import type { LoadedContent } from '../loaded.ts';
import { createEarlyParts } from './early-parts.ts';

const MiB = 1024 * 1024;
const apart = 7;
const simple = 8;
const loaded = {
  apart: new Set([apart]),
  ownRules: new Map([[simple, { simple: {} }]]),
} as unknown as LoadedContent; // all that is looked at

/** Where it sends what it has, and what: every event is for these rules. */
function sent(events: { count: number; bytes: number }, rulesOf: (event: number) => readonly number[]) {
  const { count, bytes } = events;
  const bounds = Uint32Array.from({ length: count * 2 }, (_, at) => Math.ceil(at / 2) * bytes);
  const early = createEarlyParts({ bounds }, loaded);
  const chosen = new Map(Array.from({ length: 200 }, (_, rule) => [rule, [] as number[]]));
  const parts: { at: number; rules: [number, number][] }[] = [];
  for (let event = 0; event < count; event++) {
    for (const rule of rulesOf(event)) {
      chosen.get(rule)!.push(event);
      early.note(rule, chosen.get(rule)!.length);
    }
    if (!early.isWorthwhile(event)) continue;
    const taken = [...early.take(chosen, event)];
    const rules = taken.map(([rule, places]): [number, number] => [rule, places!.length]);
    parts.push({ at: event + 1, rules });
  }
  const left = [...chosen].filter(([, { length }]) => length > 0).map(([rule, { length }]) => [rule, length]);
  return { parts, left };
}

describe('parts that are sent while the batch is read', () => {
  const large = { count: 1000, bytes: 6 * 1024 };

  it('hold what Python can begin with, and leave every event to one part', () => {
    const { parts, left } = sent({ count: 1100, bytes: 6 * 1024 }, () => [1, 2, apart, simple]);
    const both = (events: number) => [1, 2].map((rule) => [rule, events]);
    expect(parts).toEqual([
      { at: 342, rules: both(342) },
      { at: 684, rules: both(342) },
    ]);
    expect(left).toEqual([...both(416), [apart, 1100], [simple, 1100]]);
  });

  it.each([
    ['a small batch', { count: 1000, bytes: 4000 }, () => [1, 2]],
    ['little to do', large, (event: number) => (event % 20 === 0 ? [1] : [])],
    ['many rules with an event each', large, (event: number) => [event % 200]],
    ['rules that run elsewhere alone', large, () => [apart, simple]],
  ])('are not worthwhile for %s', (_name, events, rulesOf) => {
    expect(sent(events, rulesOf).parts).toEqual([]);
  });

  it('are at most four of however large a batch', () => {
    const { parts } = sent({ count: 1000, bytes: MiB }, () => [1]);
    expect(parts.map(({ at }) => at)).toEqual([250, 500, 750]);
  });
});
