import type { HeldBytes } from '../body/held-bytes.ts';
import type { FrameSink } from './framing.ts';

const lf = 0x0a;
const openBrace = 0x7b;
const openBracket = 0x5b;

export interface LostBytes {
  /** From here on nothing is understood. */
  begin(reason: string): void;
  /** Reads on to where a line begins with an object or array; the chunk's length where none does. */
  read(chunk: Buffer, from: number): { stop: number; isOver: boolean };
  /** What was not understood becomes one failure. */
  end(): void;
}

/** What lies behind something that is not JSON, until a document may begin again. `held` keeps its beginning. */
export function createLostBytes(held: HeldBytes, sink: FrameSink): LostBytes {
  let reason = '';
  let isLineStart = false;
  const begins = (chunk: Buffer, i: number) => chunk[i] === openBrace || chunk[i] === openBracket;
  return {
    begin(why) {
      reason = why;
      isLineStart = false;
      held.clear();
    },
    read(chunk, from) {
      let next = isLineStart && begins(chunk, from) ? from : -1;
      for (let at = chunk.indexOf(lf, from); next === -1 && at !== -1; at = chunk.indexOf(lf, at + 1)) {
        if (begins(chunk, at + 1)) next = at + 1;
      }
      const stop = next === -1 ? chunk.length : next;
      held.add(chunk.subarray(from, stop));
      isLineStart = chunk[stop - 1] === lf;
      return { stop, isOver: next !== -1 };
    },
    end() {
      sink.failure(reason, held.joined(), held.length());
      held.clear();
    },
  };
}
