import { totalmem } from 'node:os';
import type { QueryPool } from '../front-door.ts';
import type { Crowd, Shares } from './shares.ts';
import { createShares } from './shares.ts';

/** One try of a query: with so much memory, and where that is much, once `pot` has room for it. */
export interface MemoryStep {
  bytes: number;
  pot?: Shares;
  /** False: where it is too little, the next step follows. */
  isLast: boolean;
}

/** The memory that all queries together may take. */
export interface QueryMemory {
  stepsOf(query: { sql: string; pool: QueryPool; maxMemoryBytes: number }): MemoryStep[];
  /** Remembers that this query needs much, so that its next run begins with it. */
  noteLarge(sql: string): void;
}

/**
 * The engine keeps to a limit for each query, but in the process to none for all of them together (measured: three
 * group-bys under `max_memory_usage_for_user` took four times that). So the limits are cut such that their sum cannot be
 * more than the total: each seat has a small share, which nearly every query fits into; one that does not is run again with
 * a large limit out of a pot, and waits until the pot has it. Background work has a smaller pot of its own.
 */
const parts = { seats: 0.3, interactive: 0.5, background: 0.2 };
const remembered = 200;

export function createQueryMemory(options: {
  /** Undefined: the engine looks after its memory itself. */
  totalBytes: number | undefined;
  seatCount: number;
  refuse(crowd: Crowd): Error;
}): QueryMemory {
  const { totalBytes, seatCount, refuse } = options;
  if (totalBytes === undefined)
    return {
      stepsOf: ({ maxMemoryBytes: bytes }) => [{ bytes, isLast: true }],
      noteLarge: () => undefined,
    };
  const small = Math.floor((totalBytes * parts.seats) / seatCount);
  const potOf = (part: number) => {
    const capacity = Math.floor(totalBytes * part);
    return { capacity, shares: createShares({ capacity, refuse }) };
  };
  const interactive = potOf(parts.interactive);
  const background = potOf(parts.background);
  const large = new Set<string>();
  return {
    stepsOf({ sql, pool, maxMemoryBytes }) {
      if (maxMemoryBytes <= small) return [{ bytes: maxMemoryBytes, isLast: true }];
      const { capacity, shares } = pool === 'interactive' ? interactive : background;
      const last = { bytes: Math.min(maxMemoryBytes, capacity), pot: shares, isLast: true };
      return large.has(sql) ? [last] : [{ bytes: small, isLast: false }, last];
    },
    noteLarge(sql) {
      large.add(sql);
      if (large.size > remembered) large.delete(large.values().next().value ?? '');
    },
  };
}

/** Half of what this machine or container has. */
export function usualQueryMemory(): number {
  const limit = process.constrainedMemory();
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 2);
}
