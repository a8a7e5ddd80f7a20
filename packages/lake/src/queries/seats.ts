/** A bounded number of statements at once; those beyond it wait in order. */
export interface Seats {
  /** Resolves with the function that frees the seat. Rejects with the signal's reason when aborted while waiting. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSeats(count: number): Seats {
  let free = count;
  const waiting: (() => void)[] = [];

  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };

  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const onTurn = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        const at = waiting.indexOf(onTurn);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(onTurn);
    });

  return {
    take: async (signal) => {
      signal.throwIfAborted();
      if (free > 0) free--;
      else await wait(signal);
      let freed = false;
      return () => {
        if (freed) return;
        freed = true;
        release();
      };
    },
  };
}
