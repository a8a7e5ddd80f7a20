import { Link, linkOptions } from '@tanstack/react-router';
import { complianceStatuses } from '../../lib/compliance/status.ts';
import { complianceLabels, StatusBadge } from '../../ui/marks/status-badge.tsx';
import { countOf, formatCount } from '../../lib/format-number.ts';
import { resourceName, resourceRegion } from '../../lib/compliance/resource-name.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import type { Filter } from '../../ui/lists/filter-bar.tsx';
import { oneOfFilter, textsFilter } from '../../ui/lists/list-filters.ts';
import { PagedList, pageSize } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { useFacets, useResourcePage } from './queries.ts';
import type { Facets, Resource, ResourceFilter } from './queries.ts';
import { resourceSorts } from './resource-list-search.ts';
import type { ResourceListSearch, ResourceSort } from './resource-list-search.ts';
import { useResourceMenu } from './resource-menu.tsx';
import styles from './resources.module.css';

/** The filters of the address as the server takes them. */
function filterOf(search: ResourceListSearch): ResourceFilter {
  return {
    ...(search.search ? { idContains: search.search } : {}),
    ...(search.types ? { types: search.types } : {}),
    ...(search.source ? { integrationId: search.source } : {}),
    ...(search.status ? { complianceStatus: search.status } : {}),
    ...(search.deleted ? { deleted: true } : {}),
  };
}

const nameOf = (resource: Resource) => resourceName(resource.id, resource.attributes);
const failingOf = ({ compliance: { active } }: Resource) => active.fail + active.error;

const columns: readonly Column<Resource>[] = [
  {
    id: 'id',
    header: 'Resource',
    width: 'minmax(220px, 2fr)',
    sortable: true,
    cell: (resource) => (
      <span className={resource.deleted ? styles.gone : styles.name} title={resource.id}>
        {nameOf(resource)}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: 'minmax(140px, 1fr)',
    secondary: true,
    sortable: true,
    cell: (resource) => <span title={resource.type}>{resource.type}</span>,
  },
  {
    id: 'integrationLabel',
    header: 'Source',
    width: 'minmax(96px, 0.7fr)',
    secondary: true,
    sortable: true,
    cell: (resource) => resource.integrationLabel,
    hideBelow: 1000,
  },
  {
    id: 'region',
    header: 'Region',
    width: '104px',
    secondary: true,
    cell: (resource) => resourceRegion(resource.id, resource.attributes) ?? '–',
    hideBelow: 1100,
  },
  {
    id: 'complianceStatus',
    header: 'Status',
    width: '112px',
    sortable: true,
    cell: (resource) => <ResourceStatus resource={resource} />,
  },
  {
    id: 'failing',
    header: 'Failing',
    width: '72px',
    align: 'end',
    cell: (resource) => (resource.deleted ? '–' : formatCount(failingOf(resource))),
  },
  {
    id: 'lastModified',
    header: 'Last modified',
    width: '120px',
    secondary: true,
    sortable: true,
    cell: (resource) => <Time at={resource.lastModified} />,
  },
];

function ResourceStatus({ resource }: { resource: Resource }) {
  if (resource.deleted) return <Badge tone="outline">DELETED</Badge>;
  return <StatusBadge status={resource.complianceStatus} isBusy={resource.isBeingJudged} />;
}

function NarrowResource({ resource }: { resource: Resource }) {
  return (
    <NarrowRow
      name={<span className={resource.deleted ? styles.gone : styles.name}>{nameOf(resource)}</span>}
      state={<ResourceStatus resource={resource} />}
      facts={
        <>
          <span className={styles.ellipsis}>{resource.type}</span>
          <span>{resource.integrationLabel}</span>
        </>
      }
      at={resource.lastModified}
    />
  );
}
const narrowRow = (resource: Resource) => <NarrowResource resource={resource} />;

export interface ResourceListProps {
  search: ResourceListSearch;
  onSearch: (change: Partial<ResourceListSearch>) => void;
}

/** The inventory, a page at a time; filters, order and page are the address's. */
export function ResourceList({ search, onSearch }: ResourceListProps) {
  const filter = filterOf(search);
  const { page, sortBy, sortDir } = search;
  const query = useResourcePage({ ...filter, page, sortBy, sortDir, pageSize });
  const facets = useFacets();
  const menuOf = useResourceMenu();
  const change = (next: Partial<ResourceListSearch>) => onSearch({ page: 1, ...next });
  return (
    <PagedList<Resource, ResourceSort, ResourceListSearch>
      one="resource"
      many="cloud resources"
      address={search}
      onAddress={onSearch}
      sorts={resourceSorts}
      ascendingFirst={['id', 'type', 'integrationLabel']}
      searchLabel="Search ID or name"
      filters={filtersOf(search, facets.data, change)}
      query={query}
      rows={query.data?.resources}
      totalCount={query.data?.paging.totalItems}
      columns={columns}
      rowId={(resource) => resource.id}
      rowLabel={nameOf}
      rowLink={(resource) =>
        linkOptions({ to: '/investigate/resources/$resourceId/', params: { resourceId: resource.id } })
      }
      rowMenu={menuOf}
      narrowRow={narrowRow}
      whenNone={<NoResources />}
    />
  );
}

/** One line under the title: how many there are and how many fail. */
export function InventorySummary() {
  const { data } = useFacets();
  const total = data?.types.reduce((sum, { count }) => sum + count, 0) ?? 0;
  if (!data || total === 0) return <>What your cloud accounts hold, and what policies say of it</>;
  const sources = `${countOf(total, 'resource')} of ${countOf(data.integrations.length, 'source')}`;
  return (
    <>
      {sources}; {formatCount(data.failingCount)} {data.failingCount === 1 ? 'fails' : 'fail'} a policy
    </>
  );
}

function NoResources() {
  return (
    <EmptyState
      title="No resources yet"
      action={
        <Link className={styles.link} to="/build/detections/policies/">
          See the policies
        </Link>
      }
    >
      Upload the configuration of buckets, roles, keys and the like with the mutation uploadResources of the
      API; enabled policies judge each one within seconds.
    </EmptyState>
  );
}

function filtersOf(
  search: ResourceListSearch,
  facets: Facets | undefined,
  change: (next: Partial<ResourceListSearch>) => void,
): Filter[] {
  const source = search.source === undefined ? [] : [search.source];
  const known = facets?.integrations ?? [];
  // A value of the address shows even when nothing carries it any more.
  const sources = [
    ...source.filter((id) => !known.some((one) => one.id === id)).map((id) => ({ id, label: id })),
    ...known,
  ];
  return [
    oneOfFilter(
      'status',
      'Status',
      complianceStatuses.map((value) => ({ value, label: complianceLabels[value] })),
      search.status,
      (status) => change({ status }),
    ),
    textsFilter('types', 'Type', facets?.types.map(({ type }) => type) ?? [], search.types, (types) =>
      change({ types }),
    ),
    oneOfFilter(
      'source',
      'Source',
      sources.map(({ id, label }) => ({ value: id, label })),
      search.source,
      (chosen) => change({ source: chosen }),
    ),
    oneOfFilter(
      'deleted',
      'Deleted',
      [{ value: 'yes', label: 'Yes' }],
      search.deleted ? 'yes' : undefined,
      (deleted) => change({ deleted: deleted && true }),
    ),
  ];
}
