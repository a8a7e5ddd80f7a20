import type { ReplaySlice } from './outcome.ts';
import type { ReplayScope } from '../scope.ts';

const mostSlices = 120;
const shortestMs = 60_000;

/** The window in equal slices: what the histogram shows, and how far a replay has come. */
export interface Slices {
  widthMs: number;
  list: ReplaySlice[];
  addEvents(slice: number, events: number, candidates: number): void;
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
  const sliceAt = (at: Date) => list[Math.floor((at.getTime() - origin) / widthMs)];
  return {
    widthMs,
    list,
    addEvents(index, events, candidates) {
      const slice = list[index];
      if (slice === undefined) return;
      slice.events += events;
      slice.candidates += candidates;
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
