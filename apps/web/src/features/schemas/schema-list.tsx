import { linkOptions, useNavigate } from '@tanstack/react-router';
import { countOf, formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filter-bar.tsx';
import { IconCopy, IconPencil, IconRefresh } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { EmptyState, FailedState, NoResults } from '../../ui/layout/states.tsx';
import { nextSort } from '../../ui/table/column.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowLink } from '../../ui/table/row-link.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import { useSchemas, useSchemaUsers } from './queries.ts';
import { filterSchemas, schemaFilterCount, schemaRows, schemaSorts } from './schema-filters.ts';
import type { SchemaListSearch, SchemaRow } from './schema-filters.ts';
import styles from './schemas.module.css';
import { useArchive } from './use-archive.tsx';

const columns: readonly Column<SchemaRow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(220px, 1.2fr)',
    sortable: true,
    cell: (row) => <span className={styles.name}>{row.name}</span>,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '100px',
    cell: (row) => <Badge>{row.isManaged ? 'Managed' : 'Custom'}</Badge>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(160px, 2fr)',
    secondary: true,
    cell: (row) => (
      <span className={styles.fill} title={row.description ?? undefined}>
        {row.description || '–'}
      </span>
    ),
  },
  {
    id: 'discovery',
    header: 'Field discovery',
    width: '112px',
    secondary: true,
    cell: (row) => (row.isFieldDiscoveryEnabled ? 'On' : 'Off'),
    hideBelow: 1100,
  },
  {
    id: 'usedBy',
    header: 'Sources',
    width: '88px',
    align: 'end',
    sortable: true,
    cell: (row) => <span title={row.usedBy.join(', ') || undefined}>{formatCount(row.usedBy.length)}</span>,
  },
  {
    id: 'revision',
    header: 'Revision',
    width: '80px',
    align: 'end',
    cell: (row) => formatCount(row.revision),
    hideBelow: 1100,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '104px',
    align: 'end',
    secondary: true,
    sortable: true,
    cell: (row) => <Time at={row.updatedAt} />,
  },
];

const narrowRow = (row: SchemaRow) => (
  <div className={styles.narrow}>
    <span className={styles.name}>
      <RowLink>{row.name}</RowLink>
    </span>
    <span className={styles.narrowFacts}>
      <Badge>{row.isManaged ? 'Managed' : 'Custom'}</Badge>
      <span className={styles.ellipsis}>{row.description || 'No schema description'}</span>
    </span>
  </div>
);

function yesNo(
  id: string,
  label: string,
  words: { yes: string; no: string },
  value: boolean | undefined,
  onChange: (value: boolean | undefined) => void,
): Filter {
  return {
    id,
    label,
    options: [
      { value: 'true', label: words.yes },
      { value: 'false', label: words.no },
    ],
    values: value === undefined ? [] : [String(value)],
    onChange: (values) => {
      const last = values.at(-1);
      onChange(last === undefined ? undefined : last === 'true');
    },
  };
}

export interface SchemaListProps {
  search: SchemaListSearch;
  onSearch: (change: Partial<SchemaListSearch>) => void;
}

/** Every schema, managed and custom. */
export function SchemaList({ search, onSearch }: SchemaListProps) {
  const schemas = useSchemas();
  const users = useSchemaUsers();
  const navigate = useNavigate();
  const archive = useArchive();
  const missing = useMissingPermission('LogSourceModify');
  const all = schemas.data && schemaRows(schemas.data, users.data ?? []);
  const rows = all && filterSchemas(all, search);
  const filterCount = schemaFilterCount(search);
  const clear = () => onSearch({ search: undefined, isManaged: undefined, inUse: undefined });
  const countIn = (isArchived: boolean) => all?.filter((row) => row.isArchived === isArchived).length;
  const tab = (id: 'active' | 'archived', label: string) => {
    const count = countIn(id === 'archived');
    return { id, label, ...(count === undefined ? {} : { count }) };
  };

  function menuOf(row: SchemaRow): MenuEntry[] {
    const path = `/configure/schemas/${encodeURIComponent(row.name)}/`;
    return [
      {
        label: 'Edit',
        icon: <IconPencil size={16} stroke={1.5} aria-hidden />,
        to: `${path}edit/`,
        reason: row.isManaged
          ? 'Managed schemas cannot be changed. Clone it instead.'
          : row.isArchived
            ? 'Archived schemas cannot be changed. Unarchive it first.'
            : missing,
      },
      {
        label: 'Clone',
        icon: <IconCopy size={16} stroke={1.5} aria-hidden />,
        reason: missing,
        onSelect: () => void navigate({ to: '/configure/schemas/new/', search: { clone: row.name } }),
      },
      {
        label: row.isArchived ? 'Unarchive' : 'Archive',
        icon: <IconRefresh size={16} stroke={1.5} aria-hidden />,
        reason:
          missing ??
          (row.usedBy.length > 0 && !row.isArchived
            ? `Used by ${row.usedBy.join(', ')}. Detach it there first.`
            : undefined),
        onSelect: () => archive(row),
      },
    ];
  }
  return (
    <>
      <Tabs
        label="Schemas"
        items={[tab('active', 'Active'), tab('archived', 'Archived')]}
        value={search.isArchived ? 'archived' : 'active'}
        onChange={(id) => onSearch({ isArchived: id === 'archived' })}
      />
      <Toolbar end={rows && <span className={styles.count}>{countOf(rows.length, 'schema')}</span>}>
        <SearchBox
          label="Search schemas"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => onSearch({ search: text || undefined })}
        />
        <FilterBar
          onClear={clear}
          filters={[
            yesNo('isManaged', 'Kind', { yes: 'Managed', no: 'Custom' }, search.isManaged, (isManaged) =>
              onSearch({ isManaged }),
            ),
            yesNo('inUse', 'In use', { yes: 'Yes', no: 'No' }, search.inUse, (inUse) => onSearch({ inUse })),
          ]}
        />
      </Toolbar>
      <DataTable
        label="Schemas"
        columns={columns}
        rows={rows}
        rowId={(row) => row.name}
        rowLabel={(row) => row.name}
        sort={{ by: search.sortBy, direction: search.sortDir }}
        onSort={(columnId) => {
          const sortBy = schemaSorts.find((entry) => entry === columnId);
          if (!sortBy) return;
          const first = sortBy === 'name' ? 'ascending' : 'descending';
          const next = nextSort({ by: search.sortBy, direction: search.sortDir }, sortBy, first);
          onSearch({ sortBy, sortDir: next.direction });
        }}
        rowLink={(row) =>
          linkOptions({ to: '/configure/schemas/$schemaId/', params: { schemaId: row.name } })
        }
        rowMenu={menuOf}
        narrowRow={narrowRow}
        empty={
          schemas.isError ? (
            <FailedState
              title="The schemas could not be loaded"
              message={failureText(schemas.error)}
              onRetry={() => void schemas.refetch()}
            />
          ) : filterCount === 0 && search.isArchived ? (
            <EmptyState title="No schema is archived">
              Archiving takes a schema out of the lists without losing what was stored with it.
            </EmptyState>
          ) : (
            <NoResults what="schema" filterCount={filterCount} onClear={clear} />
          )
        }
      />
    </>
  );
}
