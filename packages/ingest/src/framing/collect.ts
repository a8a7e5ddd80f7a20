import { asBuffer } from '../body/as-buffer.ts';
import type { Framed, FrameCounts, FrameSink, FramingLimits } from './framing.ts';

const noCounts = (): FrameCounts => ({
  bytes: 0,
  entries: 0,
  blank: 0,
  failures: 0,
  replacedUtf8: 0,
  control: 0,
});

/** A sink that gathers into arrays, emptied with `take`. */
export function collectFrames(limits: FramingLimits): {
  sink: FrameSink;
  take(bytes: number): Framed;
} {
  let current: Framed = { entries: [], failures: [], counts: noCounts() };
  const sink: FrameSink = {
    entry(entry) {
      current.entries.push(entry);
    },
    failure(reason, sample, bytes) {
      const kept = typeof sample === 'string' ? Buffer.from(sample) : asBuffer(sample);
      current.failures.push({ reason, sample: kept.toString('utf8', 0, limits.sampleBytes), bytes });
    },
    count(what) {
      current.counts[what]++;
    },
  };
  return {
    sink,
    take(bytes) {
      const taken = current;
      taken.counts.bytes = bytes;
      taken.counts.entries = taken.entries.length;
      taken.counts.failures = taken.failures.length;
      current = { entries: [], failures: [], counts: noCounts() };
      return taken;
    },
  };
}

/** Both parts of one batch together. The first part's lists are reused: the end of a batch seldom adds anything. */
export function addFramed(first: Framed, second: Framed): Framed {
  for (const entry of second.entries) first.entries.push(entry);
  for (const failure of second.failures) first.failures.push(failure);
  const counts = noCounts();
  for (const key of Object.keys(counts) as (keyof FrameCounts)[]) {
    counts[key] = first.counts[key] + second.counts[key];
  }
  return { entries: first.entries, failures: first.failures, counts };
}
