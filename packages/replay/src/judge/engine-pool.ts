import {
  createDetectEngine,
  createMemoryCache,
  type DetectEngine,
  type DetectEngineOptions,
  type HostCalls,
} from '@margay/detect';
import { cancelledReplay } from './cancelled.ts';

/** Whoever waits for an engine is served in turn, and those who have none before those who have one. */
export interface EnginePool {
  /**
   * Lends an engine for one piece of work. Aborting the signal ends the work within a second: an engine that is inside
   * of a rule is ended with it.
   */
  use<T>(owner: string, signal: AbortSignal, work: (engine: DetectEngine) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface EnginePoolOptions {
  engine: DetectEngineOptions;
  /** At once; each is a process of its own with one interpreter. */
  mostEngines?: number;
  /** An engine nobody uses for this long is stopped. */
  idleMs?: number;
  create?: (options: DetectEngineOptions) => DetectEngine;
  /**
   * Answers what rules ask for. Absent: nothing of production but `lookup`, that is a cache that is thrown away and no
   * inventory.
   */
  hostCalls?: HostCalls;
  /** The lookup tables, which rules cannot change. Absent: none. */
  lookup?: HostCalls['lookup'];
}

interface Member {
  engine: DetectEngine;
  /** Gives the next work an empty cache. */
  renew(): void;
  owner: string | undefined;
  stopTimer?: ReturnType<typeof setTimeout>;
}

interface Waiter {
  owner: string;
  take(member: Member): void;
}

/** How long an aborted work may end by itself. */
const graceMs = 300;

export function createEnginePool(options: EnginePoolOptions): EnginePool {
  const { mostEngines = 3, idleMs = 60_000, create = createDetectEngine } = options;
  const members = new Set<Member>();
  const waiting: Waiter[] = [];
  let isClosed = false;

  /** One interpreter, and never a network. */
  function start(): Member {
    const calls: HostCalls = {
      cache: frozenCache(),
      lookup: options.lookup ?? (async () => undefined),
      resource: async () => undefined,
      ...options.hostCalls,
    };
    const engine = create({ ...options.engine, workers: 1, hostCalls: calls });
    const renew = () => {
      if (options.hostCalls === undefined) calls.cache = frozenCache();
    };
    const member: Member = { engine, renew, owner: undefined };
    members.add(member);
    return member;
  }

  async function discard(member: Member): Promise<void> {
    clearTimeout(member.stopTimer);
    members.delete(member);
    await member.engine.close();
  }

  function offer(): void {
    for (;;) {
      const running = (owner: string) => [...members].filter((member) => member.owner === owner).length;
      const next = waiting.toSorted((a, b) => running(a.owner) - running(b.owner))[0];
      const free = [...members].find((member) => member.owner === undefined);
      if (next === undefined || (free === undefined && members.size >= mostEngines)) return;
      waiting.splice(waiting.indexOf(next), 1);
      const member = free ?? start();
      clearTimeout(member.stopTimer);
      member.owner = next.owner;
      next.take(member);
    }
  }

  function acquire(owner: string, signal: AbortSignal): Promise<Member> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        take(member) {
          signal.removeEventListener('abort', onAbort);
          resolve(member);
        },
      };
      const onAbort = () => {
        const at = waiting.indexOf(waiter);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(cancelledReplay());
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(waiter);
      offer();
    });
  }

  function release(member: Member): void {
    member.owner = undefined;
    member.renew();
    member.stopTimer = setTimeout(() => void discard(member), idleMs);
    member.stopTimer.unref();
    offer();
  }

  return {
    async use(owner, signal, work) {
      if (isClosed || signal.aborted) throw cancelledReplay();
      const member = await acquire(owner, signal);
      let isEnded = false;
      const onAbort = () => {
        setTimeout(() => {
          if (!isEnded) void discard(member).then(offer);
        }, graceMs);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        signal.throwIfAborted();
        const result = await work(member.engine);
        // What came out while it was being stopped may lack what the engine gave up on.
        signal.throwIfAborted();
        return result;
      } catch (error) {
        throw signal.aborted ? cancelledReplay() : error;
      } finally {
        isEnded = true;
        signal.removeEventListener('abort', onAbort);
        if (members.has(member)) release(member);
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...members].map(discard));
    },
  };
}

/** Nothing in it expires while a replay runs: how quick the machine is must not decide what a rule sees. */
function frozenCache(): HostCalls['cache'] {
  const now = Date.now();
  return createMemoryCache(() => now);
}
