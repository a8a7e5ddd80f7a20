import { watch } from 'node:fs/promises';

/** Yields after each burst of changes below a folder, until the signal. */
export async function* changesBelow(folder: string, signal: AbortSignal, quietMs = 80): AsyncIterable<void> {
  const events = watch(folder, { recursive: true, signal })[Symbol.asyncIterator]();
  try {
    for (let next = events.next(); ;) {
      const first = await next;
      if (first.done === true) return;
      // Editors write, rename and touch: what comes within a moment is one change.
      for (;;) {
        next = events.next();
        const isQuiet = await Promise.race([
          next.then(() => false),
          new Promise<boolean>((resolve) => setTimeout(() => resolve(true), quietMs)),
        ]);
        if (isQuiet) break;
      }
      yield;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
