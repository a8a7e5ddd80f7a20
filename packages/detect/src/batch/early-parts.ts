import type { LoadedContent } from '../loaded.ts';
import type { ReadBatch } from './read-batch.ts';
import type { Wanted } from './wanted.ts';

/** Decides when what was found of a batch is sent to Python, so that it works while the rest is read. */
export interface EarlyParts {
  /** The rule has to see so many events of those not sent. */
  note(rule: number, events: number): void;
  /** Asked after each event, by its place. */
  isWorthwhile(event: number): boolean;
  /** Takes out of `chosen` what Python can begin with. */
  take(chosen: Map<number, number[]>, event: number): Wanted;
}

/** JSON that is read for one part, and that is left for the next. Less is read before Python has begun. */
const leastBytes = 2 * 1024 * 1024;
/** A rule has its time in each part anew, so a batch has few. */
const mostParts = 4;
/** Events of rules. Fewer do not keep Python busy. */
const leastWork = 160;
/** To begin with a rule costs as much as some events; it begins once more in each part. */
const leastWorkOfRule = 8;

export function createEarlyParts({ bounds }: Pick<ReadBatch, 'bounds'>, loaded: LoadedContent): EarlyParts {
  const end = bounds.at(-1) ?? 0;
  const partBytes = Math.max(leastBytes, end / mostParts);
  let from = 0;
  let work = 0;
  let rules = 0;
  // What runs apart begins with a fresh interpreter, and what is judged here needs none.
  const isShared = (rule: number) => !loaded.apart.has(rule) && !loaded.ownRules.get(rule)?.simple;

  return {
    note(rule, events) {
      if (!isShared(rule)) return;
      work += 1;
      if (events === 1) rules += 1;
    },
    isWorthwhile(event) {
      if (work < leastWork || work < rules * leastWorkOfRule) return false;
      const at = bounds[event * 2 + 1]!;
      return at - from >= partBytes && end - at >= leastBytes;
    },
    take(chosen, event) {
      from = bounds[event * 2 + 1]!;
      work = rules = 0;
      const taken = [...chosen].filter(([rule, events]) => events.length > 0 && isShared(rule));
      for (const [rule] of taken) chosen.set(rule, []);
      return new Map(taken);
    },
  };
}
