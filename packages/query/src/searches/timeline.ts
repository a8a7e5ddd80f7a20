import type { Catalog } from '@margay/model';

import { call, column, literal } from '../ir/conditions.ts';
import type { Relation, TimeRange } from '../ir/relation.ts';
import { columnsOf } from '../ir/typing.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Widths a person can read off an axis. */
const niceWidths = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800,
  604_800, 1_209_600, 2_592_000, 7_776_000, 31_104_000,
].map((seconds) => seconds * second);

/** The narrowest nice width, in milliseconds, that needs no more than `buckets` buckets. */
export function bucketWidthMs(range: { fromMs: number; toMs: number }, buckets: number): number {
  const length = Math.max(1, range.toMs - range.fromMs);
  return niceWidths.find((width) => Math.ceil(length / width) <= buckets) ?? niceWidths.at(-1)!;
}

/** What an open range is drawn as. */
const openRangeMs = 180 * day;

export interface Timeline {
  /** Columns `bucket` (start of the bucket), `logType`, `count`; buckets without rows are not there. */
  relation: Relation;
  widthMs: number;
}

/**
 * Histogram of a search, stacked by log type. Undefined when its rows have no event time.
 * An open range is divided as if it were 180 days long.
 */
export function timelineOf(
  relation: Relation,
  catalog: Catalog,
  range: TimeRange,
  options: { buckets: number; now: Date },
): Timeline | undefined {
  const rows = unsorted(relation);
  const columns = columnsOf(rows, catalog);
  const time = columns.find((column) => column.name === 'p_event_time');
  // A query may give the name to something else.
  if (time?.type.kind !== 'timestamp') return undefined;
  const toMs = range.toMs ?? options.now.getTime();
  const fromMs = range.fromMs ?? toMs - openRangeMs;
  const widthMs = bucketWidthMs({ fromMs, toMs }, options.buckets);
  const hasLogType = columns.some((column) => column.name === 'p_log_type');
  const bucket = call('time_slice', column('p_event_time'), literal(widthMs / second), literal('second'));
  const logType = hasLogType ? column('p_log_type') : literal('');
  return {
    widthMs,
    relation: {
      kind: 'sort',
      keys: [
        { value: column('bucket'), descending: false },
        { value: column('logType'), descending: false },
      ],
      input: {
        kind: 'aggregate',
        input: rows,
        keys: [
          { name: 'bucket', value: bucket },
          { name: 'logType', value: logType },
        ],
        aggregates: [{ name: 'count', value: { kind: 'aggregate', fn: 'count', args: [] } }],
      },
    },
  };
}

/** Order does not matter to what is counted, unless a limit depends on it. */
export function unsorted(relation: Relation): Relation {
  return relation.kind === 'sort' ? relation.input : relation;
}
