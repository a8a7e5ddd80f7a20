import { leavesOf, mostDiscoveredFields, type DiscoveredField } from '@margay/schema';
import type { Sql, Store } from '@margay/store';
import { countDiscoveriesSince, insertDiscoveries, listDiscoveries } from './discovery-store.ts';

/** The fields that arrived for each schema although it does not name them, as field discovery found them. */
export interface Discoveries {
  /**
   * Writes down what is new, as far as there is room. What was seen first decides a field's type. True when the schema
   * may have to take up fields: something was new, or nobody has looked since the start.
   */
  note(schema: string, fields: readonly DiscoveredField[], at: Date): Promise<boolean>;
  of(schema: string, sql?: Sql): Promise<DiscoveredField[]>;
}

/** The index of the store takes no longer ones. */
const longestPath = 1_000;
/** Of one schema. A sender whose keys are data must not change a table without end. */
const mostPerHour = 200;
const hourMs = 3_600_000;
/** How long a schema without room is left alone. */
const restMs = 60_000;
const pathOf = ({ parents, key }: DiscoveredField) => JSON.stringify([...parents, key]);
const countLeaves = (fields: readonly DiscoveredField[]) =>
  fields.reduce((sum, { value }) => sum + leavesOf(value), 0);

interface Noted {
  paths: Set<string>;
  leaves: number;
  restsUntil: number;
}

export function createDiscoveries(store: Store): Discoveries {
  /** What is in the store for certain, so that the same fields of the next batch cost no query. */
  const noted = new Map<string, Noted>();
  return {
    async note(schema, fields, at) {
      let known = noted.get(schema);
      const isFirst = known === undefined;
      if (known === undefined) {
        const stored = await listDiscoveries(store, schema);
        known = { paths: new Set(stored.map(pathOf)), leaves: countLeaves(stored), restsUntil: 0 };
        noted.set(schema, known);
      }
      const fresh = fields.filter(
        (field) => pathOf(field).length <= longestPath && !known.paths.has(pathOf(field)),
      );
      if (fresh.length === 0 || at.getTime() < known.restsUntil) return isFirst;
      let hourly =
        mostPerHour - (await countDiscoveriesSince(store, schema, new Date(at.getTime() - hourMs)));
      const taken: DiscoveredField[] = [];
      for (const field of fresh) {
        const leaves = leavesOf(field.value);
        if (known.leaves + leaves > mostDiscoveredFields || hourly < 1) continue;
        known.leaves += leaves;
        hourly--;
        taken.push(field);
      }
      await insertDiscoveries(store, schema, taken, at);
      for (const field of taken) known.paths.add(pathOf(field));
      if (taken.length < fresh.length) known.restsUntil = at.getTime() + restMs;
      return isFirst || taken.length > 0;
    },
    of: (schema, sql = store) => listDiscoveries(sql, schema),
  };
}
