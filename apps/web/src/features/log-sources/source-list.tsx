import { linkOptions } from '@tanstack/react-router';
import { formatCount, formatShortCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { VendorTile } from '../../ui/marks/avatar.tsx';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { HealthBadge } from '../../ui/marks/health.tsx';
import type { Health } from '../../ui/marks/health.tsx';
import { IconCopy, IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { EmptyState, FailedState, NoResults } from '../../ui/layout/states.tsx';
import { nextSort } from '../../ui/table/column.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowLink } from '../../ui/table/row-link.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { ingestionTitle } from './labels.ts';
import styles from './log-sources.module.css';
import { useSources } from './queries.ts';
import type { SourceTeaser } from './queries.ts';
import { filterCountOf, filterSources, sourceSorts } from './source-filters.ts';
import type { SourceListSearch } from './source-filters.ts';
import { healthOf, healthReason } from './source-health.ts';
import { useConfirmDelete } from './use-confirm-delete.tsx';

const healthLabels: Record<Health, string> = {
  healthy: 'Healthy',
  warning: 'Warning',
  unhealthy: 'Unhealthy',
  'no-data': 'No data',
  pending: 'Pending',
};
const isHealth = (value: string): value is Health => value in healthLabels;

function SourceHealth({ source }: { source: SourceTeaser }) {
  const badge = <HealthBadge health={healthOf(source)} />;
  const reason = healthReason(source);
  return reason ? (
    <Tooltip label={reason}>
      <span>{badge}</span>
    </Tooltip>
  ) : (
    badge
  );
}

function logTypesText(source: SourceTeaser): string {
  const [first, second, ...rest] = source.logTypes;
  if (first === undefined) return '–';
  if (second === undefined) return first;
  return rest.length === 0 ? `${first}, ${second}` : `${first}, ${rest.length + 1} more`;
}

const columns: readonly Column<SourceTeaser>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(200px, 2fr)',
    sortable: true,
    cell: (source) => (
      <span className={styles.name}>
        <VendorTile name={source.integrationLabel} />
        <span>{source.integrationLabel}</span>
      </span>
    ),
  },
  {
    id: 'health',
    header: 'Health',
    width: '112px',
    sortable: true,
    cell: (source) => <SourceHealth source={source} />,
  },
  {
    id: 'type',
    header: 'Type',
    width: '120px',
    secondary: true,
    cell: (source) => ingestionTitle(source.ingestionType),
    hideBelow: 1100,
  },
  {
    id: 'logTypes',
    header: 'Log types',
    width: 'minmax(140px, 1.4fr)',
    secondary: true,
    cell: (source) => (
      <span className={styles.fill} title={source.logTypes.join(', ')}>
        {logTypesText(source)}
      </span>
    ),
  },
  {
    id: 'events',
    header: 'Events, 24 h',
    width: '112px',
    align: 'end',
    sortable: true,
    cell: (source) => formatCount(source.events24h),
  },
  {
    id: 'failed',
    header: 'Failed, 24 h',
    width: '104px',
    align: 'end',
    sortable: true,
    cell: (source) => (
      <span className={source.failed24h > 0 ? styles.bad : undefined}>{formatCount(source.failed24h)}</span>
    ),
  },
  {
    id: 'lastEvent',
    header: 'Last event',
    width: '104px',
    align: 'end',
    secondary: true,
    sortable: true,
    cell: (source) => <Time at={source.lastEventReceivedAtTime} format="age" />,
  },
  {
    id: 'dateCreated',
    header: 'Created',
    width: '92px',
    align: 'end',
    secondary: true,
    sortable: true,
    cell: (source) => <Time at={source.createdAtTime} />,
    hideBelow: 1100,
  },
];

function NarrowRow({ source }: { source: SourceTeaser }) {
  return (
    <div className={styles.narrow}>
      <VendorTile name={source.integrationLabel} size="md" />
      <span className={styles.narrowTitle}>
        <RowLink>{source.integrationLabel}</RowLink>
      </span>
      <span className={styles.end}>{formatShortCount(source.events24h)}</span>
      <span className={styles.narrowFacts}>
        <HealthBadge
          health={healthOf(source)}
          {...(source.failed24h > 0 ? { label: `${formatShortCount(source.failed24h)} failed` } : {})}
        />
        <span className={styles.ellipsis}>{logTypesText(source)}</span>
      </span>
      <span className={styles.endQuiet}>
        <Time at={source.lastEventReceivedAtTime} format="age" />
      </span>
    </div>
  );
}

const narrowRow = (source: SourceTeaser) => <NarrowRow source={source} />;

export interface SourceListProps {
  search: SourceListSearch;
  onSearch: (change: Partial<SourceListSearch>) => void;
}

/** Every source with its health and the figures of the last day. */
export function SourceList({ search, onSearch }: SourceListProps) {
  const sources = useSources();
  const missing = useMissingPermission('LogSourceModify');
  const confirmDelete = useConfirmDelete();
  const all = sources.data ?? [];
  const rows = sources.data && filterSources(sources.data, search);
  const filterCount = filterCountOf(search);
  const clear = () =>
    onSearch({ search: undefined, types: undefined, logTypes: undefined, health: undefined });
  const orNone = <Value,>(values: Value[]) => (values.length === 0 ? undefined : values);
  const optionsOf = (values: readonly string[], label = (value: string) => value) =>
    [...new Set(values)].toSorted().map((value) => ({ value, label: label(value) }));

  function menuOf(source: SourceTeaser): MenuEntry[] {
    const path = `/configure/log-sources/${source.integrationId}/`;
    return [
      {
        label: 'Edit',
        icon: <IconPencil size={16} stroke={1.5} aria-hidden />,
        to: `${path}edit/`,
        reason: missing,
      },
      {
        label: 'Copy source ID',
        icon: <IconCopy size={16} stroke={1.5} aria-hidden />,
        onSelect: () => void copyText(source.integrationId),
      },
      { kind: 'line' },
      {
        label: 'Delete',
        icon: <IconTrash size={16} stroke={1.5} aria-hidden />,
        danger: true,
        reason: missing,
        onSelect: () => void confirmDelete(source),
      },
    ];
  }
  return (
    <>
      <Toolbar end={rows && <span className={styles.count}>{countText(rows.length, all.length)}</span>}>
        <SearchBox
          label="Search log sources"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => onSearch({ search: text || undefined })}
        />
        <FilterBar
          onClear={clear}
          filters={[
            {
              id: 'health',
              label: 'Health',
              options: Object.entries(healthLabels).map(([value, label]) => ({ value, label })),
              values: search.health ?? [],
              onChange: (values) => onSearch({ health: orNone(values.filter(isHealth)) }),
            },
            {
              id: 'types',
              label: 'Type',
              options: optionsOf(
                all.map((source) => source.ingestionType),
                ingestionTitle,
              ),
              values: search.types ?? [],
              onChange: (values) => onSearch({ types: orNone(values) }),
            },
            {
              id: 'logTypes',
              label: 'Log type',
              options: optionsOf(all.flatMap((source) => source.logTypes)),
              values: search.logTypes ?? [],
              onChange: (values) => onSearch({ logTypes: orNone(values) }),
            },
          ]}
        />
      </Toolbar>
      <DataTable
        label="Log sources"
        columns={columns}
        rows={rows}
        rowId={(source) => source.integrationId}
        rowLabel={(source) => source.integrationLabel}
        sort={{ by: search.sortBy, direction: search.sortDir }}
        onSort={(columnId) => {
          const sortBy = sourceSorts.find((entry) => entry === columnId);
          if (!sortBy) return;
          const first = sortBy === 'name' ? 'ascending' : 'descending';
          const next = nextSort({ by: search.sortBy, direction: search.sortDir }, sortBy, first);
          onSearch({ sortBy, sortDir: next.direction });
        }}
        rowLink={(source) =>
          linkOptions({
            to: '/configure/log-sources/$sourceId/',
            params: { sourceId: source.integrationId },
          })
        }
        rowMenu={menuOf}
        narrowRow={narrowRow}
        empty={
          sources.isError ? (
            <FailedState
              title="The log sources could not be loaded"
              message={failureText(sources.error)}
              onRetry={() => void sources.refetch()}
            />
          ) : all.length > 0 ? (
            <NoResults what="log source" filterCount={filterCount} onClear={clear} />
          ) : (
            <NoSources />
          )
        }
      />
    </>
  );
}

function countText(shown: number, all: number): string {
  const total = `${formatCount(all)} ${all === 1 ? 'source' : 'sources'}`;
  return shown === all ? total : `${formatCount(shown)} of ${total}`;
}

function NoSources() {
  const missing = useMissingPermission('LogSourceModify');
  return (
    <EmptyState
      title="No log source is connected yet"
      action={
        missing === undefined && (
          <ButtonLink
            variant="primary"
            to="/configure/log-sources/add-new-source/"
            icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
          >
            Create New
          </ButtonLink>
        )
      }
    >
      Connect the first one, and its events become searchable and are watched by your detections.
    </EmptyState>
  );
}
