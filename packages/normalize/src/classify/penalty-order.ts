/**
 * The order in which candidates are tried: by penalty, which grows with each failure and is forgiven by a success;
 * among equals in the order given. So a stream of one log type settles on it after its first entry.
 */
export interface PenaltyOrder {
  /** Candidate numbers, best first. Do not keep: it changes with `settle`. */
  order(): readonly number[];
  /** Tells which candidates failed for an entry and which one, if any, took it. */
  settle(failed: readonly number[], winner: number | undefined): void;
}

export function createPenaltyOrder(count: number): PenaltyOrder {
  const penalties = Array.from({ length: count }, () => 1);
  const order = penalties.map((_, index) => index);
  return {
    order: () => order,
    settle(failed, winner) {
      if (failed.length === 0 && (winner === undefined || penalties[winner] === 0)) return;
      for (const index of failed) penalties[index]!++;
      if (winner !== undefined) penalties[winner] = 0;
      order.sort((a, b) => penalties[a]! - penalties[b]! || a - b);
    },
  };
}
