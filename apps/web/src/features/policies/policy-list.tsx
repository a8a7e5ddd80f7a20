import { severities } from '@margay/model';
import type { Severity } from '@margay/model';
import { useNavigate } from '@tanstack/react-router';
import { formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { complianceLabels, ComplianceLabel, complianceStatuses } from '../../ui/compliance.tsx';
import type { ComplianceStatus } from '../../ui/compliance.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import type { Filter } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SeverityGlyph, SeverityLabel, severityLabels } from '../../ui/severity.tsx';
import { BusyBar, EmptyState, FailedState, NoResults } from '../../ui/states.tsx';
import { nextSort } from '../../ui/table/column.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import styles from './policies.module.css';
import { nameOf, usePolicyActions } from './policy-actions.tsx';
import { policySorts, usePolicyPage } from './queries.ts';
import type { PolicyFilter, PolicySort, PolicyTeaser } from './queries.ts';
import { knownResourceTypes } from './resource-types.ts';

const pageSize = 25;

/** What the address of the list holds. */
export interface PolicyListSearch {
  page: number;
  sortBy: PolicySort;
  sortDir: 'ascending' | 'descending';
  search?: string | undefined;
  severity?: Severity[] | undefined;
  resourceTypes?: string[] | undefined;
  status?: ComplianceStatus | undefined;
  enabled?: boolean | undefined;
  managed?: boolean | undefined;
}

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
  if (policy.complianceStatus === null) return <span className={styles.quiet}>–</span>;
  const isEmpty = active.error + active.fail + active.pass + suppressed.fail + suppressed.pass === 0;
  if (isEmpty && policy.scan === null) return <span className={styles.quiet}>No resources</span>;
  return <ComplianceLabel status={policy.complianceStatus} isBusy={policy.scan !== null} />;
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
  const mayModify = usePermission('PolicyModify');
  const navigate = useNavigate();
  const actions = usePolicyActions();
  const filterCount = Object.keys(filter).length;
  const change = (next: Partial<PolicyListSearch>) => onSearch({ page: 1, ...next });
  const clear = () =>
    change({
      search: undefined,
      severity: undefined,
      resourceTypes: undefined,
      status: undefined,
      enabled: undefined,
      managed: undefined,
    });
  return (
    <>
      <Toolbar>
        <SearchBox
          label="Search name, ID"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => change({ search: text || undefined })}
        />
        <FilterBar filters={filtersOf(search, change)} onClear={clear} />
      </Toolbar>
      <BusyBar isBusy={query.isPlaceholderData} />
      <DataTable<PolicyTeaser>
        label="Policies"
        columns={columnsOf(mayModify, actions.switchTo)}
        rows={query.isError ? [] : query.data?.detections}
        rowId={(policy) => policy.id}
        rowLabel={nameOf}
        {...(query.data ? { totalCount: query.data.paging.totalItems } : {})}
        sort={{ by: sortBy, direction: sortDir }}
        onSort={(column) => {
          const by = policySorts.find((sort) => sort === column);
          if (by === undefined) return;
          const first = by === 'displayName' || by === 'id' ? 'ascending' : 'descending';
          const next = nextSort({ by: sortBy, direction: sortDir }, by, first);
          change({ sortBy: by, sortDir: next.direction });
        }}
        onOpen={(policy) =>
          void navigate({ to: '/build/detections/policies/$policyId/', params: { policyId: policy.id } })
        }
        rowMenu={actions.menuOf}
        narrowRow={narrowRow}
        skeletonRows={pageSize}
        empty={
          query.isError ? (
            <FailedState
              title="The policies could not be loaded"
              message={failureText(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : filterCount > 0 ? (
            <NoResults what="policy" filterCount={filterCount} onClear={clear} />
          ) : (
            <NoPolicies mayModify={mayModify} />
          )
        }
      />
      <Pager
        label="policies"
        page={page}
        pageSize={pageSize}
        totalCount={query.data?.paging.totalItems}
        onPage={(next) => onSearch({ page: next })}
      />
    </>
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
      cell: (policy) => <span title={policy.id}>{policy.id}</span>,
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
    <span className={policy.enabled ? styles.name : styles.nameOff}>{nameOf(policy)}</span>
    {policy.enabled ? <PolicyStatus policy={policy} /> : <Badge tone="outline">DISABLED</Badge>}
    <span className={styles.narrowFacts}>
      <ResourceTypeList types={policy.resourceTypes} />
      {policy.enabled && <span>{`${formatCount(failingOf(policy))} failing`}</span>}
      <span className={styles.pushed}>
        <Time at={policy.lastModified} />
      </span>
    </span>
  </div>
);

function NoPolicies({ mayModify }: { mayModify: boolean }) {
  return (
    <EmptyState
      title="No policies yet"
      action={
        mayModify && (
          <ButtonLink variant="primary" to="/build/detections/new/" search={{ type: 'POLICY' }}>
            Create New
          </ButtonLink>
        )
      }
    >
      A policy is a Python function that looks at the configuration of each resource of its types and says
      whether it complies.
    </EmptyState>
  );
}

function filtersOf(search: PolicyListSearch, change: (next: Partial<PolicyListSearch>) => void): Filter[] {
  const orNone = <Value,>(values: Value[]) => (values.length === 0 ? undefined : values);
  const flagOf = (values: readonly string[], yes: string) =>
    values.length === 0 ? undefined : values.at(-1) === yes;
  return [
    {
      id: 'status',
      label: 'Status',
      options: complianceStatuses.map((value) => ({ value, label: complianceLabels[value] })),
      values: search.status === undefined ? [] : [search.status],
      onChange: (values) => change({ status: complianceStatuses.find((one) => one === values.at(-1)) }),
    },
    {
      id: 'severity',
      label: 'Severity',
      options: severities.toReversed().map((value) => ({ value, label: severityLabels[value] })),
      values: search.severity ?? [],
      onChange: (values) => change({ severity: orNone(severities.filter((one) => values.includes(one))) }),
    },
    {
      id: 'resourceTypes',
      label: 'Resource type',
      options: [...new Set([...(search.resourceTypes ?? []), ...knownResourceTypes])].map((value) => ({
        value,
        label: value,
      })),
      values: search.resourceTypes ?? [],
      onChange: (values) => change({ resourceTypes: orNone(values) }),
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
      label: 'Origin',
      options: [
        { value: 'managed', label: 'Managed' },
        { value: 'own', label: 'Own' },
      ],
      values: search.managed === undefined ? [] : [search.managed ? 'managed' : 'own'],
      onChange: (values) => change({ managed: flagOf(values, 'managed') }),
    },
  ];
}
