import type { DiscoveredField } from '@margay/schema';
import type { Store } from '@margay/store';
import { insertDiscoveries, listDiscoveries } from './discovery-store.ts';

/** The fields that arrived for each schema although it does not name them, as field discovery found them. */
export interface Discoveries {
  /** Writes down what is new. What was seen first decides a field's type. */
  note(schema: string, fields: readonly DiscoveredField[], at: Date): Promise<void>;
  of(schema: string): Promise<DiscoveredField[]>;
}

/** The index of the store takes no longer ones. Whoever names a field so has put data into its name. */
const longestPath = 1_000;
const pathOf = ({ parents, key }: DiscoveredField) => [...parents, key];

export function createDiscoveries(store: Store): Discoveries {
  /** What is in the store for certain, so that the same fields of the next batch cost no query. */
  const noted = new Map<string, Set<string>>();
  return {
    async note(schema, fields, at) {
      const known = noted.get(schema) ?? new Set<string>();
      noted.set(schema, known);
      const fresh = fields.filter((field) => {
        const path = JSON.stringify(pathOf(field));
        return path.length <= longestPath && !known.has(path);
      });
      if (fresh.length === 0) return;
      await insertDiscoveries(store, schema, fresh, at);
      for (const field of fresh) known.add(JSON.stringify(pathOf(field)));
    },
    of: (schema) => listDiscoveries(store, schema),
  };
}
