import { linkOptions } from '@tanstack/react-router';
import { useCompliance } from '../../lib/compliance/queries.ts';
import type { ComplianceItem } from '../../lib/compliance/queries.ts';
import { resourceName } from '../../lib/compliance/resource-name.ts';
import { pairKey, useSuppressPair } from '../../lib/compliance/use-suppress-pair.ts';
import { formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { StatusBadge } from '../../ui/marks/status-badge.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { BusyBar, EmptyState, FailedState, NoResults, Progress } from '../../ui/layout/states.tsx';
import { SuppressButton } from '../../ui/marks/suppress-cell.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import styles from './policies.module.css';
import type { PairView, PolicyPageProps } from './policy-page-search.ts';
import { PolicyRail } from './policy-rail.tsx';
import type { Policy } from './queries.ts';
import { pageSizes } from '../../lib/page-sizes.ts';

const pageSize = pageSizes.list;
const filterOf = {
  all: {},
  failing: { status: 'FAIL', suppressed: false },
  errors: { status: 'ERROR', suppressed: false },
  passing: { status: 'PASS', suppressed: false },
  suppressed: { suppressed: true },
} as const;

/** What a policy says of each resource, and what it leaves out. */
export function PolicyResources(props: Pick<PolicyPageProps, 'search' | 'onSearch'> & { policy: Policy }) {
  const { policy, search, onSearch } = props;
  const view = search.show ?? 'all';
  const query = useCompliance(
    'policy',
    {
      policyId: policy.id,
      ...filterOf[view],
      ...(search.search ? { resourceIdContains: search.search } : {}),
      page: search.page,
      pageSize,
    },
    policy.scan !== null,
  );
  const suppress = useSuppressPair();
  const { active, suppressed } = query.data ?? policy.compliance;
  const suppressedCount = suppressed.error + suppressed.fail + suppressed.pass;
  const total = active.error + active.fail + active.pass + suppressedCount;
  const isFiltered = view !== 'all' || search.search !== undefined;
  const clear = () => onSearch({ show: undefined, search: undefined, page: 1 });
  // A pair that passes alerts on nothing; for later there is the pattern.
  const suppressOf = (item: ComplianceItem) =>
    (item.status !== 'PASS' || item.suppressed) && (
      <SuppressButton
        suppressed={item.suppressed}
        name={resourceName(item.resourceId)}
        isBusy={suppress.busy.has(pairKey(item))}
        disabledReason={suppress.disabledReason}
        onChange={(next) => void suppress.change(item, next)}
      />
    );
  return (
    <div className={styles.split}>
      <div className={styles.column}>
        <div className={styles.figures}>
          <Figure label="Resources" value={total} />
          <Figure label="Passing" value={active.pass} />
          <Figure label="Failing" value={active.fail} tone={active.fail > 0 ? 'bad' : undefined} />
          <Figure label="Errors" value={active.error} tone={active.error > 0 ? 'warn' : undefined} />
          <Figure label="Suppressed" value={suppressedCount} />
          {policy.scan && (
            <div className={styles.scan}>
              <Progress
                label="Testing the inventory"
                text={`Testing ${formatCount(policy.scan.judgedCount)} of ${formatCount(policy.scan.totalCount)}`}
                share={policy.scan.totalCount === 0 ? 1 : policy.scan.judgedCount / policy.scan.totalCount}
              />
            </div>
          )}
        </div>
        {policy.loadError !== null && (
          <div className={styles.note}>
            <Note tone="danger" title="This policy does not run">
              {policy.loadError} Resources are not judged by it until the code is mended.
            </Note>
          </div>
        )}
        <Toolbar>
          <SegmentedControl
            label="Resources to show"
            options={[
              { value: 'all', label: 'All' },
              { value: 'failing', label: `Failing ${formatCount(active.fail)}` },
              { value: 'errors', label: `Errors ${formatCount(active.error)}` },
              { value: 'passing', label: `Passing ${formatCount(active.pass)}` },
              { value: 'suppressed', label: `Suppressed ${formatCount(suppressedCount)}` },
            ]}
            value={view}
            onChange={(next: PairView | 'all') =>
              onSearch({ show: next === 'all' ? undefined : next, page: 1 })
            }
          />
          <SearchBox
            label="Search resources"
            isPageSearch
            value={search.search ?? ''}
            onChange={(text) => onSearch({ search: text || undefined, page: 1 })}
          />
        </Toolbar>
        <BusyBar isBusy={query.isPlaceholderData} />
        <DataTable<ComplianceItem>
          label="Resources of this policy"
          columns={columnsOf(suppressOf)}
          rows={query.isError ? [] : query.data?.items}
          rowId={(item) => item.resourceId}
          rowLabel={(item) => resourceName(item.resourceId)}
          rowLink={(item) =>
            linkOptions({
              to: '/investigate/resources/$resourceId/',
              params: { resourceId: item.resourceId },
            })
          }
          narrowRow={(item) => (
            <div className={styles.narrowPair}>
              <span className={item.suppressed ? styles.quiet : styles.name}>
                {resourceName(item.resourceId)}
              </span>
              {suppressOf(item)}
              <span className={styles.narrowFacts}>
                <StatusBadge status={item.status} suppressed={item.suppressed} />
                <span className={styles.ellipsis}>{item.resourceType}</span>
                <span className={styles.pushed}>
                  <Time at={item.statusSince} />
                </span>
              </span>
            </div>
          )}
          skeletonRows={12}
          empty={
            query.isError ? (
              <FailedState
                title="The resources could not be loaded"
                message={failureText(query.error)}
                onRetry={() => void query.refetch()}
              />
            ) : isFiltered && total > 0 ? (
              <NoResults what="resource" filterCount={1} onClear={clear} />
            ) : (
              <NoPairs policy={policy} />
            )
          }
        />
        <Pager
          label="resources"
          page={search.page}
          pageSize={pageSize}
          totalCount={query.data?.paging.totalItems}
          onPage={(page) => onSearch({ page })}
        />
      </div>
      <PolicyRail policy={policy} />
    </div>
  );
}

function Figure({ label, value, tone }: { label: string; value: number; tone?: 'bad' | 'warn' | undefined }) {
  return (
    <div className={styles.figure}>
      <span className={styles.quiet}>{label}</span>
      <b className={tone && styles[tone]}>{formatCount(value)}</b>
    </div>
  );
}

function columnsOf(suppressOf: (item: ComplianceItem) => React.ReactNode): Column<ComplianceItem>[] {
  return [
    {
      id: 'resource',
      header: 'Resource',
      width: 'minmax(180px, 2fr)',
      cell: (item) => (
        <span className={item.suppressed ? styles.quiet : styles.name} title={item.resourceId}>
          {resourceName(item.resourceId)}
        </span>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(120px, 1fr)',
      secondary: true,
      cell: (item) => <span title={item.resourceType}>{item.resourceType}</span>,
      hideBelow: 1400,
    },
    {
      id: 'source',
      header: 'Source',
      width: 'minmax(80px, 0.6fr)',
      secondary: true,
      cell: (item) => item.integrationLabel,
      hideBelow: 1000,
    },
    {
      id: 'status',
      header: 'Status',
      width: '116px',
      cell: (item) => <StatusBadge status={item.status} suppressed={item.suppressed} />,
    },
    {
      id: 'why',
      header: 'Why',
      width: 'minmax(0, 1.2fr)',
      secondary: true,
      cell: (item) => {
        const why = item.suppressed ? `by ${item.suppressedBy.join(' and ')}` : (item.errorMessage ?? '');
        return <span title={why}>{why}</span>;
      },
      hideBelow: 1200,
    },
    {
      id: 'since',
      header: 'Since',
      width: '80px',
      secondary: true,
      cell: (item) => <Time at={item.statusSince} />,
    },
    {
      id: 'tested',
      header: 'Tested',
      width: '80px',
      secondary: true,
      cell: (item) => <Time at={item.lastUpdated} format="age" />,
      hideBelow: 1280,
    },
    { id: 'suppress', header: 'Alerts', width: '104px', align: 'end', cell: suppressOf },
  ];
}

function NoPairs({ policy }: { policy: Policy }) {
  if (!policy.enabled) {
    return (
      <EmptyState title="This policy is disabled">
        Enable it, and it tests every resource of its types.
      </EmptyState>
    );
  }
  if (policy.scan)
    return <EmptyState title="The first test is on its way">Results show up here as they come.</EmptyState>;
  const types = policy.resourceTypes.length === 0 ? '' : ` of the type ${policy.resourceTypes.join(' or ')}`;
  return (
    <EmptyState title="No resources to test">
      {`The inventory holds no resource${types}. Upload some, and they are tested within seconds.`}
    </EmptyState>
  );
}
