import type { EndReason, LivingChild } from '@margay/kit/node';

export interface SuperviseOptions {
  /** Starts the server; it calls `onReady` once it answers. */
  start(run: { isFirst: boolean; onReady: () => void }): LivingChild;
  /** Between two starts; doubles while they fail. */
  waitMs: { first: number; longest: number };
  /** So many starts in a row that never became ready are enough. */
  failedStarts: number;
  say(text: string): void;
}

export interface Supervised {
  /** Resolves with the exit code of the whole. Never rejects. */
  readonly ended: Promise<number>;
  end(reason: EndReason): void;
  kill(): void;
}

/**
 * What is wrong is told in words by then. Before the server was ever ready a person must mend it; afterwards it is
 * something outside that went away, such as the database, and comes back.
 */
const theirFault = 2;

/** Keeps a server running: starts it again when it ends unasked, ever more slowly, and gives up one that cannot start. */
export function supervise({ start, waitMs, failedStarts, say }: SuperviseOptions): Supervised {
  const stopping = new AbortController();
  let child: LivingChild | undefined;

  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        done();
      });
    });

  async function run(): Promise<number> {
    let failures = 0;
    let wasEverReady = false;
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      let wasReady = false;
      child = start({ isFirst, onReady: () => (wasReady = true) });
      const code = await child.ended;
      child = undefined;
      wasEverReady ||= wasReady;
      if (stopping.signal.aborted || code === 0) return code;
      if (code === theirFault && !wasEverReady) return code;
      failures = wasReady ? 0 : failures + 1;
      if (failures >= failedStarts && code !== theirFault) {
        say(
          `Margay gives up: ${failures} starts in a row failed, the last one with code ${code}. What is above says why.`,
        );
        return code;
      }
      const ms = Math.min(waitMs.longest, waitMs.first * 2 ** failures);
      say(`The server ended with code ${code}; starting it again in ${ms / 1000} s.`);
      await pause(ms);
    }
    return 0;
  }

  return {
    ended: run(),
    end(reason) {
      stopping.abort();
      child?.end(reason);
    },
    kill() {
      stopping.abort();
      child?.kill();
    },
  };
}
