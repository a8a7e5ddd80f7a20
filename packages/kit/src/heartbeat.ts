export interface Heartbeat {
  /** No further beat begins; resolves when the last one is over. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Does something every `everyMs` milliseconds while other work goes on, such as renewing a lease: never twice at once,
 * and not after `stop`. What goes wrong is told to `onFault`; the next beat comes all the same.
 */
export function startHeartbeat(
  everyMs: number,
  beat: () => Promise<unknown>,
  onFault: (error: unknown) => void,
): Heartbeat {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= beat()
      .then(() => undefined, onFault)
      .finally(() => (current = undefined));
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
