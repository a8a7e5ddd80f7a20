import { invalidInput, newId, notFound } from '@margay/kit';
import type { Store } from '@margay/store';
import * as z from 'zod';
import type { Actor } from '../../../api/actor.ts';
import { readKept } from '../../../api/read-input.ts';
import { maxProperties } from '../user-config/schema.ts';
import { listColumnSets, putColumnSet, removeColumnSet, type ColumnSet } from './store.ts';

export const mostSets = 100;

const path = z.string().min(1).max(500);

const ColumnSetInput = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(100),
  columns: z.array(path).min(1, 'needs one column').max(maxProperties),
  pinned: z.array(path).max(maxProperties).default([]),
});
export type ColumnSetInput = z.input<typeof ColumnSetInput>;

/** The sets of columns a person keeps. Nobody sees those of others. */
export interface ColumnSets {
  list(actor: Actor): Promise<ColumnSet[]>;
  /** Under a name the person has already, it takes that one's place. Throws `InvalidInput`. */
  save(actor: Actor, input: ColumnSetInput): Promise<ColumnSet>;
  /** Throws `NotFound`. */
  remove(actor: Actor, id: string): Promise<void>;
}

export function createColumnSets({ store, clock }: { store: Store; clock: () => Date }): ColumnSets {
  return {
    list: ({ id }) => listColumnSets(store, id),
    save(actor, input) {
      const { name, columns, pinned } = readKept(ColumnSetInput, input, 'The set of columns');
      const twice = columns.find((column, place) => columns.indexOf(column) !== place);
      if (twice !== undefined)
        throw invalidInput(`columns has ${twice.slice(0, 100)} twice. Send each column once.`, {
          details: { field: 'columns' },
        });
      return store.transaction(async (tx) => {
        const known = await listColumnSets(tx, actor.id);
        const isNew = known.every((set) => set.name.toLowerCase() !== name.toLowerCase());
        if (isNew && known.length >= mostSets)
          throw invalidInput(`You keep ${mostSets} sets of columns already. Remove one first.`, {
            details: { field: 'name' },
          });
        const kept = { id: newId(), name, columns, pinned: pinned.filter((one) => columns.includes(one)) };
        return putColumnSet(tx, actor.id, kept, clock());
      });
    },
    async remove(actor, id) {
      if (await removeColumnSet(store, actor.id, id)) return;
      throw notFound(`You keep no set of columns ${id.slice(0, 40)}. It may have been removed already.`);
    },
  };
}
