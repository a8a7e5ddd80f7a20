import { limitExceeded } from '@margay/kit';

/** Lets few pieces of costly work run at one time, and few wait. */
export interface Lane {
  /** Throws `limit`, without beginning, when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createLane({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }): Lane {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running < atOnce) running++;
      else {
        if (waiting.length >= mostWaiting) {
          throw limitExceeded('Too many people sign in at this moment. Try again in 2 seconds.', {
            retryAfterSeconds: 2,
          });
        }
        // Who ends hands its place over, so that nobody new slips in between.
        await new Promise<void>((proceed) => waiting.push(proceed));
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
