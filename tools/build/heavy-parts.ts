/** What a module weighs, and what it takes when it loads. */
export interface ModuleNode {
  bytes: number;
  imports: readonly string[];
}
export type ModuleGraph = ReadonlyMap<string, ModuleNode>;

/** A module with all that would go with it. */
export interface HeavyPart {
  id: string;
  /** Of the module and of what is loaded for it alone. */
  bytes: number;
  /** The shortest way of imports to it, from a root on, itself included. */
  way: string[];
}

/** Every module that loads, with the one that takes it first on the shortest way; `undefined` for a root. */
function reached(
  graph: ModuleGraph,
  roots: readonly string[],
  without?: string,
): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const root of roots) if (root !== without) found.set(root, undefined);
  // A map can be walked while it grows.
  for (const [id] of found)
    for (const next of graph.get(id)?.imports ?? [])
      if (next !== without && !found.has(next)) found.set(next, id);
  return found;
}

/**
 * The modules that bring the most, the heaviest first. What each takes with it is counted once. Left out is a trunk from
 * which most hangs, and what only passes on another one.
 */
export function heavyParts(graph: ModuleGraph, roots: readonly string[], count: number): HeavyPart[] {
  const takers = reached(graph, roots);
  const bytesOf = (ids: Iterable<string>) =>
    [...ids].reduce((sum, id) => sum + (graph.get(id)?.bytes ?? 0), 0);
  const total = bytesOf(takers.keys());
  const all = [...takers.keys()]
    .filter((id) => !roots.includes(id))
    .map((id) => {
      const rest = reached(graph, roots, id);
      const own = new Set([...takers.keys()].filter((each) => !rest.has(each)));
      return { id, own, bytes: bytesOf(own) };
    });
  const parts = all
    .filter(({ bytes }) => bytes * 2 < total)
    .filter(
      (part) =>
        !all.some((each) => each.id !== part.id && part.own.has(each.id) && each.bytes > 0.9 * part.bytes),
    )
    .toSorted((a, b) => b.bytes - a.bytes);
  const told = new Set<string>();
  const heaviest: HeavyPart[] = [];
  for (const { id, own, bytes } of parts) {
    if (heaviest.length === count) break;
    if (told.has(id)) continue;
    for (const each of own) told.add(each);
    const way: string[] = [];
    for (let at: string | undefined = id; at !== undefined; at = takers.get(at)) way.unshift(at);
    heaviest.push({ id, bytes, way });
  }
  return heaviest;
}
