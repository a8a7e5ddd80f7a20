import { predefinedRoles } from '@margay/auth';
import { newUuid } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import { findRole, insertRole, listRoles, type Role } from './store.ts';

export interface RolesService {
  list(): Promise<Role[]>;
  byId(id: string): Promise<Role | undefined>;
  byName(name: string, within?: Sql): Promise<Role | undefined>;
  /** Makes the roles every installation starts with; safe to call on every start. */
  ensurePredefined(): Promise<void>;
}

export function createRolesService({ store }: { store: Store }): RolesService {
  return {
    list: () => listRoles(store),
    byId: (id) => findRole(store, 'id', id),
    byName: (name, within = store) => findRole(within, 'name', name),
    async ensurePredefined() {
      await store.transaction(async (tx) => {
        if ((await listRoles(tx)).length > 0) return;
        for (const { name, permissions } of predefinedRoles) {
          await insertRole(tx, { id: newUuid(), name, permissions: [...permissions] });
        }
      });
    },
  };
}
