import type { StreamFormat } from '@margay/model';
import { auto } from './auto.ts';
import { cloudWatchLogs } from './cloudwatch-logs.ts';
import { addFramed, collectFrames } from './collect.ts';
import type { Framed, FramingLimits, StreamFraming } from './framing.ts';
import { defaultFramingLimits } from './framing.ts';
import { json } from './json.ts';
import { jsonArray } from './json-array.ts';
import { lines } from './lines.ts';
import { framerOf } from './text-encoding.ts';
import { xml } from './xml.ts';

export { defaultFramingLimits } from './framing.ts';
export type { Framed, FrameCounts, FrameFailure, FramingLimits, StreamFraming } from './framing.ts';

/** Every stream type, in the order a person picks from. One more costs its file and its line here. */
export const streamFramings: StreamFraming[] = [auto, lines, json, jsonArray, cloudWatchLogs, xml];

function framingOf(format: StreamFormat): StreamFraming {
  const framing = streamFramings.find(({ type }) => type === format.type);
  if (!framing) throw new Error(`no framing is registered for the stream type ${format.type}`);
  return framing;
}

/** Bytes handed to a framer at once: large enough for speed, small enough that decoded text is soon let go. */
const windowBytes = 2 * 1024 * 1024;

/** Cuts one batch that arrives in pieces; where it is cut into pieces never changes what comes out. */
export interface BatchFramer {
  /** What this piece completed; counts are of this part only. The framer may keep views of the bytes. */
  push(bytes: Uint8Array): Framed;
  /** What was still open at the end of the batch. */
  end(): Framed;
}

/** Never throws for what the bytes hold: what cannot be cut is a failure. */
export function createBatchFramer(
  format: StreamFormat,
  limits: FramingLimits = defaultFramingLimits,
): BatchFramer {
  const { sink, take } = collectFrames(limits);
  const framer = framerOf(framingOf(format), format, limits, sink);
  return {
    push(bytes) {
      for (let from = 0; from < bytes.length; from += windowBytes) {
        framer.push(bytes.subarray(from, from + windowBytes));
      }
      return take(bytes.length);
    },
    end() {
      framer.end();
      return take(0);
    },
  };
}

/** Cuts a batch that is wholly in memory. */
export function frameBuffer(bytes: Uint8Array, format: StreamFormat, limits?: FramingLimits): Framed {
  const framer = createBatchFramer(format, limits);
  return addFramed(framer.push(bytes), framer.end());
}

/** Cuts a stream with flat memory, one part for each chunk and one for the end. Throws only what the stream throws. */
export async function* frameStream(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  format: StreamFormat,
  limits?: FramingLimits,
): AsyncGenerator<Framed> {
  const framer = createBatchFramer(format, limits);
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += windowBytes) {
      yield framer.push(chunk.subarray(from, from + windowBytes));
    }
  }
  yield framer.end();
}
