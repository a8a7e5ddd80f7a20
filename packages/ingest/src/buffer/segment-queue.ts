export interface SegmentQueue<T> {
  add(item: T): void;
  /** The oldest item that passes, if there is one now. */
  nextNow(passes: (item: T) => boolean): T | undefined;
  /** The oldest item, waiting for one; undefined once closed or aborted. */
  next(signal?: AbortSignal): Promise<T | undefined>;
  size(): number;
  oldest(): T | undefined;
  close(): void;
}

/** Items in order of their sequence; what comes back goes to its old place. Items go to waiting takers in turn. */
export function createSegmentQueue<T extends { sequence: number }>(): SegmentQueue<T> {
  const items: T[] = [];
  const takers = new Set<(item: T | undefined) => void>();
  let isClosed = false;

  function insert(item: T): void {
    const last = items.at(-1);
    if (last === undefined || last.sequence < item.sequence) {
      items.push(item);
      return;
    }
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (items[middle]!.sequence < item.sequence) low = middle + 1;
      else high = middle;
    }
    items.splice(low, 0, item);
  }

  return {
    add(item) {
      const taker = takers.values().next().value;
      if (taker === undefined) return insert(item);
      takers.delete(taker);
      return taker(item);
    },
    nextNow(passes) {
      const [item] = items;
      return isClosed || item === undefined || !passes(item) ? undefined : items.shift();
    },
    next(signal) {
      if (isClosed || signal?.aborted === true) return Promise.resolve(undefined);
      const item = items.shift();
      if (item !== undefined) return Promise.resolve(item);
      return new Promise((resolve) => {
        const stop = () => {
          takers.delete(taker);
          resolve(undefined);
        };
        const taker = (found: T | undefined) => {
          signal?.removeEventListener('abort', stop);
          resolve(found);
        };
        takers.add(taker);
        signal?.addEventListener('abort', stop, { once: true });
      });
    },
    size: () => items.length,
    oldest: () => items[0],
    close() {
      isClosed = true;
      for (const taker of takers) taker(undefined);
      takers.clear();
    },
  };
}
