/** Lets many pass side by side until one asks to be alone. */
export interface Gate {
  /** Resolves when the gate is open; call what it gives when the work is over. */
  enter(): Promise<() => void>;
  /** Keeps new work out, waits up to `patienceMs` for what is inside, does `work`, and opens again. */
  alone<T>(work: () => Promise<T>, patienceMs: number): Promise<T>;
}

export function createGate(): Gate {
  let closed: Promise<unknown> | undefined;
  let inside = 0;
  let onEmpty: () => void = () => undefined;

  const emptied = (patienceMs: number) =>
    new Promise<void>((resolve) => {
      if (inside === 0) return resolve();
      const timer = setTimeout(resolve, patienceMs);
      onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    async enter() {
      while (closed !== undefined) await closed;
      inside++;
      return () => {
        inside--;
        if (inside === 0) onEmpty();
      };
    },
    async alone(work, patienceMs) {
      while (closed !== undefined) await closed;
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      try {
        await emptied(patienceMs);
        return await work();
      } finally {
        closed = undefined;
        resolve();
      }
    },
  };
}
