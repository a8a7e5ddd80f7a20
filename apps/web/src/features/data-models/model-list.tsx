import { useNavigate } from '@tanstack/react-router';
import { failureText } from '../../lib/graphql/request-error.ts';
import { countOf } from '../../lib/format-number.ts';
import { useLogTypes } from '../../editor/python/use-log-types.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import type { Filter } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { BusyBar, EmptyState, FailedState, NoResults } from '../../ui/states.tsx';
import { nextSort } from '../../ui/table/column.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx';
import styles from './data-models.module.css';
import { modelSorts, useModelPage } from './queries.ts';
import type { DataModel, ModelSort } from './queries.ts';
import { useModelActions } from './use-model-actions.tsx';

const pageSize = 25;

/** What the address of the list holds. */
export interface ModelListSearch {
  page: number;
  sortBy: ModelSort;
  sortDir: 'ascending' | 'descending';
  search?: string | undefined;
  logTypes?: string[] | undefined;
  enabled?: boolean | undefined;
  managed?: boolean | undefined;
}

const isSort = (id: string): id is ModelSort => modelSorts.some((sort) => sort === id);
const flagOf = (values: readonly string[], yes: string) =>
  values.length === 1 ? values[0] === yes : undefined;

export interface ModelListProps {
  search: ModelListSearch;
  onSearch: (change: Partial<ModelListSearch>) => void;
}

/** Every data model, a page at a time; filters, order and page are the address's. */
export function ModelList({ search, onSearch }: ModelListProps) {
  const { page, sortBy, sortDir } = search;
  const query = useModelPage({
    ...(search.search ? { nameContains: search.search } : {}),
    ...(search.logTypes?.length ? { logTypes: search.logTypes } : {}),
    ...(search.enabled === undefined ? {} : { enabled: search.enabled }),
    ...(search.managed === undefined ? {} : { managed: search.managed }),
    page,
    sortBy,
    sortDir,
    pageSize,
  });
  const navigate = useNavigate();
  const { data: logTypes = [] } = useLogTypes();
  const actions = useModelActions();
  const change = (next: Partial<ModelListSearch>) => onSearch({ page: 1, ...next });
  const filters: Filter[] = [
    {
      id: 'logTypes',
      label: 'Log type',
      options: logTypes.map((value) => ({ value, label: value })),
      values: search.logTypes ?? [],
      onChange: (values) => change({ logTypes: values.length === 0 ? undefined : [...values] }),
    },
    {
      id: 'enabled',
      label: 'State',
      options: [
        { value: 'enabled', label: 'Enabled' },
        { value: 'disabled', label: 'Disabled' },
      ],
      values: search.enabled === undefined ? [] : [search.enabled ? 'enabled' : 'disabled'],
      onChange: (values) => change({ enabled: flagOf(values, 'enabled') }),
    },
    {
      id: 'managed',
      label: 'Made by',
      options: [
        { value: 'managed', label: 'Managed' },
        { value: 'custom', label: 'Custom' },
      ],
      values: search.managed === undefined ? [] : [search.managed ? 'managed' : 'custom'],
      onChange: (values) => change({ managed: flagOf(values, 'managed') }),
    },
  ];
  const filterCount = (search.search ? 1 : 0) + filters.filter(({ values }) => values.length > 0).length;
  const clear = () =>
    change({ search: undefined, logTypes: undefined, enabled: undefined, managed: undefined });

  const columns: Column<DataModel>[] = [
    {
      id: 'displayName',
      header: 'Name',
      width: 'minmax(220px, 1.4fr)',
      sortable: true,
      cell: (model) => <ModelName model={model} />,
    },
    {
      id: 'id',
      header: 'ID',
      width: 'minmax(140px, 1fr)',
      sortable: true,
      secondary: true,
      mono: true,
      cell: (model) => model.id,
      hideBelow: 1100,
    },
    {
      id: 'logTypes',
      header: 'Log types',
      width: 'minmax(140px, 1fr)',
      secondary: true,
      cell: (model) => <span title={model.logTypes.join(', ')}>{shortList(model.logTypes)}</span>,
    },
    {
      id: 'mappings',
      header: 'Mappings',
      width: '84px',
      align: 'end',
      secondary: true,
      cell: (model) => model.mappings.length,
    },
    {
      id: 'lastModified',
      header: 'Modified',
      width: '92px',
      align: 'end',
      sortable: true,
      secondary: true,
      cell: (model) => <Time at={model.lastModified} />,
      hideBelow: 900,
    },
    {
      id: 'enabled',
      header: 'Enabled',
      width: '84px',
      sortable: true,
      cell: (model) => (
        <Switch
          label={`Enable ${model.displayName}`}
          hideLabel
          inTable
          checked={model.enabled}
          disabled={actions.noModify !== undefined || actions.isSwitching}
          onChange={(enabled) => actions.switchTo(model, enabled)}
        />
      ),
    },
  ];
  const total = query.data?.paging.totalItems;
  return (
    <>
      <Toolbar>
        <SearchBox
          label="Search name, ID"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => change({ search: text || undefined })}
        />
        <FilterBar filters={filters} onClear={clear} />
      </Toolbar>
      <BusyBar isBusy={query.isPlaceholderData} />
      <DataTable<DataModel>
        label="Data models"
        columns={columns}
        rows={query.isError ? [] : query.data?.models}
        rowId={(model) => model.id}
        rowLabel={(model) => model.displayName}
        sort={{ by: sortBy, direction: sortDir }}
        onSort={(id) => {
          if (!isSort(id)) return;
          const next = nextSort(
            { by: sortBy, direction: sortDir },
            id,
            id === 'lastModified' || id === 'enabled' ? 'descending' : 'ascending',
          );
          change({ sortBy: id, sortDir: next.direction });
        }}
        onOpen={(model) =>
          void navigate({ to: '/build/data-models/$modelId/', params: { modelId: model.id } })
        }
        rowMenu={actions.menuOf}
        narrowRow={(model) => (
          <span className={styles.narrow}>
            <ModelName model={model} />
            <span className={styles.narrowFacts}>
              <span className={styles.ellipsis}>{model.logTypes.join(', ')}</span>
              {countOf(model.mappings.length, 'mapping')}
              {!model.enabled && <Badge tone="outline">DISABLED</Badge>}
            </span>
          </span>
        )}
        empty={
          query.isError ? (
            <FailedState
              title="The data models could not be loaded"
              message={failureText(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : filterCount > 0 ? (
            <NoResults what="data model" filterCount={filterCount} onClear={clear} />
          ) : (
            <EmptyState
              title="No data models yet"
              action={
                <ButtonLink variant="primary" to="/build/data-models/new/">
                  Create New
                </ButtonLink>
              }
            >
              A data model gives fields of a log type the names that rules ask for with event.udm(), so that
              one rule reads many log types.
            </EmptyState>
          )
        }
      />
      {total !== undefined && total > 0 && (
        <Pager
          label="Data models"
          page={page}
          pageSize={pageSize}
          totalCount={total}
          onPage={(next) => onSearch({ page: next })}
        />
      )}
    </>
  );
}

const shortList = (values: readonly string[]) =>
  values.length > 2 ? `${values.slice(0, 2).join(', ')} + ${values.length - 2}` : values.join(', ');

function ModelName({ model }: { model: DataModel }) {
  return (
    <span className={styles.name}>
      <span className={styles.modelName} data-off={!model.enabled || undefined}>
        {model.displayName}
      </span>
      {model.managed && <Badge>Managed</Badge>}
      {model.enabled && model.loadError !== null && (
        <span title={model.loadError}>
          <Badge tone="danger">Not used</Badge>
        </span>
      )}
    </span>
  );
}
