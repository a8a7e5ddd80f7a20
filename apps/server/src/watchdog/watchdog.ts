import { Worker } from 'node:worker_threads';
import { ticksOfPatience, type WatchOrder } from './watch-order.ts';

/**
 * Ends this process hard when its event loop stands still for `limitMs`: no handler of ours could do it, because none
 * runs. Whoever supervises the process starts it again. Before its end a line on standard error and the file
 * `noteFile` say for how long it stood still, and where.
 *
 * The watching thread counts its own ticks and not the clock's time, so a machine that slept, a process that was
 * stopped with SIGSTOP, and a host too busy to run either thread are no standstill. A debugger that halts the main
 * thread is one: do not start it then.
 */
export function startWatchdog(options: { limitMs: number; noteFile: string }): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const tickMs = options.limitMs / ticksOfPatience;
  const order: WatchOrder = { beats, tickMs, noteFile: options.noteFile };
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: order,
    stdout: false,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  worker.unref();
  const heart = setInterval(() => Atomics.add(beats, 0, 1), tickMs / 2);
  heart.unref();
}
