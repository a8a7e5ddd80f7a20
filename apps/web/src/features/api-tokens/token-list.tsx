import { linkOptions } from '@tanstack/react-router';
import { accessText } from '../../lib/access/log-type-access.ts';
import { onePage } from '../../lib/arranged.ts';
import { countOf } from '../../lib/format-number.ts';
import { CreateLink } from '../../ui/inputs/create-link.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Time } from '../../ui/marks/time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import { RowLink } from '../../ui/table/row-link.tsx';
import styles from './api-tokens.module.css';
import { useApiTokens } from './queries.ts';
import type { ApiToken } from './queries.ts';
import { Expiry, isAnywhere, networksText, permissionLabels } from './token-facts.tsx';
import { arrangeTokens, tokenSorts } from './token-list-search.ts';
import type { TokenListSearch, TokenSort } from './token-list-search.ts';
import { useTokenActions } from './use-token-actions.tsx';

const columns: Column<ApiToken>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(160px, 1.2fr)',
    sortable: true,
    isName: 'inside',
    cell: ({ name }) => <RowLink>{name}</RowLink>,
  },
  {
    id: 'permissions',
    header: 'Permissions',
    width: '116px',
    align: 'end',
    sortable: true,
    cell: (token) => {
      const labels = permissionLabels(token);
      return <span title={labels.join('\n')}>{labels.length}</span>;
    },
  },
  {
    id: 'networks',
    header: 'Allowed networks',
    width: 'minmax(150px, 1.2fr)',
    cell: ({ allowedCIDRBlocks }) => (
      <span
        className={isAnywhere(allowedCIDRBlocks) ? styles.anywhere : styles.mono}
        title={allowedCIDRBlocks.join('\n')}
      >
        {networksText(allowedCIDRBlocks)}
      </span>
    ),
  },
  {
    id: 'access',
    header: 'Log-type access',
    width: 'minmax(140px, 1.2fr)',
    secondary: true,
    cell: ({ logTypeAccessKind, logTypeAccess }) => (
      <span title={logTypeAccess.join('\n')}>{accessText(logTypeAccessKind, logTypeAccess)}</span>
    ),
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '170px',
    sortable: true,
    cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
  },
  {
    id: 'lastUsed',
    header: 'Last used',
    width: '112px',
    align: 'end',
    sortable: true,
    secondary: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} />),
  },
  {
    id: 'createdBy',
    header: 'Created by',
    width: 'minmax(110px, 0.8fr)',
    sortable: true,
    secondary: true,
    hideBelow: 1200,
    cell: ({ createdBy }) => createdBy.name,
  },
];

export interface TokenListProps {
  search: TokenListSearch;
  onSearch: (change: Partial<TokenListSearch>) => void;
}

/** Every API token: what it may do, from where, until when, and whether anything uses it. */
export function TokenList({ search, onSearch }: TokenListProps) {
  const query = useApiTokens();
  const actions = useTokenActions();
  const found = query.data && arrangeTokens(query.data, search);
  return (
    <PagedList<ApiToken, TokenSort, TokenListSearch>
      one="API token"
      many="API tokens"
      address={search}
      onAddress={onSearch}
      sorts={tokenSorts}
      ascendingFirst={['name', 'expires', 'createdBy']}
      searchLabel="Search name, permission, network, maker"
      query={query}
      rows={found && onePage(found, search.page)}
      totalCount={found?.length}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      rowLink={({ id }) => linkOptions({ to: '/settings/api/tokens/$tokenId/', params: { tokenId: id } })}
      rowMenu={actions.menuOf}
      narrowRow={(token) => (
        <NarrowRow
          name={token.name}
          state={<Expiry at={token.expiresAt} />}
          facts={`${countOf(permissionLabels(token).length, 'permission')}, ${networksText(token.allowedCIDRBlocks)}`}
          at={token.lastUsedAt ?? token.createdAt}
        />
      )}
      whenNone={
        <EmptyState
          title="No API tokens yet"
          action={
            <CreateLink to="/settings/api/tokens/new/" missing={actions.noModify}>
              Create New
            </CreateLink>
          }
        >
          A token lets a program use the API without a person: a build server uploads detections with one, a
          script reads alerts.
        </EmptyState>
      }
    />
  );
}
