import { linkOptions } from '@tanstack/react-router';
import { countOf } from '../../lib/format-number.ts';
import { useLogTypes } from '../../editor/python/use-log-types.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { EnabledBadge } from '../../ui/marks/status-badge.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { CreateLink } from '../../ui/inputs/create-link.tsx';
import { enabledFilter, managedFilter, textsFilter } from '../../ui/lists/list-filters.ts';
import { PagedList, pageSize } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import { Time } from '../../ui/marks/time.tsx';
import styles from './data-models.module.css';
import { modelSorts } from './model-list-search.ts';
import type { ModelListSearch, ModelSort } from './model-list-search.ts';
import { useModelPage } from './queries.ts';
import type { DataModel } from './queries.ts';
import { useModelActions } from './use-model-actions.tsx';

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
  const { data: logTypes = [] } = useLogTypes();
  const actions = useModelActions();
  const change = (next: Partial<ModelListSearch>) => onSearch({ page: 1, ...next });
  const columns: Column<DataModel>[] = [
    {
      id: 'displayName',
      header: 'Name',
      width: 'minmax(220px, 1.4fr)',
      sortable: true,
      isName: 'inside',
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
  return (
    <PagedList<DataModel, ModelSort, ModelListSearch>
      one="data model"
      many="data models"
      address={search}
      onAddress={onSearch}
      sorts={modelSorts}
      ascendingFirst={['displayName', 'id']}
      searchLabel="Search name, ID"
      filters={[
        textsFilter('logTypes', 'Log type', logTypes, search.logTypes, (chosen) =>
          change({ logTypes: chosen }),
        ),
        enabledFilter(search.enabled, change),
        managedFilter(search.managed, change),
      ]}
      query={query}
      rows={query.data?.models}
      totalCount={query.data?.paging.totalItems}
      columns={columns}
      rowId={(model) => model.id}
      rowLabel={(model) => model.displayName}
      rowLink={(model) => linkOptions({ to: '/build/data-models/$modelId/', params: { modelId: model.id } })}
      rowMenu={actions.menuOf}
      narrowRow={(model) => (
        <span className={styles.narrow}>
          <ModelName model={model} />
          <span className={styles.narrowFacts}>
            <span className={styles.ellipsis}>{model.logTypes.join(', ')}</span>
            {countOf(model.mappings.length, 'mapping')}
            {!model.enabled && <EnabledBadge enabled={false} />}
          </span>
        </span>
      )}
      whenNone={
        <EmptyState
          title="No data models yet"
          action={
            <CreateLink to="/build/data-models/new/" missing={actions.noModify}>
              Create New
            </CreateLink>
          }
        >
          A data model gives fields of a log type the names that rules ask for with event.udm(), so that one
          rule reads many log types.
        </EmptyState>
      }
    />
  );
}

const shortList = (values: readonly string[]) =>
  values.length > 2 ? `${values.slice(0, 2).join(', ')} + ${values.length - 2}` : values.join(', ');

function ModelName({ model }: { model: DataModel }) {
  return (
    <span className={styles.name}>
      <span className={styles.modelName} data-off={!model.enabled || undefined}>
        <RowLink>{model.displayName}</RowLink>
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
