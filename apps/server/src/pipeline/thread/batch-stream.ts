import { frameStream, type Framed } from '@margay/ingest/framing';
import type { StreamFormat } from '@margay/model';

/** Frames one batch whose bytes arrive in pieces: each call returns what that piece completed. */
export interface BatchStream {
  push(bytes: Uint8Array, isLast: boolean): Promise<Framed[]>;
}

export function createBatchStream(format: StreamFormat): BatchStream {
  let waiting: ((piece: Uint8Array | undefined) => void) | undefined;
  let consumed: (() => void) | undefined;
  let ready: Framed[] = [];
  let failure: unknown;

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      // Asking for the next piece says that the one before is used up.
      consumed?.();
      const piece = await new Promise<Uint8Array | undefined>((resolve) => (waiting = resolve));
      if (piece === undefined) return;
      yield piece;
    }
  }
  const finished = (async () => {
    for await (const framed of frameStream(pieces(), format)) ready.push(framed);
  })().catch((error: unknown) => {
    failure = error;
    consumed?.();
  });

  const take = () => {
    if (failure !== undefined) throw failure;
    const taken = ready;
    ready = [];
    return taken;
  };
  return {
    async push(bytes, isLast) {
      const isConsumed = new Promise<void>((resolve) => (consumed = resolve));
      // The generator asks on its first turn only; let it come that far.
      while (waiting === undefined && failure === undefined) await new Promise((turn) => setImmediate(turn));
      const give = waiting;
      waiting = undefined;
      give?.(bytes);
      await isConsumed;
      if (isLast) {
        (waiting as ((piece: undefined) => void) | undefined)?.(undefined);
        await finished;
      }
      return take();
    },
  };
}
