import type { IntakeOutcome } from '@margay/ingest';

/** What the sender of a source was refused lately. */
export interface Refusals {
  count: number;
  status: number;
  message: string;
}

const rememberedMs = 15 * 60_000;
/** What is wrong with the request itself and stays so when it is sent again. */
const lastingStatuses = new Set([400, 413, 415]);

/**
 * Remembers in memory which sources had requests refused in the last quarter of an hour. Only senders that
 * authenticated count: nobody else can make a source look ill.
 */
export function createRefusals(clock: () => Date): {
  note(outcome: IntakeOutcome): void;
  of(sourceId: string): Refusals | undefined;
} {
  const bySource = new Map<string, { refusedAt: number[]; status: number; message: string }>();

  const recent = (times: readonly number[]) => {
    const since = clock().getTime() - rememberedMs;
    return times.filter((time) => time >= since);
  };

  return {
    note({ sourceId, isKnownSender, status, message = '' }) {
      if (!isKnownSender || !lastingStatuses.has(status)) return;
      const known = bySource.get(sourceId)?.refusedAt ?? [];
      // A count beyond this tells nobody more.
      const refusedAt = [...recent(known), clock().getTime()].slice(-1000);
      bySource.set(sourceId, { refusedAt, status, message });
    },
    of(sourceId) {
      const entry = bySource.get(sourceId);
      const count = entry === undefined ? 0 : recent(entry.refusedAt).length;
      if (entry === undefined || count === 0) {
        bySource.delete(sourceId);
        return undefined;
      }
      return { count, status: entry.status, message: entry.message };
    },
  };
}
