import { linkOptions } from '@tanstack/react-router';
import { accessText } from '../../lib/access/log-type-access.ts';
import { onePage } from '../../lib/arranged.ts';
import { countOf } from '../../lib/format-number.ts';
import { permissionsText } from '../../lib/permissions.ts';
import { CreateLink } from '../../ui/inputs/create-link.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Time } from '../../ui/marks/time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import { RowLink } from '../../ui/table/row-link.tsx';
import { useRoles } from './queries.ts';
import type { Role } from './queries.ts';
import { arrangeRoles, roleSorts } from './role-list-search.ts';
import type { RoleListSearch, RoleSort } from './role-list-search.ts';
import styles from './roles.module.css';
import { useRoleActions } from './use-role-actions.tsx';

const accessOf = (role: Role) => accessText(role.logTypeAccessKind, role.logTypeAccess ?? []);

const columns: Column<Role>[] = [
  {
    id: 'name',
    header: 'Role',
    width: 'minmax(180px, 1.2fr)',
    sortable: true,
    isName: 'inside',
    cell: (role) => (
      <span className={styles.nameCell}>
        <span className={styles.ellipsis}>
          <RowLink>{role.name}</RowLink>
        </span>
        {role.isReserved && <Badge title="This role always stays as it is.">Fixed</Badge>}
      </span>
    ),
  },
  {
    id: 'permissions',
    header: 'Permissions',
    width: '112px',
    sortable: true,
    cell: ({ permissions }) => permissionsText(permissions),
  },
  {
    id: 'access',
    header: 'Log-type access',
    width: 'minmax(180px, 1.6fr)',
    secondary: true,
    cell: (role) => <span title={(role.logTypeAccess ?? []).join(', ')}>{accessOf(role)}</span>,
  },
  {
    id: 'people',
    header: 'People',
    width: '88px',
    align: 'end',
    sortable: true,
    cell: ({ userCount }) => userCount,
  },
  {
    id: 'secondFactor',
    header: 'Second factor',
    width: '128px',
    secondary: true,
    hideBelow: 1000,
    cell: ({ requiresSecondFactor }) => (requiresSecondFactor ? 'Required' : '–'),
  },
  {
    id: 'changed',
    header: 'Changed',
    width: '104px',
    align: 'end',
    sortable: true,
    secondary: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

export interface RoleListProps {
  search: RoleListSearch;
  onSearch: (change: Partial<RoleListSearch>) => void;
}

/** Every role: how much it allows, of which logs, and how many people have it. */
export function RoleList({ search, onSearch }: RoleListProps) {
  const query = useRoles();
  const actions = useRoleActions();
  const found = query.data && arrangeRoles(query.data, search);
  return (
    <PagedList<Role, RoleSort, RoleListSearch>
      one="role"
      many="roles"
      address={search}
      onAddress={onSearch}
      sorts={roleSorts}
      ascendingFirst={['name']}
      searchLabel="Search roles"
      query={query}
      rows={found && onePage(found, search.page)}
      totalCount={found?.length}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      rowLink={({ id }) => linkOptions({ to: '/settings/roles/$roleId/edit/', params: { roleId: id } })}
      rowMenu={actions.menuOf}
      narrowRow={(role) => (
        <NarrowRow
          name={role.name}
          state={countOf(role.userCount, 'person', 'people')}
          facts={`${permissionsText(role.permissions)}, ${accessOf(role)}`}
          at={role.updatedAt}
        />
      )}
      whenNone={
        <EmptyState
          title="No roles yet"
          action={
            <CreateLink to="/settings/roles/new/" missing={actions.noModify}>
              Create New
            </CreateLink>
          }
        >
          A role says what people may do, and of which log types they see anything.
        </EmptyState>
      }
    />
  );
}
