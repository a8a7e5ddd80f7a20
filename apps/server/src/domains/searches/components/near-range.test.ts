import { describe, expect, it } from 'vitest';
import type { ResultPage } from '../results/page.ts';
import { nearRange } from './near-range.ts';

const at = (minute: number) => Date.UTC(2026, 0, 2, 10, minute);
/** Bars of ten minutes from ten o'clock on, some of them with events of two log types. */
const timelineOf = (counts: [minute: number, count: number][], bucketSeconds: unknown = 600): ResultPage => ({
  order: ['bucket', 'series', 'count'],
  types: { bucketSeconds },
  rows: counts.map(([minute, count], index) => ({
    id: String(index),
    node: { bucket: new Date(at(minute)).toISOString(), series: `type ${index}`, count },
  })),
  endCursor: null,
  rowCount: 0,
});
const timeline = timelineOf([
  [0, 60],
  [10, 30],
  [10, 20],
  [50, 5],
]);

describe('the bars that hold a page', () => {
  it('are the first or the last that together have enough', () => {
    expect(nearRange(timeline, { isDescending: true, pageSize: 5 })).toEqual({ fromMs: at(50) });
    expect(nearRange(timeline, { isDescending: true, pageSize: 55 })).toEqual({ fromMs: at(10) });
    expect(nearRange(timeline, { isDescending: false, pageSize: 60 })).toEqual({ toMs: at(10) });
    expect(nearRange(timeline, { isDescending: false, pageSize: 61 })).toEqual({ toMs: at(20) });
  });

  it('begin behind the bar of the cursor', () => {
    const behind = (minute: number) =>
      ({ kind: 'after', eventTime: `2026-01-02 10:${minute}:30.000000000`, rowId: 'x', skip: 0 }) as const;
    expect(nearRange(timeline, { isDescending: true, pageSize: 50, at: behind(55) })).toEqual({
      fromMs: at(10),
    });
    expect(nearRange(timeline, { isDescending: true, pageSize: 51, at: behind(15) })).toEqual({
      fromMs: at(0),
    });
    expect(nearRange(timeline, { isDescending: false, pageSize: 5, at: behind(15) })).toEqual({
      toMs: at(60),
    });
  });

  it('are not there where too little is left, or nothing has a time', () => {
    expect(nearRange(timeline, { isDescending: true, pageSize: 116 })).toBeUndefined();
    expect(nearRange(timelineOf([], null), { isDescending: true, pageSize: 1 })).toBeUndefined();
    const offset = { kind: 'offset', offset: 10 } as const;
    expect(nearRange(timeline, { isDescending: true, pageSize: 1, at: offset })).toBeUndefined();
  });
});
