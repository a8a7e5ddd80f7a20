import { indicatorFields } from '@margay/model';
import type { EventObject, IndicatorField } from '@margay/model';
import type { AddIndicator } from './indicator.ts';

/** Up to here a look through the list is cheaper than a set. */
const shortList = 12;

/** Gathers the indicators of one event after another. */
export interface IndicatorCollector {
  add: AddIndicator;
  reset(): void;
  /** Writes the filled arrays, sorted and distinct, into the event. */
  writeTo(event: EventObject): void;
}

export function createCollector(): IndicatorCollector {
  const lists = new Map<IndicatorField, string[]>();
  return {
    add(field, value) {
      const list = lists.get(field);
      if (list === undefined) lists.set(field, [value]);
      else if (list.length > shortList || !list.includes(value)) list.push(value);
    },
    reset() {
      if (lists.size > 0) lists.clear();
    },
    writeTo(event) {
      if (lists.size === 0) return;
      for (const field of indicatorFields) {
        const list = lists.get(field);
        if (list !== undefined) event[field] = sortedDistinct(list);
      }
    },
  };
}

function sortedDistinct(list: string[]): string[] {
  if (list.length === 1) return list;
  return (list.length > shortList ? [...new Set(list)] : list).toSorted();
}
