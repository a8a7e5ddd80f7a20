/** Lets a few of many work at a time. */
export interface Turns<Key> {
  /** Waits for the key's turn. Work of one key goes on side by side. */
  use<T>(key: Key, work: () => Promise<T>): Promise<T>;
  /** The key gives up its place as soon as nothing of it is at work. */
  leave(key: Key): void;
}

export interface TurnsOptions<Key> {
  /** How many keys have a place at a time. */
  most: number;
  /** While others wait, a key that has had its place for this long begins nothing more. */
  turnMs: number;
  /** Called before another takes the key's place; nothing of it is at work. Must not reject. */
  end(key: Key): Promise<void>;
}

interface Place {
  working: number;
  since: number;
  usedAt: number;
  isEnding: boolean;
  isLeaving: boolean;
}

interface Waiter<Key> {
  key: Key;
  begin(): void;
}

export function createTurns<Key>({ most, turnMs, end }: TurnsOptions<Key>): Turns<Key> {
  const places = new Map<Key, Place>();
  const waiting: Waiter<Key>[] = [];

  const isOtherWaiting = (key: Key) => waiting.some((one) => one.key !== key && !places.has(one.key));

  function mayBegin(key: Key): boolean {
    const place = places.get(key);
    if (place === undefined) return places.size < most;
    return !place.isEnding && (!isOtherWaiting(key) || performance.now() - place.since < turnMs);
  }

  function begin(waiter: Waiter<Key>): void {
    const now = performance.now();
    const place = places.get(waiter.key) ?? {
      working: 0,
      since: now,
      usedAt: now,
      isEnding: false,
      isLeaving: false,
    };
    places.set(waiter.key, { ...place, working: place.working + 1, usedAt: now, isLeaving: false });
    waiting.splice(waiting.indexOf(waiter), 1);
    waiter.begin();
  }

  /** The longest unused first. */
  function idleKeys(): Key[] {
    const idle = [...places].filter(([, { working, isEnding }]) => working === 0 && !isEnding);
    return idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt).map(([key]) => key);
  }

  function makeRoom(key: Key): void {
    places.get(key)!.isEnding = true;
    void end(key).then(() => {
      places.delete(key);
      next();
    });
  }

  function next(): void {
    for (const waiter of waiting.slice()) if (mayBegin(waiter.key)) begin(waiter);
    const idle = idleKeys();
    const leaving = idle.filter((key) => places.get(key)!.isLeaving);
    const ending = [...places.values()].filter(({ isEnding }) => isEnding).length + leaving.length;
    const wanted = new Set(waiting.map(({ key }) => key).filter((key) => !places.has(key))).size;
    const others = idle.filter((key) => !leaving.includes(key));
    for (const key of [...leaving, ...others.slice(0, Math.max(0, wanted - ending))]) makeRoom(key);
  }

  return {
    async use(key, work) {
      await new Promise<void>((resolve) => {
        waiting.push({ key, begin: resolve });
        next();
      });
      try {
        return await work();
      } finally {
        const place = places.get(key)!;
        place.working -= 1;
        place.usedAt = performance.now();
        next();
      }
    },
    leave(key) {
      const place = places.get(key);
      if (place === undefined) return;
      place.isLeaving = true;
      next();
    },
  };
}
