import type { BalanceMinute } from '../../ui/chart/event-balance.tsx';
import type { MinuteRecord, VolumeRecord } from './queries.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** The last `count` minutes up to now, oldest first; minutes without a record are zero. */
export function lastMinutes(records: readonly MinuteRecord[], now: Date, count = 60): BalanceMinute[] {
  const byMinute = new Map(
    records.map((record) => [Math.floor(Date.parse(record.minute) / minuteMs), record]),
  );
  const last = Math.floor(now.getTime() / minuteMs);
  return Array.from({ length: count }, (_, index) => {
    const key = last - count + 1 + index;
    const record = byMinute.get(key);
    return {
      minute: new Date(key * minuteMs),
      received: record?.received ?? 0,
      stored: record?.stored ?? 0,
      duplicate: record?.duplicate ?? 0,
      failed: record?.failed ?? 0,
      inFlight: record?.inFlight ?? 0,
    };
  });
}

export interface Volume {
  times: Date[];
  /** One per log type, biggest first. */
  series: { name: string; values: number[] }[];
}

/** Events or bytes of the last 24 hours by log type. Hours without a record are zero. */
export function volumeByLogType(
  records: readonly VolumeRecord[],
  logTypes: readonly string[],
  measure: 'events' | 'bytes',
  now: Date,
): Volume {
  const last = Math.floor(now.getTime() / hourMs);
  const hours = Array.from({ length: 24 }, (_, index) => last - 23 + index);
  const names = new Set([...logTypes, ...records.map((record) => record.logType)]);
  const series = [...names].map((name) => {
    const own = records.filter((record) => record.logType === name);
    const byHour = new Map(
      own.map((record) => [Math.floor(Date.parse(record.hour) / hourMs), record[measure]]),
    );
    return { name, values: hours.map((hour) => byHour.get(hour) ?? 0) };
  });
  return {
    times: hours.map((hour) => new Date(hour * hourMs)),
    series: series.toSorted((a, b) => totalOf(b.values) - totalOf(a.values) || a.name.localeCompare(b.name)),
  };
}

export function totalOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
