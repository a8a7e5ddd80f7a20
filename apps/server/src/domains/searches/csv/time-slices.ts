import type { Expression, Relation } from '@margay/query';

/** A stretch of event time in milliseconds since 1970, the end excluded; open where absent. */
export interface TimeSlice {
  fromMs?: number;
  toMs?: number;
}

export interface TimeSlices {
  /** The slice that begins at an event; rows already read are left out by the reader's cursor. */
  first(eventMs: number): TimeSlice;
  /** The slice behind one in which so many rows were; undefined behind the last event. */
  next(slice: TimeSlice, rowCount: number): TimeSlice | undefined;
}

/** About so many rows are between the ends of a slice unless told otherwise. */
const usualRows = 100_000;
const steepest = 8;

/**
 * Divides the events of a search by time. To find the next page the engine looks at the times of all events that are
 * left; within a slice these are few, so that a file of millions of rows does not grow slower with the square of them.
 */
export function slicesOf(
  extent: Required<TimeSlice>,
  options: { totalRows: number; isDescending: boolean; wantedRows?: number | undefined },
): TimeSlices {
  const { totalRows, isDescending, wantedRows = usualRows } = options;
  const share = wantedRows / Math.max(wantedRows, totalRows);
  let widthMs = Math.max(1, Math.ceil((extent.toMs - extent.fromMs) * share));
  const before = (toMs: number) => Math.max(extent.fromMs, toMs - widthMs);
  const after = (fromMs: number) => Math.min(extent.toMs, fromMs + widthMs);
  return {
    first: (eventMs) => (isDescending ? { fromMs: before(eventMs) } : { toMs: after(eventMs) }),
    next({ fromMs = extent.fromMs, toMs = extent.toMs }, rowCount) {
      const factor = Math.min(steepest, Math.max(1 / steepest, wantedRows / Math.max(1, rowCount)));
      widthMs = Math.max(1, Math.round(widthMs * factor));
      if (isDescending) return fromMs <= extent.fromMs ? undefined : { fromMs: before(fromMs), toMs: fromMs };
      return toMs >= extent.toMs ? undefined : { fromMs: toMs, toMs: after(toMs) };
    },
  };
}

/** The events of a relation within a slice. */
export function within(relation: Relation, { fromMs, toMs }: TimeSlice): Relation {
  const bounds = [
    ...(fromMs === undefined ? [] : [compared('ge', fromMs)]),
    ...(toMs === undefined ? [] : [compared('lt', toMs)]),
  ];
  return bounds.reduce<Relation>((input, where) => ({ kind: 'filter', input, where }), relation);
}

function compared(fn: 'ge' | 'lt', ms: number): Expression {
  const value = `${new Date(ms).toISOString().slice(0, 23).replace('T', ' ')}000000`;
  return {
    kind: 'call',
    fn,
    args: [
      { kind: 'column', name: 'p_event_time' },
      { kind: 'literal', value, type: { kind: 'timestamp' } },
    ],
  };
}
