import type { EventObject } from '@margay/model';
import type { LoadedContent } from '../loaded.ts';
import type { Mark } from '../prefilter/memo.ts';
import { createEarlyParts } from './early-parts.ts';
import type { ReadBatch } from './read-batch.ts';
import type { Wanted } from './wanted.ts';

/** A rule, and an event on which a False would be worth remembering. */
export interface Lesson {
  rule: number;
  event: number;
  mark: Mark;
}

/**
 * Leaves out the events on which a rule cannot match, or is known not to, or that its inline filters refuse. Yields some
 * rules with events they must see while it is still at later events, and returns all rules with what is left for them.
 */
export function* narrow(
  batch: ReadBatch,
  loaded: LoadedContent,
  wanted: Wanted,
  eventsInOrder: () => Iterable<EventObject>,
  lessons: Lesson[],
): Generator<Wanted, Wanted> {
  const chosen = new Map<number, number[]>();
  const limits = new Map<number, Set<number>>();
  for (const rule of loaded.rulesOf.get(batch.logType) ?? []) {
    const events = wanted.get(rule);
    if (events === undefined) continue;
    chosen.set(rule, []);
    if (events) limits.set(rule, new Set(events));
  }
  if (chosen.size === 0) return wanted;
  const { prefilter, memo } = loaded.filterOf(batch.logType);
  const early = createEarlyParts(batch, loaded);
  let event = 0;
  let current: EventObject = {};
  function choose(rule: number): void {
    const places = chosen.get(rule);
    if (!places || limits.get(rule)?.has(event) === false) return;
    if (loaded.ownRules.get(rule)?.passes?.(current) === false) return;
    const mark = memo.markOf(rule);
    if (mark) {
      if (memo.saidFalse(rule, mark)) return;
      lessons.push({ rule, event, mark });
    }
    places.push(event);
    early.note(rule, places.length);
  }
  for (current of eventsInOrder()) {
    memo.begin(current);
    prefilter(current, choose);
    memo.visitOpen(choose);
    if (early.isWorthwhile(event)) yield early.take(chosen, event);
    event += 1;
  }
  return new Map([...wanted].map(([rule, all]) => [rule, chosen.get(rule) ?? all]));
}
