import type { Segment } from '../buffer/event-buffer.ts';
import { segmentOf } from '../buffer/segment-of.ts';
import { openSegment } from './segment-file.ts';
import { refOf } from './waiting-segment.ts';
import type { Waiting } from './waiting-segment.ts';

/** Opens a waiting segment and checks all of it. Throws `SegmentDamaged`. */
export async function loadSegment(waiting: Waiting): Promise<Segment> {
  const segment = await openSegment(waiting.path, waiting.storedBytes);
  return segmentOf(segment, refOf(waiting, segment.label.plainBytes), false);
}
