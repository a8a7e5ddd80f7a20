import { dateOfEventTime } from './date-of-event-time.ts';
import type { Slices } from '../judge/slices.ts';
import { countBySlice, type LakeReader, type SliceCounts } from './lake-reader.ts';
import type { CountedWindow } from './plan-windows.ts';

/** Learns how many candidates a window has; each window is told or asked once. */
export interface CandidateCounter {
  /** The times of all candidates of a window: the page that holds them makes asking the lake unnecessary. */
  tell(times: readonly string[]): void;
  ask(window: CountedWindow, signal: AbortSignal): Promise<SliceCounts>;
}

export function createCandidateCounter(lake: LakeReader, origin: Date, slices: Slices): CandidateCounter {
  return {
    tell(times) {
      let [last, slice] = ['', 0];
      for (const time of times) {
        if (time !== last) slice = slices.indexAt(dateOfEventTime(time));
        last = time;
        slices.addCandidates(slice, 1);
      }
    },
    async ask(window, signal) {
      const counts = window.candidates
        ? await countBySlice(lake, window, { origin, widthMs: slices.widthMs }, signal)
        : window.events;
      for (const [slice, count] of counts) slices.addCandidates(slice, count);
      return counts;
    },
  };
}
