import type { IntakeOutcome } from '@margay/ingest';
import { messageOf, startHeartbeat, type Logger } from '@margay/kit';
import { firstRow, type Store } from '@margay/store';

/** What the sender of a source was refused lately. */
export interface Refusals {
  count: number;
  status: number;
  message: string;
}

interface RefusedMinute extends Refusals {
  sourceId: string;
  minute: Date;
  lastAt: Date;
}

const rememberedMinutes = 15;
const minuteMs = 60_000;
const writeMs = 2_000;
/** What is wrong with the request itself and stays so when it is sent again. */
const lastingStatuses = new Set([400, 413, 415]);

/**
 * Remembers which sources had requests refused in the last quarter of an hour, by whatever process. Only senders that
 * authenticated count: nobody else can make a source look ill. Counts wait in memory for a moment, so that a sender who
 * does nothing wrong but often costs no write each time.
 */
export function createRefusals(deps: { store: Store; clock: () => Date; logger: Logger }) {
  const { store, clock, logger } = deps;
  let waiting = new Map<string, RefusedMinute>();

  async function write(): Promise<void> {
    const minutes = [...waiting.values()];
    waiting = new Map();
    for (const { sourceId, minute, count, status, message, lastAt } of minutes) {
      await store.query(
        `insert into refused_requests (source_id, minute, count, status, message, last_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (source_id, minute) do update set count = refused_requests.count + $3, status = $4, message = $5,
           last_at = $6`,
        [sourceId, minute, count, status, message, lastAt],
      );
    }
    if (minutes.length > 0) await store.query('delete from refused_requests where last_at < $1', [since()]);
  }

  const since = () => new Date(clock().getTime() - rememberedMinutes * minuteMs);
  const heart = startHeartbeat(writeMs, write, (error) =>
    logger.warn({ error: messageOf(error) }, 'refused requests could not be written down'),
  );

  return {
    note({ sourceId, isKnownSender, status, message = '' }: IntakeOutcome): void {
      if (!isKnownSender || !lastingStatuses.has(status)) return;
      const lastAt = clock();
      const minute = new Date(Math.floor(lastAt.getTime() / minuteMs) * minuteMs);
      const key = `${sourceId} ${minute.toISOString()}`;
      const count = (waiting.get(key)?.count ?? 0) + 1;
      waiting.set(key, { sourceId, minute, count, status, message, lastAt });
    },
    async of(sourceId: string): Promise<Refusals | undefined> {
      await write();
      return firstRow<Refusals>(
        store,
        `select (sum(count) over ())::int as count, status, message from refused_requests
         where source_id = $1 and last_at >= $2 order by last_at desc limit 1`,
        [sourceId, since()],
      );
    },
    async close(): Promise<void> {
      await heart.stop();
      await write().catch(() => undefined);
    },
  };
}
