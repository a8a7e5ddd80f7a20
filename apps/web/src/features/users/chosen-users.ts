import { personName } from '../../lib/person-name.ts';
import type { User } from './queries.ts';
import type { UserSearch, UserSort } from './user-list-search.ts';
import { statusOf, statuses } from './user-status.tsx';

const compare = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare;
const comparable: Record<UserSort, (user: User) => string> = {
  name: personName,
  role: ({ role }) => role?.name ?? '',
  status: (user) => String(statuses.indexOf(statusOf(user))),
  lastLoggedInAt: ({ lastLoggedInAt }) => lastLoggedInAt ?? '',
  createdAt: ({ createdAt }) => createdAt,
};

/** The people the address asks for, all pages of them. */
export function chosenUsers(
  users: readonly User[],
  { search, role, deactivated, sortBy, sortDir }: UserSearch,
): User[] {
  const wanted = search?.toLowerCase() ?? '';
  const roles = role && new Set(role);
  const valueOf = comparable[sortBy];
  const sign = sortDir === 'ascending' ? 1 : -1;
  return users
    .filter(
      (user) =>
        (deactivated || user.enabled) &&
        (roles === undefined || roles.has(user.role?.name ?? '')) &&
        `${personName(user)} ${user.email}`.toLowerCase().includes(wanted),
    )
    .toSorted(
      (one, other) => sign * compare(valueOf(one), valueOf(other)) || compare(one.email, other.email),
    );
}
