/**
 * The value at a dotted path. A key that itself holds dots is found too: the longest key wins. Numbers select
 * elements of lists. Undefined when there is nothing.
 */
export function valueAt(value: unknown, path: string): unknown {
  return keysAt(value, path)?.reduce(childOf, value);
}

/** The keys that lead to the value at a dotted path, as `valueAt` finds it; undefined when there is nothing. */
export function keysAt(value: unknown, path: string): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return childOf(value, path) === undefined ? undefined : [path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const key = path.slice(0, dot);
    if (!Object.hasOwn(value, key)) continue;
    const rest = keysAt(childOf(value, key), path.slice(dot + 1));
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

function childOf(value: unknown, key: string): unknown {
  return (value as Record<string, unknown>)[key]; // own property, checked by the caller
}
