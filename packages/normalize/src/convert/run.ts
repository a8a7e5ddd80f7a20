import type { IndicatorCollector } from '../indicators/collector.ts';
import { createCollector } from '../indicators/collector.ts';

/** A field that the schema does not name, and where it stood. */
export interface UnknownField {
  parents: readonly string[];
  key: string;
  value: unknown;
}

/** What converters share while they work on one event. Reset for each attempt; never kept. */
export interface Run {
  /** Parse time in seconds since 1970, for time formats without a year. */
  nowSeconds: number;
  /** Text of the first event-time field that had a value, in document order. */
  eventTime: string | undefined;
  /** The first event-time value that no column of the lake can hold. */
  refusedEventTime: string | undefined;
  indicators: IndicatorCollector;
  /** Fields no schema names, when field discovery is on. */
  unknown: UnknownField[];
  /** Set by the first converter that refuses a value; the event then does not match. */
  mismatch: string | undefined;
  /** Dotted path of the refused value, filled in from the inside out. */
  mismatchPath: string;
}

export function createRun(): Run {
  return {
    nowSeconds: 0,
    eventTime: undefined,
    refusedEventTime: undefined,
    indicators: createCollector(),
    unknown: [],
    mismatch: undefined,
    mismatchPath: '',
  };
}

export function resetRun(run: Run, nowSeconds: number): void {
  run.nowSeconds = nowSeconds;
  run.eventTime = undefined;
  run.refusedEventTime = undefined;
  run.mismatch = undefined;
  run.mismatchPath = '';
  if (run.unknown.length > 0) run.unknown = [];
  run.indicators.reset();
}

/** Marks the event as not matching. Returns undefined so that converters can end with it. */
export function refuse(run: Run, reason: string): undefined {
  run.mismatch ??= reason;
  return undefined;
}

/**
 * Converts a value that is neither null nor undefined. Returns undefined for "nothing" (an empty number, say), and
 * after `refuse`.
 */
export type Converter = (value: unknown, run: Run) => unknown;
