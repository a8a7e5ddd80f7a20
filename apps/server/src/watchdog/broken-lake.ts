import { writeSync } from 'node:fs';

/**
 * Ends this process hard, because the lake's engine in it is broken for good: nothing orderly is possible with threads
 * that hang, and whoever supervises the process starts it again. What was acknowledged is in the spool and the stores.
 */
export function endForBrokenLake(): void {
  writeSync(
    2,
    "The data lake's engine broke down and answers nothing any more, so its process is ended. Nothing that was acknowledged is lost.\n",
  );
  process.kill(process.pid, 'SIGKILL');
}
