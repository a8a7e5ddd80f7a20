import { fullTrust, type Trust } from '@margay/model';
import type { DetectionCache, HostCalls } from '../host-calls.ts';

/**
 * What rules of one trust keep is theirs: a key of other people's rules would let one change what these decide. Full
 * trust has the keys as they are written.
 */
export function hostCallsOf(trust: Trust, calls: HostCalls): HostCalls {
  if (trust === fullTrust) return calls;
  // Read at each call: who gave the calls may put another cache in.
  const own = (key: string) => `${trust}\n${key}`;
  const cache: DetectionCache = {
    get: (key) => calls.cache.get(own(key)),
    increment: (key, by, expiresAt) => calls.cache.increment(own(key), by, expiresAt),
    put: (key, item) => calls.cache.put(own(key), item),
    changeStrings: (key, add, remove, expiresAt) =>
      calls.cache.changeStrings(own(key), add, remove, expiresAt),
    reset: (key, part) => calls.cache.reset(own(key), part),
    expire: (key, expiresAt) => calls.cache.expire(own(key), expiresAt),
  };
  return {
    cache,
    lookup: (...request) => calls.lookup(...request),
    resource: (...request) => calls.resource(...request),
  };
}
