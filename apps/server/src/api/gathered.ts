import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestContext } from './context.ts';

/**
 * A lookup for fields that every entry of a list has: what the fields of one request ask for in one go is read together.
 * `read` is given each key once, and answers how to find the value of a key.
 */
export function gathered<Key, Value>(
  read: (context: RequestContext, keys: readonly Key[]) => Promise<(key: Key) => Value>,
): (context: RequestContext, key: Key) => Promise<Value> {
  const open = new WeakMap<RequestContext, { keys: Set<Key>; found: Promise<(key: Key) => Value> }>();
  return async (context, key) => {
    let batch = open.get(context);
    if (batch === undefined) {
      const keys = new Set<Key>();
      const found = nextTurn().then(() => {
        open.delete(context);
        return read(context, [...keys]);
      });
      batch = { keys, found };
      open.set(context, batch);
    }
    batch.keys.add(key);
    return (await batch.found)(key);
  };
}
