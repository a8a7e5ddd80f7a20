import { linkOptions } from '@tanstack/react-router';
import { complianceStatuses } from '../../lib/compliance/status.ts';
import { formatCount } from '../../lib/format-number.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { complianceLabels, EnabledBadge, StatusBadge } from '../../ui/marks/status-badge.tsx';
import { CreateLink } from '../../ui/inputs/create-link.tsx';
import {
  enabledFilter,
  managedFilter,
  oneOfFilter,
  severityFilter,
  textsFilter,
} from '../../ui/lists/list-filters.ts';
import { PagedList, pageSize } from '../../ui/lists/paged-list.tsx';
import { SeverityGlyph, SeverityLabel } from '../../ui/marks/severity.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useSelection } from '../../ui/table/selection.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import styles from './policies.module.css';
import { nameOf, usePolicyActions } from './policy-actions.tsx';
import { PolicyBulkBar } from './policy-bulk-bar.tsx';
import { policySorts } from './policy-list-search.ts';
import type { PolicyListSearch, PolicySort } from './policy-list-search.ts';
import { usePolicyPage } from './queries.ts';
import type { PolicyFilter, PolicyTeaser } from './queries.ts';
import { knownResourceTypes } from './resource-types.ts';

function filterOf(search: PolicyListSearch): PolicyFilter {
  return {
    ...(search.search ? { nameContains: search.search } : {}),
    ...(search.severity ? { severity: search.severity } : {}),
    ...(search.resourceTypes ? { resourceTypes: search.resourceTypes } : {}),
    ...(search.status ? { complianceStatus: search.status } : {}),
    ...(search.enabled === undefined ? {} : { enabled: search.enabled }),
    ...(search.managed === undefined ? {} : { managed: search.managed }),
  };
}

/** The first type of a policy; the rest are counted, and named in the tooltip. */
export function ResourceTypeList({ types }: { types: readonly string[] }) {
  if (types.length === 0) return <span>All types</span>;
  const rest = types.length - 1;
  return (
    <Tooltip label={types.join(', ')}>
      <span className={styles.types}>
        <span className={styles.ellipsis}>{types[0]}</span>
        {rest > 0 && <Badge>{`+${rest}`}</Badge>}
      </span>
    </Tooltip>
  );
}

/** The worst of a policy's resources; what it is instead while it judges none. */
export function PolicyStatus({ policy }: { policy: PolicyTeaser }) {
  const { active, suppressed } = policy.compliance;
  if (!policy.enabled) return <EnabledBadge enabled={false} />;
  if (policy.complianceStatus === null) return <span className={styles.quiet}>–</span>;
  const isEmpty = active.error + active.fail + active.pass + suppressed.fail + suppressed.pass === 0;
  if (isEmpty && policy.scan === null) return <span className={styles.quiet}>No resources</span>;
  return <StatusBadge status={policy.complianceStatus} isBusy={policy.scan !== null} />;
}

const failingOf = ({ compliance: { active } }: PolicyTeaser) => active.fail + active.error;

export interface PolicyListProps {
  search: PolicyListSearch;
  onSearch: (change: Partial<PolicyListSearch>) => void;
}

/** Every policy, a page at a time; filters, order and page are the address's. */
export function PolicyList({ search, onSearch }: PolicyListProps) {
  const filter = filterOf(search);
  const { page, sortBy, sortDir } = search;
  const query = usePolicyPage({ ...filter, page, sortBy, sortDir, pageSize });
  const noModify = useMissingPermission('PolicyModify');
  const actions = usePolicyActions();
  const selection = useSelection();
  const change = (next: Partial<PolicyListSearch>) => onSearch({ page: 1, ...next });
  return (
    <PagedList<PolicyTeaser, PolicySort, PolicyListSearch>
      one="policy"
      many="policies"
      address={search}
      onAddress={onSearch}
      sorts={policySorts}
      ascendingFirst={['displayName', 'id']}
      searchLabel="Search name, ID"
      filters={[
        oneOfFilter(
          'status',
          'Status',
          complianceStatuses.map((value) => ({ value, label: complianceLabels[value] })),
          search.status,
          (status) => change({ status }),
        ),
        severityFilter(search.severity, change),
        textsFilter(
          'resourceTypes',
          'Resource type',
          knownResourceTypes,
          search.resourceTypes,
          (resourceTypes) => change({ resourceTypes }),
        ),
        enabledFilter(search.enabled, change),
        managedFilter(search.managed, change),
      ]}
      query={query}
      rows={query.data?.detections}
      totalCount={query.data?.paging.totalItems}
      columns={columnsOf(noModify === undefined, actions.switchTo)}
      rowId={(policy) => policy.id}
      rowLabel={nameOf}
      selection={selection}
      rowLink={(policy) =>
        linkOptions({ to: '/build/detections/policies/$policyId/', params: { policyId: policy.id } })
      }
      rowMenu={actions.menuOf}
      narrowRow={narrowRow}
      whenNone={
        <EmptyState
          title="No policies yet"
          action={
            <CreateLink to="/build/detections/new/" search={{ type: 'POLICY' }} missing={noModify}>
              Create New
            </CreateLink>
          }
        >
          A policy is a Python function that looks at the configuration of each resource of its types and says
          whether it complies.
        </EmptyState>
      }
    >
      <PolicyBulkBar
        selection={selection}
        filter={filter}
        rows={query.data?.detections ?? []}
        total={query.data?.paging.totalItems ?? 0}
      />
    </PagedList>
  );
}

function columnsOf(
  mayModify: boolean,
  onEnable: (policy: PolicyTeaser, enabled: boolean) => void,
): Column<PolicyTeaser>[] {
  return [
    {
      id: 'displayName',
      header: 'Name',
      width: 'minmax(240px, 2.2fr)',
      sortable: true,
      cell: (policy) => (
        <span className={styles.nameCell}>
          <span className={policy.enabled ? styles.name : styles.nameOff}>{nameOf(policy)}</span>
          {policy.managed && <Badge>Managed</Badge>}
          {policy.loadError !== null && (
            <Tooltip label={policy.loadError}>
              <span>
                <Badge tone="danger">Does not run</Badge>
              </span>
            </Tooltip>
          )}
        </span>
      ),
    },
    {
      id: 'id',
      header: 'ID',
      width: 'minmax(120px, 1.2fr)',
      mono: true,
      secondary: true,
      sortable: true,
      cell: (policy) => <MiddleCut text={policy.id} />,
      hideBelow: 1280,
    },
    {
      id: 'severity',
      header: 'Severity',
      width: '92px',
      sortable: true,
      cell: (policy) => <SeverityLabel severity={policy.severity} />,
    },
    {
      id: 'resourceTypes',
      header: 'Resource types',
      width: 'minmax(130px, 1fr)',
      secondary: true,
      cell: (policy) => <ResourceTypeList types={policy.resourceTypes} />,
      hideBelow: 1000,
    },
    {
      id: 'status',
      header: 'Status',
      width: '116px',
      cell: (policy) => <PolicyStatus policy={policy} />,
    },
    {
      id: 'failing',
      header: 'Failing',
      width: '72px',
      align: 'end',
      cell: (policy) => (policy.enabled ? formatCount(failingOf(policy)) : '–'),
    },
    {
      id: 'lastModified',
      header: 'Modified',
      width: '96px',
      secondary: true,
      sortable: true,
      cell: (policy) => <Time at={policy.lastModified} />,
      hideBelow: 900,
    },
    {
      id: 'enabled',
      header: 'Enabled',
      width: '76px',
      sortable: true,
      cell: (policy) => (
        <Switch
          inTable
          hideLabel
          label={`Enable ${nameOf(policy)}`}
          checked={policy.enabled}
          disabled={!mayModify}
          onChange={(enabled) => onEnable(policy, enabled)}
        />
      ),
    },
  ];
}

const narrowRow = (policy: PolicyTeaser) => (
  <div className={styles.narrow}>
    <SeverityGlyph severity={policy.severity} />
    <span className={policy.enabled ? styles.name : styles.nameOff}>
      <RowLink>{nameOf(policy)}</RowLink>
    </span>
    <PolicyStatus policy={policy} />
    <span className={styles.narrowFacts}>
      <ResourceTypeList types={policy.resourceTypes} />
      {policy.enabled && <span>{`${formatCount(failingOf(policy))} failing`}</span>}
      <span className={styles.pushed}>
        <Time at={policy.lastModified} />
      </span>
    </span>
  </div>
);
