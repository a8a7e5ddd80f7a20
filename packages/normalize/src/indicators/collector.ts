import { indicatorFields } from '@margay/model';
import type { EventObject } from '@margay/model';
import type { AddIndicator } from './indicator.ts';

/** Gathers the indicators of one event after another. */
export interface IndicatorCollector {
  add: AddIndicator;
  reset(): void;
  /** Writes the filled arrays, sorted and distinct, into the event. */
  writeTo(event: EventObject): void;
}

export function createCollector(): IndicatorCollector {
  const indexOf = new Map(indicatorFields.map((field, index) => [field, index]));
  const lists = indicatorFields.map((): string[] => []);
  let isEmpty = true;
  return {
    add(field, value) {
      lists[indexOf.get(field)!]!.push(value);
      isEmpty = false;
    },
    reset() {
      if (isEmpty) return;
      for (const [index, list] of lists.entries()) if (list.length > 0) lists[index] = [];
      isEmpty = true;
    },
    writeTo(event) {
      if (isEmpty) return;
      for (const [index, list] of lists.entries()) {
        if (list.length > 0) event[indicatorFields[index]!] = sortedDistinct(list);
      }
    },
  };
}

function sortedDistinct(list: string[]): string[] {
  if (list.length === 1) return list;
  return [...new Set(list)].toSorted();
}
