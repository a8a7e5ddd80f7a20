import type { CacheItem, DetectionCache, HostCalls } from './host-calls.ts';

/** A cache that lives as long as its owner: for unit tests, replays and a server without a store. */
export function createMemoryCache(clock: () => number = Date.now): DetectionCache {
  const items = new Map<string, CacheItem>();

  function live(key: string): CacheItem {
    const item = items.get(key);
    if (item?.expiresAt !== undefined && item.expiresAt * 1000 <= clock()) items.delete(key);
    return items.get(key) ?? {};
  }

  function store(key: string, item: CacheItem, expiresAt: number | null): void {
    items.set(key, expiresAt === null ? item : { ...item, expiresAt });
  }

  return {
    async get(key) {
      live(key);
      return items.get(key);
    },
    async increment(key, by, expiresAt) {
      const item = live(key);
      const count = (item.count ?? 0) + by;
      store(key, { ...item, count }, expiresAt);
      return count;
    },
    async put(key, item) {
      if (item === undefined) items.delete(key);
      else items.set(key, item);
    },
    async changeStrings(key, add, remove, expiresAt) {
      const item = live(key);
      const strings = new Set([...(item.strings ?? []), ...add]);
      for (const value of remove) strings.delete(value);
      store(key, { ...item, strings: [...strings] }, expiresAt);
      return [...strings];
    },
    async reset(key, part) {
      const rest: CacheItem = { ...live(key) };
      delete rest[part];
      if (rest.count === undefined && rest.strings === undefined && rest.dictionary === undefined)
        items.delete(key);
      else items.set(key, rest);
    },
    async expire(key, expiresAt) {
      if (items.has(key)) items.set(key, { ...live(key), expiresAt });
    },
  };
}

/** Host calls of a unit test: an empty cache of its own, no tables, no inventory. */
export function createIsolatedHostCalls(clock?: () => number): HostCalls {
  return {
    cache: createMemoryCache(clock),
    lookup: async () => undefined,
    resource: async () => undefined,
  };
}
