import type { HostCalls } from '@margay/detect';
import type { Store } from '@margay/store';
import { createDetectionCache } from '../domains/detections/cache.ts';
import { findAttributes } from '../domains/resources/store.ts';

/** What rules may ask for. */
export const hostCalls = (store: Store, lookup: HostCalls['lookup']): HostCalls => ({
  cache: createDetectionCache(store),
  lookup,
  resource: (id) => findAttributes(store, id),
});
