import type { Logger } from '@margay/kit';
import { internalError } from '@margay/kit';
import type { ChildHost } from './child-host.ts';

/** Keeps one child process alive: starts it, starts it again when it dies, and tells who must load again. */
export interface HostKeeper {
  /** The living process, ready to work. */
  get(): Promise<ChildHost>;
  restarts(): number;
  /** Ends the process until it is wanted again. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export function createHostKeeper(start: () => Promise<ChildHost>, logger: Logger): HostKeeper {
  let current: Promise<ChildHost> | undefined;
  let restarts = 0;
  let isClosed = false;

  async function launch(): Promise<ChildHost> {
    const host = await start();
    try {
      await host.ready;
    } catch (error) {
      await host.end();
      throw error;
    }
    if (isClosed) await host.end();
    return host;
  }

  return {
    async get() {
      for (;;) {
        if (isClosed) throw internalError('The detection engine is closed.');
        const tried = current;
        const host = await tried?.catch(() => undefined);
        if (host && !host.isLost) return host;
        if (tried !== current) continue; // another caller has started one while we waited
        if (tried) {
          restarts += 1;
          logger.warn({ restarts }, 'the detection process is started again');
        }
        current = launch();
        current.catch(() => undefined);
        return current;
      }
    },
    restarts: () => restarts,
    async rest() {
      const tried = current;
      current = undefined;
      const host = await tried?.catch(() => undefined);
      await host?.end();
    },
    async close() {
      isClosed = true;
      const host = await current?.catch(() => undefined);
      await host?.end();
    },
  };
}
