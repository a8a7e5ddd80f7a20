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
export function arrangeRoles(
  roles: readonly Role[],
  { search = '', sortBy, sortDir }: RoleListSearch,
): Role[] {
  const wanted = search.trim().toLowerCase();
  const key = keys[sortBy];
  const way = sortDir === 'ascending' ? 1 : -1;
  return roles
    .filter(({ name, permissions, logTypeAccess }) =>
      [name, ...normalisePermissions(permissions), ...(logTypeAccess ?? [])].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
    .toSorted((a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one === other) return a.name.localeCompare(b.name);
      return one < other ? -way : way;
    });
}
