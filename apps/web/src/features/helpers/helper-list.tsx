import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { onePage } from '../../lib/arranged.ts';
import { countOf } from '../../lib/format-number.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { CreateLink } from '../../ui/inputs/create-link.tsx';
import { Popover } from '../../ui/overlays/menu.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { HelperUsers } from './helper-users.tsx';
import styles from './helpers.module.css';
import { useHelperList } from './queries.ts';
import { helperSorts } from './helper-list-search.ts';
import type { HelperListSearch, HelperSort } from './helper-list-search.ts';
import type { Helper } from './queries.ts';
import { useHelperActions } from './use-helper-actions.tsx';

const keys: Record<HelperSort, (helper: Helper) => string | number> = {
  id: ({ id }) => id.toLowerCase(),
  usedBy: ({ usedBy }) => usedBy.length,
  lastModified: ({ lastModified }) => lastModified,
};

/** The helpers that match, in order. */
export function arrangeHelpers(
  helpers: readonly Helper[],
  { search = '', sortBy, sortDir }: HelperListSearch,
) {
  const wanted = search.toLowerCase();
  const key = keys[sortBy];
  const way = sortDir === 'ascending' ? 1 : -1;
  return helpers
    .filter(({ id, description, body }) =>
      [id, description, body].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one === other) return a.id < b.id ? -1 : 1;
      return one < other ? -way : way;
    });
}

export interface HelperListProps {
  search: HelperListSearch;
  onSearch: (change: Partial<HelperListSearch>) => void;
}

/** The Python modules that detections import. They come whole, as editors need them all anyway. */
export function HelperList({ search, onSearch }: HelperListProps) {
  const query = useHelperList();
  const actions = useHelperActions();
  const { page } = search;
  const found = query.data && arrangeHelpers(query.data, search);
  const rows = found && onePage(found, page);
  const columns: Column<Helper>[] = [
    {
      id: 'id',
      header: 'Module',
      width: 'minmax(200px, 1fr)',
      sortable: true,
      mono: true,
      isName: 'inside',
      cell: (helper) => <HelperName helper={helper} />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 'minmax(0, 2fr)',
      secondary: true,
      cell: (helper) => <span title={helper.description}>{helper.description || '–'}</span>,
      hideBelow: 900,
    },
    {
      id: 'usedBy',
      header: 'Used by',
      width: '96px',
      align: 'end',
      sortable: true,
      cell: (helper) => <UsedBy helper={helper} />,
    },
    {
      id: 'lines',
      header: 'Lines',
      width: '72px',
      align: 'end',
      secondary: true,
      cell: (helper) => helper.body.trimEnd().split('\n').length,
      hideBelow: 1100,
    },
    {
      id: 'lastModified',
      header: 'Modified',
      width: '92px',
      align: 'end',
      sortable: true,
      secondary: true,
      cell: (helper) => <Time at={helper.lastModified} />,
    },
  ];
  return (
    <PagedList<Helper, HelperSort, HelperListSearch>
      one="helper"
      many="helpers"
      address={search}
      onAddress={onSearch}
      sorts={helperSorts}
      ascendingFirst={['id']}
      searchLabel="Search name, text, code"
      query={query}
      rows={rows}
      totalCount={found?.length}
      columns={columns}
      rowId={(helper) => helper.id}
      rowLabel={(helper) => helper.id}
      rowLink={(helper) =>
        linkOptions({ to: '/build/helpers/$helperId/edit/', params: { helperId: helper.id } })
      }
      rowMenu={actions.menuOf}
      narrowRow={(helper) => (
        <span className={styles.narrow}>
          <HelperName helper={helper} />
          <span className={styles.narrowFacts}>
            <span className={styles.ellipsis}>{helper.description || '–'}</span>
            <span className={styles.pushed}>{`used by ${helper.usedBy.length}`}</span>
          </span>
        </span>
      )}
      whenNone={
        <EmptyState
          title="No helpers yet"
          action={
            <CreateLink to="/build/helpers/new/" missing={actions.noModify}>
              Create New
            </CreateLink>
          }
        >
          A helper is a Python module that several detections import.
        </EmptyState>
      }
    />
  );
}

function HelperName({ helper }: { helper: Helper }) {
  return (
    <span className={styles.name}>
      <span className={styles.helperName}>
        <RowLink>{helper.id}</RowLink>
      </span>
      {helper.managed && <Badge>Managed</Badge>}
      {helper.loadError !== null && (
        <span title={helper.loadError}>
          <Badge tone="danger">Does not load</Badge>
        </span>
      )}
    </span>
  );
}

/** How many import it; a click lists them with links. */
function UsedBy({ helper }: { helper: Helper }) {
  const { usedBy } = helper;
  const [isOpen, setOpen] = useState(false);
  if (usedBy.length === 0) return <span className={styles.quiet}>0</span>;
  return (
    <Popover
      label={`What imports ${helper.id}`}
      width={360}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      target={
        <Button
          size="xs"
          variant="quiet"
          aria-label={`${countOf(usedBy.length, 'import')} of ${helper.id}`}
          onClick={(event) => {
            // The row would open the helper.
            event.stopPropagation();
            setOpen(!isOpen);
          }}
        >
          {usedBy.length}
        </Button>
      }
    >
      <div className={styles.popover}>
        <HelperUsers users={usedBy} />
      </div>
    </Popover>
  );
}
