import { linkOptions } from '@tanstack/react-router';
import { useCompliance } from '../../lib/compliance/queries.ts';
import type { ComplianceCounts, ComplianceItem } from '../../lib/compliance/queries.ts';
import { pairKey, useSuppressPair } from '../../lib/compliance/use-suppress-pair.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { StatusBadge } from '../../ui/marks/status-badge.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { CountChip } from '../../ui/marks/badge.tsx';
import { SeverityLabel } from '../../ui/marks/severity.tsx';
import { EmptyState, FailedState, NoResults } from '../../ui/layout/states.tsx';
import { SuppressButton } from '../../ui/marks/suppress-cell.tsx';
import type { Column } from '../../ui/table/column.ts';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/marks/time.tsx';
import type { Resource } from './queries.ts';
import type { PolicyView, ResourcePageProps } from './resource-page-search.ts';
import { pageSizes } from '../../lib/page-sizes.ts';
import styles from './resources.module.css';

const pageSize = pageSizes.list;
const rowPx = 36;

const filterOf = {
  all: {},
  failing: { status: 'FAIL', suppressed: false },
  errors: { status: 'ERROR', suppressed: false },
  suppressed: { suppressed: true },
} as const;

const sum = (counts: ComplianceCounts['active']) => counts.error + counts.fail + counts.pass;

/** What each policy says of a resource. */
export function ResourcePolicies(props: Omit<ResourcePageProps, 'id'> & { resource: Resource }) {
  const { resource, search, onSearch } = props;
  const view = search.show ?? 'all';
  const query = useCompliance(
    'resource',
    { resourceId: resource.id, ...filterOf[view], page: search.page, pageSize },
    resource.isBeingJudged,
  );
  const suppress = useSuppressPair();
  const { active, suppressed } = query.data ?? resource.compliance;
  const total = sum(active) + sum(suppressed);
  const columns: Column<ComplianceItem>[] = [
    {
      id: 'policy',
      header: 'Policy',
      width: 'minmax(200px, 2fr)',
      cell: (item) => (
        <span className={item.suppressed ? styles.quiet : styles.name} title={item.policyId}>
          {item.policyName}
        </span>
      ),
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
      width: 'minmax(0, 1.4fr)',
      secondary: true,
      cell: (item) => <span title={whyOf(item)}>{whyOf(item)}</span>,
      hideBelow: 1200,
    },
    {
      id: 'severity',
      header: 'Severity',
      width: '96px',
      cell: (item) => <SeverityLabel severity={item.policySeverity} />,
    },
    {
      id: 'since',
      header: 'Since',
      width: '84px',
      secondary: true,
      cell: (item) => <Time at={item.statusSince} />,
      hideBelow: 1000,
    },
    {
      id: 'suppress',
      header: 'Alerts',
      width: '104px',
      align: 'end',
      cell: (item) => suppressOf(item),
    },
  ];
  // A pair that passes alerts on nothing; patterns for later are made on the policy's page.
  const suppressOf = (item: ComplianceItem) =>
    (item.status !== 'PASS' || item.suppressed) && (
      <SuppressButton
        suppressed={item.suppressed}
        name={item.policyName}
        isBusy={suppress.busy.has(pairKey(item))}
        disabledReason={suppress.disabledReason}
        onChange={(next) => void suppress.change(item, next)}
      />
    );
  const rowCount = Math.max(query.data?.items.length ?? 4, 3);
  return (
    <Card
      title="Policies"
      badges={<CountChip count={total} />}
      flush
      actions={
        <SegmentedControl
          label="Policies to show"
          size="sm"
          options={[
            { value: 'all', label: 'All' },
            { value: 'failing', label: `Failing ${active.fail}` },
            { value: 'errors', label: `Errors ${active.error}` },
            { value: 'suppressed', label: `Suppressed ${sum(suppressed)}` },
          ]}
          value={view}
          onChange={(next: PolicyView | 'all') =>
            onSearch({ show: next === 'all' ? undefined : next, page: 1 })
          }
        />
      }
    >
      <div className={styles.embedded} style={{ minHeight: 33 + rowCount * rowPx }}>
        <DataTable<ComplianceItem>
          label="Policies of this resource"
          columns={columns}
          rows={query.isError ? [] : query.data?.items}
          rowId={(item) => item.policyId}
          rowLabel={(item) => item.policyName}
          rowLink={(item) =>
            linkOptions({
              to: '/build/detections/policies/$policyId/',
              params: { policyId: item.policyId },
            })
          }
          narrowRow={(item) => (
            <NarrowRow
              name={<span className={item.suppressed ? styles.quiet : styles.name}>{item.policyName}</span>}
              state={suppressOf(item)}
              facts={
                <>
                  <StatusBadge status={item.status} suppressed={item.suppressed} />
                  <SeverityLabel severity={item.policySeverity} />
                </>
              }
              at={item.statusSince}
            />
          )}
          skeletonRows={4}
          inset
          empty={
            query.isError ? (
              <FailedState
                title="The policies could not be loaded"
                message={failureText(query.error)}
                onRetry={() => void query.refetch()}
              />
            ) : view !== 'all' && total > 0 ? (
              <NoResults what="policy" filterCount={1} onClear={() => onSearch({ show: undefined })} />
            ) : (
              <EmptyState title="No policy judges this resource">
                {resource.isBeingJudged
                  ? 'It is being judged at this moment.'
                  : `No enabled policy is for the type ${resource.type}.`}
              </EmptyState>
            )
          }
        />
      </div>
      {(query.data?.paging.totalPages ?? 1) > 1 && (
        <Pager
          label="policies"
          page={search.page}
          pageSize={pageSize}
          totalCount={query.data?.paging.totalItems}
          onPage={(page) => onSearch({ page })}
        />
      )}
    </Card>
  );
}

function whyOf(item: ComplianceItem): string {
  if (item.suppressed) return item.suppressedBy.map((pattern) => `by ${pattern}`).join(', ');
  return item.errorMessage ?? '';
}
