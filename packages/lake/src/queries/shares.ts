/** A part of something scarce that somebody asks for. */
export interface Claim {
  /** On whose account: shares go round between owners. */
  owner: string;
  /** Default 1. No more than the capacity. */
  amount?: number;
  signal: AbortSignal;
  /** How long to wait at most; without it until there is room. */
  patienceMs?: number;
}

/** How things stood when a claim was refused. */
export interface Crowd {
  /** Claims of the same owner that hold something, and those that wait, this one not counted. */
  ownHeld: number;
  ownWaiting: number;
  /** Of everybody. */
  held: number;
}

/** Something scarce, such as seats or memory, given out in parts. */
export interface Shares {
  /** Resolves with the function that gives it back. Rejects with the signal's reason, or with what `refuse` made. */
  take(claim: Claim): Promise<() => void>;
}

export interface SharesOptions {
  capacity: number;
  /** What one owner may hold at most, so that the next one finds something at once. Default: everything. */
  perOwner?: number;
  /** Claims of one owner that may wait; more are refused. Default: any number. */
  waitingPerOwner?: number;
  refuse(crowd: Crowd): Error;
}

interface Waiting {
  owner: string;
  amount: number;
  grant(): void;
}

/**
 * Whoever holds least is next, and of those who hold the same the one who was served longest ago; the claims of one owner
 * are served in their order. Nobody passes the next one because he asks for less: large claims would wait for ever.
 */
export function createShares(options: SharesOptions): Shares {
  const { capacity, perOwner = capacity, waitingPerOwner = Infinity, refuse } = options;
  /** In the order they came. */
  const waiting: Waiting[] = [];
  const held = new Map<string, { amount: number; claims: number }>();
  /** When owners who hold or wait for something were last given anything, counted in claims. */
  const servedAt = new Map<string, number>();
  let servedClaims = 0;
  let free = capacity;
  const heldBy = (owner: string) => held.get(owner) ?? { amount: 0, claims: 0 };

  function next(): Waiting | undefined {
    let best: Waiting | undefined;
    const seen = new Set<string>();
    for (const one of waiting) {
      // Only the first claim of each owner: the others are behind it.
      if (seen.has(one.owner)) continue;
      seen.add(one.owner);
      const own = heldBy(one.owner).amount;
      const isFull = own > 0 && own + one.amount > perOwner;
      if (!isFull && (best === undefined || comesBefore(one.owner, best.owner))) best = one;
    }
    return best !== undefined && best.amount <= free ? best : undefined;
  }

  function comesBefore(owner: string, other: string): boolean {
    const less = heldBy(owner).amount - heldBy(other).amount;
    return less === 0 ? (servedAt.get(owner) ?? 0) < (servedAt.get(other) ?? 0) : less < 0;
  }

  function forgetIfGone(owner: string): void {
    if (!held.has(owner) && !waiting.some((one) => one.owner === owner)) servedAt.delete(owner);
  }

  function serve(): void {
    for (let one = next(); one !== undefined; one = next()) {
      waiting.splice(waiting.indexOf(one), 1);
      change(one.owner, one.amount, 1);
      servedAt.set(one.owner, ++servedClaims);
      one.grant();
    }
  }

  function change(owner: string, amount: number, claims: number): void {
    const before = heldBy(owner);
    free -= amount;
    if (before.claims + claims === 0) held.delete(owner);
    else held.set(owner, { amount: before.amount + amount, claims: before.claims + claims });
  }

  function releaseOf({ owner, amount }: Waiting): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      change(owner, -amount, -1);
      serve();
      forgetIfGone(owner);
    };
  }

  function crowdFor(owner: string, waitingNow: number): Crowd {
    const claims = [...held.values()].reduce((sum, one) => sum + one.claims, 0);
    return { ownHeld: heldBy(owner).claims, ownWaiting: waitingNow, held: claims };
  }

  return {
    take({ owner, amount = 1, signal, patienceMs }) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const ownWaiting = () => waiting.filter((one) => one.owner === owner).length;
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (ownWaiting() >= waitingPerOwner) return Promise.reject(refuse(crowdFor(owner, ownWaiting())));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const entry: Waiting = {
        owner,
        amount: Math.min(amount, capacity),
        grant: () => {
          stop();
          resolve(releaseOf(entry));
        },
      };
      const giveUp = (reason: () => unknown) => {
        stop();
        waiting.splice(waiting.indexOf(entry), 1);
        reject(reason());
        serve(); // It may have been in the way.
        forgetIfGone(owner);
      };
      const onAbort = () => giveUp(() => signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
      serve();
      if (patienceMs !== undefined && waiting.includes(entry))
        timer = setTimeout(() => giveUp(() => refuse(crowdFor(owner, ownWaiting()))), patienceMs);
      return promise;
    },
  };
}
