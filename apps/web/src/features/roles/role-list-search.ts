import { arranged } from '../../lib/arranged.ts';
import { normalisePermissions } from '../../lib/permissions.ts';
import type { PagedAddress } from '../../ui/lists/paged-list.tsx';
import type { Role } from './queries.ts';

export const roleSorts = ['name', 'permissions', 'people', 'changed'] as const;
export type RoleSort = (typeof roleSorts)[number];
export type RoleListSearch = PagedAddress<RoleSort>;

const keys: Record<RoleSort, (role: Role) => string | number> = {
  name: ({ name }) => name.toLowerCase(),
  permissions: ({ permissions }) => normalisePermissions(permissions).size,
  people: ({ userCount }) => userCount,
  changed: ({ updatedAt }) => updatedAt,
};

/** The roles whose name, permissions or log types hold the text, in order. */
export function arrangeRoles(roles: readonly Role[], search: RoleListSearch): Role[] {
  return arranged(roles, search, {
    textsOf: ({ name, permissions, logTypeAccess }) => [
      name,
      ...normalisePermissions(permissions),
      ...(logTypeAccess ?? []),
    ],
    keyOf: keys[search.sortBy],
  });
}
