import type { ReplaySlice } from './outcome.ts';
import type { ReplayScope } from '../scope.ts';

const mostSlices = 120;
const shortestMs = 60_000;

/** The window in equal slices: what the histogram shows, and how far a replay has come. */
export interface Slices {
  widthMs: number;
  list: ReplaySlice[];
  addEvents(slice: number, count: number): void;
  addCandidates(slice: number, count: number): void;
  indexAt(at: Date): number;
  addMatch(at: Date): void;
  addAlert(at: Date): void;
  /** Events before this moment, about. */
  eventsBefore(at: Date): number;
}

export function createSlices({ from, to }: Pick<ReplayScope, 'from' | 'to'>): Slices {
  const origin = from.getTime();
  const lengthMs = to.getTime() - origin;
  const widthMs = Math.max(shortestMs, Math.ceil(lengthMs / mostSlices));
  const list = Array.from({ length: Math.max(1, Math.ceil(lengthMs / widthMs)) }, (_, index) => ({
    startsAt: new Date(origin + index * widthMs),
    events: 0,
    candidates: 0,
    matches: 0,
    alerts: 0,
  }));
  const indexAt = (at: Date) => Math.floor((at.getTime() - origin) / widthMs);
  const sliceAt = (at: Date) => list[indexAt(at)];
  return {
    widthMs,
    list,
    indexAt,
    addEvents(index, count) {
      const slice = list[index];
      if (slice) slice.events += count;
    },
    addCandidates(index, count) {
      const slice = list[index];
      if (slice) slice.candidates += count;
    },
    addMatch(at) {
      const slice = sliceAt(at);
      if (slice) slice.matches++;
    },
    addAlert(at) {
      const slice = sliceAt(at);
      if (slice) slice.alerts++;
    },
    eventsBefore(at) {
      let events = 0;
      for (const slice of list) {
        const share = (at.getTime() - slice.startsAt.getTime()) / widthMs;
        if (share <= 0) break;
        events += slice.events * Math.min(1, share);
      }
      return Math.floor(events);
    },
  };
}
