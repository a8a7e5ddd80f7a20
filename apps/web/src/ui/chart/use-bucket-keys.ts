import { useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';

interface BucketKeys {
  times: readonly Date[];
  stepSeconds: number;
  onBrush: ((from: Date, to: Date) => void) | undefined;
  onZoom: ((from: Date, to: Date) => void) | undefined;
}

/** Where a choice starts and where the cursor stands; the same bucket when only one is chosen. */
export interface BucketChoice {
  anchor: number;
  cursor: number;
}

/** The choice after a key; undefined when the key means nothing here. */
export function movedBy(
  choice: BucketChoice | undefined,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  last: number,
): BucketChoice | undefined {
  const at = choice?.cursor;
  const targets: Record<string, number> = {
    ArrowRight: at === undefined ? 0 : Math.min(last, at + 1),
    ArrowLeft: at === undefined ? last : Math.max(0, at - 1),
    Home: 0,
    End: last,
  };
  const cursor = targets[key];
  if (cursor === undefined) return undefined;
  return { anchor: shiftKey && choice ? choice.anchor : cursor, cursor };
}

/** Chooses buckets of a chart by keyboard: arrows, Home and End, Shift for several, Enter to zoom, Esc to leave. */
export function useBucketKeys({ times, stepSeconds, onBrush, onZoom }: BucketKeys) {
  const [choice, setChoice] = useState<BucketChoice>();
  const first = choice && Math.min(choice.anchor, choice.cursor);
  const last = choice && Math.max(choice.anchor, choice.cursor);
  const from = first === undefined ? undefined : times[first]?.getTime();
  const to = last === undefined ? undefined : times[last]?.getTime();
  const range = useMemo(
    () =>
      from === undefined || to === undefined
        ? undefined
        : { from: new Date(from), to: new Date(to + stepSeconds * 1000) },
    [from, to, stepSeconds],
  );
  function onKeyDown(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === 'Escape' && choice) {
      event.stopPropagation();
      setChoice(undefined);
    } else if (event.key === 'Enter' && range) {
      event.preventDefault();
      event.stopPropagation();
      (onZoom ?? onBrush)?.(range.from, range.to);
      setChoice(undefined);
    } else {
      const next = movedBy(choice, event, times.length - 1);
      if (!next) return;
      event.preventDefault();
      setChoice(next);
    }
  }
  return {
    range,
    sumOf: (values: readonly (number | null)[]) =>
      first === undefined || last === undefined
        ? 0
        : values.slice(first, last + 1).reduce<number>((sum, value) => sum + (value ?? 0), 0),
    attributes: {
      tabIndex: 0,
      role: 'group',
      'aria-label': 'Bars of the chart. Arrows walk, Shift with arrows chooses several, Enter zooms.',
      onKeyDown,
      onBlur: () => setChoice(undefined),
    },
  };
}
