export type ServerHealth = 'ready' | 'away';

export interface ServerMonitor {
  /** Asks once, now. */
  isReady: () => Promise<boolean>;
  state(): ServerHealth;
  subscribe(listener: () => void): () => void;
  /** Something got no answer: ask `/readyz` until the server is back. */
  reportAway(): void;
  /** Called each time the server comes back. */
  onReturn(listener: () => void): () => void;
  stop(): void;
}

export interface ServerMonitorDeps {
  /** True when the server and its engines answer. Must not throw. */
  isReady: () => Promise<boolean>;
  /** Calls back after the given milliseconds; returns the way to cancel. */
  later: (task: () => void, delayMs: number) => () => void;
}

const askEveryMs = 2000;

/** The server restarts within seconds after a fault; the console waits for it instead of failing. */
export function createServerMonitor({ isReady, later }: ServerMonitorDeps): ServerMonitor {
  let state: ServerHealth = 'ready';
  let cancel: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const returnListeners = new Set<() => void>();
  function change(next: ServerHealth) {
    state = next;
    for (const listener of listeners) listener();
  }
  async function ask() {
    if (!(await isReady())) {
      if (state === 'away') cancel = later(() => void ask(), askEveryMs);
      return;
    }
    change('ready');
    for (const listener of returnListeners) listener();
  }
  return {
    isReady,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reportAway() {
      if (state === 'away') return;
      change('away');
      cancel = later(() => void ask(), askEveryMs);
    },
    onReturn(listener) {
      returnListeners.add(listener);
      return () => returnListeners.delete(listener);
    },
    stop: () => cancel?.(),
  };
}

/** Asks `/readyz`. */
export async function askReadiness(request: typeof fetch): Promise<boolean> {
  const response = await request('/readyz', { cache: 'no-store' }).catch(() => undefined);
  return response?.ok ?? false;
}
