/** What a module weighs, and what it takes when it loads. */
export interface ModuleNode {
  bytes: number;
  imports: readonly string[];
}
export type ModuleGraph = ReadonlyMap<string, ModuleNode>;

/** A module with all that it brings. */
export interface HeavyPart {
  /** Of the module and of what it brings that nothing named before it brings. */
  bytes: number;
  /** The imports that lead to it, from the trunk on, itself last. */
  way: string[];
}

/** What loads with a module, itself included, apart from what is taken. */
function broughtBy(graph: ModuleGraph, start: string, taken: ReadonlySet<string>): Set<string> {
  const found = new Set([start]);
  // A set can be walked while it grows.
  for (const id of found)
    for (const next of graph.get(id)?.imports ?? []) if (!taken.has(next)) found.add(next);
  return found;
}

const bytesOf = (graph: ModuleGraph, ids: Iterable<string>) =>
  [...ids].reduce((sum, id) => sum + (graph.get(id)?.bytes ?? 0), 0);

/** Goes on to what a module only passes on: a route that brings its screen and nothing besides. */
function whereItComesFrom(graph: ModuleGraph, start: string, taken: ReadonlySet<string>): string[] {
  const bytes = bytesOf(graph, broughtBy(graph, start, taken));
  const way = [start];
  for (let id: string | undefined = start; id !== undefined;) {
    id = graph
      .get(id)
      ?.imports.find(
        (next) =>
          !taken.has(next) &&
          !way.includes(next) &&
          bytesOf(graph, broughtBy(graph, next, taken)) > 0.9 * bytes,
      );
    if (id !== undefined) way.push(id);
  }
  return way;
}

/**
 * The heaviest of what a trunk imports, the heaviest first. `trunk`: the modules in which all comes together, the first of
 * them first. What several bring counts for the one that the earlier of them imports, and among imports of one module for
 * the heaviest: so a module at the end of the trunk, like a list of routes, tells what it adds to the rest.
 */
export function heavyParts(graph: ModuleGraph, trunk: readonly string[], count: number): HeavyPart[] {
  const taken = new Set(trunk);
  const parts: HeavyPart[] = [];
  for (const [index, id] of trunk.entries()) {
    const above = trunk.slice(0, index).find((each) => graph.get(each)?.imports.includes(id));
    for (;;) {
      const [heaviest] = (graph.get(id)?.imports ?? [])
        .filter((next) => !taken.has(next))
        .map((next) => ({ next, brought: broughtBy(graph, next, taken) }))
        .toSorted((a, b) => bytesOf(graph, b.brought) - bytesOf(graph, a.brought));
      if (heaviest === undefined) break;
      const { next, brought } = heaviest;
      const way = [...(above === undefined ? [] : [above]), id, ...whereItComesFrom(graph, next, taken)];
      parts.push({ bytes: bytesOf(graph, brought), way });
      for (const each of brought) taken.add(each);
    }
  }
  return parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, count);
}
