import { useEffect, useSyncExternalStore } from 'react';
import {
  formatAbsolute,
  formatAge,
  formatAgo,
  formatCompact,
  formatEventTime,
  parseTime,
} from '../../lib/format-time.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';

/** Ages on screen are recomputed together, this often. */
const tickMs = 15_000;
let nowMs = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const notify of listeners) notify();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time, refreshed every 15 s for all times on screen at once. */
export function useNow(): Date {
  useEffect(() => {
    nowMs = Date.now();
  }, []);
  return new Date(useSyncExternalStore(subscribe, () => nowMs));
}

export interface TimeProps {
  /** A Date, or text as the server sends it. */
  at: Date | string | null | undefined;
  /**
   * `compact` for lists (`09:31`, `Tue 17`), `age` for columns of ages (`14 min`), `ago` elsewhere (`14 min ago`), `absolute`, or `event` with milliseconds.
   */
  format?: 'compact' | 'age' | 'ago' | 'absolute' | 'event';
}

/** A time in the person's zone. The absolute time is in the tooltip and in the accessible name. No time is a dash. */
export function Time({ at, format = 'compact' }: TimeProps) {
  const zone = useTimeZone();
  const now = useNow();
  const moment = typeof at === 'string' ? parseTime(at) : at;
  if (!moment) return <span>–</span>;
  const absolute = formatAbsolute(moment, zone, format === 'event');
  const texts = {
    compact: () => formatCompact(moment, zone, now),
    age: () => formatAge(moment, now),
    ago: () => formatAgo(moment, now),
    absolute: () => absolute,
    event: () => formatEventTime(moment, zone, now),
  };
  const time = (
    <time
      dateTime={moment.toISOString()}
      aria-label={absolute}
      style={{
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        ...(format === 'event' ? { fontFamily: 'var(--mg-mono)', fontSize: 12 } : {}),
      }}
    >
      {texts[format]()}
    </time>
  );
  return format === 'absolute' ? time : <Tooltip label={absolute}>{time}</Tooltip>;
}
