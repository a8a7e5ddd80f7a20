import { linkOptions } from '@tanstack/react-router';
import { onePage } from '../../lib/arranged.ts';
import { countOf } from '../../lib/format-number.ts';
import { listedName, personName } from '../../lib/person-name.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import { textsFilter } from '../../ui/lists/list-filters.ts';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Time } from '../../ui/marks/time.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import { chosenUsers } from './chosen-users.ts';
import { usePeople } from './queries.ts';
import type { User } from './queries.ts';
import { userSorts } from './user-list-search.ts';
import { roleLabel } from './user-form.ts';
import type { UserSearch, UserSort } from './user-list-search.ts';
import { UserStatusLabel } from './user-status.tsx';
import styles from './users.module.css';

function UserName({ user }: { user: User }) {
  return (
    <span className={styles.person}>
      <Avatar id={user.id} name={personName(user)} size="lg" />
      <span className={styles.lines}>
        <span className={styles.name} data-off={!user.enabled || undefined}>
          <RowLink>{listedName(user)}</RowLink>
        </span>
        <span className={styles.email}>{user.email}</span>
      </span>
    </span>
  );
}

const columns: readonly Column<User>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(240px, 1.6fr)',
    sortable: true,
    isName: 'inside',
    cell: (user) => <UserName user={user} />,
  },
  {
    id: 'role',
    header: 'Role',
    width: 'minmax(120px, 1fr)',
    sortable: true,
    cell: (user) => <span title={roleLabel(user)}>{roleLabel(user)}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '150px',
    sortable: true,
    cell: (user) => <UserStatusLabel user={user} />,
  },
  {
    id: 'hasMfa',
    header: 'Second factor',
    width: '112px',
    secondary: true,
    cell: ({ hasMfa }) => (hasMfa ? 'Yes' : 'No'),
    hideBelow: 1000,
  },
  {
    id: 'lastLoggedInAt',
    header: 'Last signed in',
    width: '120px',
    align: 'end',
    sortable: true,
    secondary: true,
    cell: ({ lastLoggedInAt }) => (lastLoggedInAt === null ? 'Never' : <Time at={lastLoggedInAt} />),
  },
  {
    id: 'createdAt',
    header: 'Created',
    width: '100px',
    align: 'end',
    sortable: true,
    secondary: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
    hideBelow: 1100,
  },
];

const narrowRow = (user: User) => (
  <span className={styles.narrow}>
    <UserName user={user} />
    <span className={styles.narrowFacts}>
      <span className={styles.email}>{roleLabel(user)}</span>
      {user.hasMfa && <span>Second factor</span>}
      <UserStatusLabel user={user} />
    </span>
  </span>
);

const rowHeight = 52;

export interface UserListProps {
  search: UserSearch;
  onSearch: (change: Partial<UserSearch>) => void;
  menuOf: (user: User) => MenuEntry[];
}

/** Everybody who has an account. */
export function UserList({ search, onSearch, menuOf }: UserListProps) {
  const people = usePeople();
  const missing = useMissingPermission('UserModify');
  const chosen = people.data && chosenUsers(people.data.users, search);
  const change = (next: Partial<UserSearch>) => onSearch({ page: 1, ...next });
  return (
    <PagedList<User, UserSort, UserSearch>
      one="user"
      many="users"
      address={search}
      onAddress={onSearch}
      sorts={userSorts}
      ascendingFirst={['name', 'role', 'status']}
      searchLabel="Search name, email"
      filters={[
        textsFilter('role', 'Role', people.data?.roles.map(({ name }) => name) ?? [], search.role, (role) =>
          change({ role }),
        ),
      ]}
      end={
        <span className={styles.end}>
          <Switch
            label="Show deactivated"
            checked={search.deactivated}
            onChange={(deactivated) => change({ deactivated })}
          />
          {people.data && (
            <span className={styles.quiet}>{countOf(people.data.users.length, 'person', 'people')}</span>
          )}
        </span>
      }
      query={people}
      rows={chosen && onePage(chosen, search.page)}
      totalCount={chosen?.length}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={personName}
      rowHeight={rowHeight}
      activeId={search.edit}
      rowLink={({ id }) =>
        linkOptions({ to: '/settings/users/', search: { ...search, invite: undefined, edit: id } })
      }
      rowMenu={menuOf}
      narrowRow={narrowRow}
      whenNone={
        <EmptyState
          title="Nobody here"
          action={
            missing === undefined && (
              <Button variant="primary" onClick={() => onSearch({ invite: true })}>
                Invite User
              </Button>
            )
          }
        >
          Whoever is invited signs in with a password of their own and sees what their role allows.
        </EmptyState>
      }
    />
  );
}
