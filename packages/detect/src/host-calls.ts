/** Who asks. Known to the supervisor, never taken from Python. */
export interface HostCallContext {
  ruleId: string;
}

/** One key of the detection cache: at most one counter, one set and one dictionary. */
export interface CacheItem {
  count?: number;
  strings?: string[];
  /** JSON text of an object. */
  dictionary?: string;
  /** Seconds since 1970; absent: never. */
  expiresAt?: number;
}

/**
 * The store behind `panther_detection_helpers.caching`. Each operation is atomic. An expired item reads as absent.
 * `expiresAt` null leaves the expiry as it is; a number of seconds since 1970 sets it.
 */
export interface DetectionCache {
  get(key: string): Promise<CacheItem | undefined>;
  /** Returns the new value. An expired or absent counter starts at `by`. */
  increment(key: string, by: number, expiresAt: number | null): Promise<number>;
  /** Replaces the whole item; undefined removes it. */
  put(key: string, item: CacheItem | undefined): Promise<void>;
  /** Returns the set as it is afterwards. */
  changeStrings(key: string, add: string[], remove: string[], expiresAt: number | null): Promise<string[]>;
  /** Removes one part and leaves the others. */
  reset(key: string, part: 'count' | 'strings'): Promise<void>;
  expire(key: string, expiresAt: number): Promise<void>;
}

export interface HostCalls {
  cache: DetectionCache;
  /** A row of an enrichment table by its primary key. */
  lookup(table: string, key: unknown, context: HostCallContext): Promise<unknown>;
  /** A resource of the inventory by its id; undefined: unknown. */
  resource(id: string, context: HostCallContext): Promise<unknown>;
}
