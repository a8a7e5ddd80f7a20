import type { EventObject } from '@margay/model';
import type { LoadedContent } from '../loaded.ts';
import type { Wanted } from './wanted.ts';

/** Applies the inline filters of the rules that narrowing left as they were. */
export function applyInlineFilters(
  narrowed: Wanted,
  wanted: Wanted,
  loaded: LoadedContent,
  count: number,
  eventsOf: () => readonly EventObject[],
): Wanted {
  const chosen = new Map(narrowed);
  for (const [rule, { passes }] of loaded.ownRules) {
    const places = chosen.get(rule);
    if (!passes || places === undefined || places !== wanted.get(rule)) continue;
    const events = eventsOf();
    chosen.set(
      rule,
      Array.from(places ?? Array(count).keys()).filter((place) => passes(events[place]!)),
    );
  }
  return chosen;
}
