import type { CacheItem, DetectionCache } from '@margay/detect';
import { firstRow, type Store } from '@margay/store';

interface CacheRow {
  count: number | null;
  strings: string[] | null;
  dictionary: string | null;
  expires_at: Date | null;
}

const alive = '(expires_at is null or expires_at > now())';
const secondsOf = (date: Date | null) =>
  date === null ? {} : { expiresAt: Math.floor(date.getTime() / 1000) };
const dateOf = (seconds: number | null | undefined) => (seconds == null ? null : new Date(seconds * 1000));

/** What `panther_detection_helpers.caching` keeps, on the state store: shared by all workers, kept over restarts. */
export function createDetectionCache(store: Store): DetectionCache {
  return {
    async get(key): Promise<CacheItem | undefined> {
      const row = await firstRow<CacheRow>(
        store,
        `select * from detection_cache where key = $1 and ${alive}`,
        [key],
      );
      if (row === undefined) return undefined;
      return {
        ...(row.count === null ? {} : { count: row.count }),
        ...(row.strings === null ? {} : { strings: row.strings }),
        ...(row.dictionary === null ? {} : { dictionary: row.dictionary }),
        ...secondsOf(row.expires_at),
      };
    },
    async increment(key, by, expiresAt) {
      const row = await firstRow<{ count: number }>(
        store,
        `insert into detection_cache (key, count, expires_at) values ($1, $2, $3)
         on conflict (key) do update set
           count = case when detection_cache.expires_at <= now() then $2 else coalesce(detection_cache.count, 0) + $2 end,
           strings = case when detection_cache.expires_at <= now() then null else detection_cache.strings end,
           dictionary = case when detection_cache.expires_at <= now() then null else detection_cache.dictionary end,
           expires_at = case when $3::timestamptz is not null then $3
             when detection_cache.expires_at <= now() then null else detection_cache.expires_at end
         returning count`,
        [key, by, dateOf(expiresAt)],
      );
      return row?.count ?? by;
    },
    async put(key, item) {
      if (item === undefined) {
        await store.query('delete from detection_cache where key = $1', [key]);
        return;
      }
      await store.query(
        `insert into detection_cache (key, count, strings, dictionary, expires_at) values ($1, $2, $3::text[], $4, $5)
         on conflict (key) do update set count = $2, strings = $3::text[], dictionary = $4, expires_at = $5`,
        [key, item.count ?? null, item.strings ?? null, item.dictionary ?? null, dateOf(item.expiresAt)],
      );
    },
    async changeStrings(key, add, remove, expiresAt) {
      return store.transaction(async (tx) => {
        const row = await firstRow<CacheRow>(
          tx,
          `select * from detection_cache where key = $1 and ${alive} for update`,
          [key],
        );
        const set = new Set([...(row?.strings ?? []), ...add]);
        for (const text of remove) set.delete(text);
        const strings = [...set].sort();
        await tx.query(
          `insert into detection_cache (key, strings, expires_at) values ($1, $2::text[], $3)
           on conflict (key) do update set strings = $2::text[], expires_at = coalesce($3, $4)`,
          [key, strings, dateOf(expiresAt), row?.expires_at ?? null],
        );
        return strings;
      });
    },
    async reset(key, part) {
      await store.query(
        `update detection_cache set ${part === 'count' ? 'count' : 'strings'} = null where key = $1`,
        [key],
      );
    },
    async expire(key, expiresAt) {
      await store.query('update detection_cache set expires_at = $2 where key = $1', [
        key,
        dateOf(expiresAt),
      ]);
    },
  };
}
