import type { Segment, SegmentRef } from '../buffer/event-buffer.ts';
import type { SegmentQueue } from '../buffer/segment-queue.ts';
import type { Waiting } from './waiting-segment.ts';

const readAheadSegments = 16;
const readAheadBytes = 64 * 1024;

interface ReadAheadDeps {
  queue: Pick<SegmentQueue<Waiting>, 'next' | 'nextNow'>;
  /** Opens a segment for the taker; undefined where it cannot be read. */
  claim(waiting: Waiting): Promise<Segment | undefined>;
  giveBack(ref: SegmentRef): void;
}

/** Segments in their order, until `signal` aborts; small ones are opened while the taker is still busy with those before. */
export async function* readAhead(
  { queue, claim, giveBack }: ReadAheadDeps,
  signal?: AbortSignal,
): AsyncGenerator<Segment> {
  const ahead: Promise<Segment | undefined>[] = [];
  try {
    for (;;) {
      if (signal?.aborted === true) return;
      const waiting = ahead.length === 0 ? await queue.next(signal) : undefined;
      if (ahead.length === 0 && waiting === undefined) return;
      if (waiting) ahead.push(claim(waiting));
      while (ahead.length < readAheadSegments) {
        const small = queue.nextNow(({ storedBytes }) => storedBytes <= readAheadBytes);
        if (!small) break;
        ahead.push(claim(small));
      }
      const segment = await ahead.shift();
      if (segment) yield segment;
    }
  } finally {
    for (const segment of await Promise.all(ahead)) {
      if (segment) giveBack(segment.ref);
    }
  }
}
