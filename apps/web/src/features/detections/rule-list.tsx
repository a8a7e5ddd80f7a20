import { detectionKindOf } from '@margay/model';
import { useMemo, useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { CreateLink } from '../../ui/inputs/create-link.tsx';
import { IconArrowsSort, IconChevronDown } from '../../ui/icons.ts';
import {
  enabledFilter,
  listOrNone,
  managedFilter,
  severityFilter,
  textsFilter,
} from '../../ui/lists/list-filters.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { PagedList, pageSize } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import { useSelection } from '../../ui/table/selection.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { useActivity } from './activity.ts';
import { BulkActions } from './bulk-actions.tsx';
import { listedKindIds, listedKindOf, type ListedKindId } from './kinds/index.ts';
import { useLogTypes, usePeople, useRulePage, useRuleSummary, useSetEnabled } from './queries.ts';
import type { RuleFilter, RuleTeaser } from './queries.ts';
import { NarrowRule, ruleColumns } from './rule-columns.tsx';
import { useRuleActions } from './rule-actions.tsx';
import { ruleSorts, testStates } from './rule-list-search.ts';
import type { RuleListSearch, RuleSort, TestStateName } from './rule-list-search.ts';
import { RuleTotals } from './rule-totals.tsx';
import styles from './rule-list.module.css';
import { useRunManyTests, useTestRuns } from './test-runs.ts';

const isTestState = (value: string): value is TestStateName => testStates.some((state) => state === value);
const testStateLabels: Record<TestStateName, string> = {
  FAILING: 'Failing',
  PASSING: 'Passing',
  NO_TESTS: 'None',
};

const isKind = (value: string): value is ListedKindId => listedKindIds.some((kind) => kind === value);

const sortChoices: { by: RuleSort; direction: RuleListSearch['sortDir']; label: string }[] = [
  { by: 'lastModified', direction: 'descending', label: 'Most recently modified' },
  { by: 'lastModified', direction: 'ascending', label: 'Least recently modified' },
  { by: 'displayName', direction: 'ascending', label: 'Name, A to Z' },
  { by: 'displayName', direction: 'descending', label: 'Name, Z to A' },
  { by: 'severity', direction: 'descending', label: 'Most severe' },
  { by: 'severity', direction: 'ascending', label: 'Least severe' },
  { by: 'enabled', direction: 'descending', label: 'Enabled first' },
  { by: 'enabled', direction: 'ascending', label: 'Disabled first' },
];

/** The filters of the address as the server takes them. */
export function filterOf(search: RuleListSearch): RuleFilter {
  return {
    ...(search.search
      ? { [search.searchIn === 'code' ? 'codeContains' : 'nameContains']: search.search }
      : {}),
    ...(search.tests ? { testStates: search.tests } : {}),
    ...(search.enabled === undefined ? {} : { enabled: search.enabled }),
    ...(search.managed === undefined ? {} : { managed: search.managed }),
    ...(search.severity ? { severity: search.severity } : {}),
    ...(search.logTypes ? { logTypes: search.logTypes } : {}),
    ...(search.tags ? { tags: search.tags } : {}),
    ...(search.kinds ? { analysisTypes: search.kinds } : {}),
  };
}

export interface RuleListProps {
  search: RuleListSearch;
  onSearch: (change: Partial<RuleListSearch>) => void;
}

/** Every rule of the server, a page at a time; filters, order and page are the address's. */
export function RuleList({ search, onSearch }: RuleListProps) {
  const filter = filterOf(search);
  const { page, sortBy, sortDir } = search;
  const query = useRulePage({ ...filter, page, sortBy, sortDir, pageSize });
  const summary = useRuleSummary();
  const people = usePeople();
  const runs = useTestRuns();
  const noModify = useMissingPermission('RuleModify');
  const mayModify = noModify === undefined;
  const { data: allLogTypes = [] } = useLogTypes();
  const setEnabled = useSetEnabled();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const selection = useSelection();
  const many = useRunManyTests();
  const actions = useRuleActions({ onTest: (ids) => void many.start(ids) });
  const rows = query.data?.detections;
  const total = query.data?.paging.totalItems;
  const activity = useActivity(rows?.map(({ id }) => id) ?? []);
  const code = search.searchIn === 'code' ? (search.search ?? undefined) : undefined;
  const change = (next: Partial<RuleListSearch>) => onSearch({ page: 1, ...next });

  const columns = useMemo(
    () =>
      ruleColumns({
        people,
        runs,
        activity,
        code,
        mayModify,
        pending,
        onEnable(rule, enabled) {
          setPending((before) => new Set([...before, rule.id]));
          setEnabled.mutate(
            { ids: [rule.id], enabled },
            {
              onError: (error) =>
                toast.error({ title: `${rule.displayName} is unchanged`, message: failureText(error) }),
              onSettled: () => setPending((before) => new Set([...before].filter((id) => id !== rule.id))),
            },
          );
        },
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- a mutation's functions never change
    [people, runs, activity, code, mayModify, pending],
  );

  return (
    <>
      {summary.data && (
        <RuleTotals
          totals={summary.data}
          chosen={search.tests ?? []}
          onChoose={(tests) => change({ tests })}
        />
      )}
      <PagedList<RuleTeaser, RuleSort, RuleListSearch>
        one="detection"
        many="detections"
        address={search}
        onAddress={onSearch}
        sorts={ruleSorts}
        ascendingFirst={['displayName', 'id']}
        searchLabel={search.searchIn === 'code' ? 'Search code' : 'Search name, ID'}
        start={
          <SegmentedControl
            label="Search in"
            size="sm"
            options={[
              { value: 'name', label: 'Name' },
              { value: 'code', label: 'Code' },
            ]}
            value={search.searchIn ?? 'name'}
            onChange={(where) => change({ searchIn: where === 'code' ? 'code' : undefined })}
          />
        }
        filters={[
          {
            id: 'kinds',
            label: 'Kind',
            options: listedKindIds.map((value) => ({ value, label: detectionKindOf(value).label })),
            values: search.kinds ?? [],
            onChange: (values) => change({ kinds: listOrNone(values.filter(isKind)) }),
          },
          severityFilter(search.severity, change),
          textsFilter('logTypes', 'Log type', allLogTypes, search.logTypes, (logTypes) =>
            change({ logTypes }),
          ),
          textsFilter('tags', 'Tag', summary.data?.tags ?? [], search.tags, (tags) => change({ tags })),
          {
            id: 'tests',
            label: 'Tests',
            options: testStates.map((value) => ({ value, label: testStateLabels[value] })),
            values: search.tests ?? [],
            onChange: (values) => change({ tests: listOrNone(values.filter(isTestState)) }),
          },
          enabledFilter(search.enabled, change),
          managedFilter(search.managed, change),
        ]}
        end={<SortMenu search={search} onSort={(sort) => change(sort)} />}
        query={query}
        rows={rows}
        totalCount={total}
        columns={columns}
        rowId={(rule) => rule.id}
        rowLabel={(rule) => rule.displayName || rule.id}
        selection={selection}
        rowLink={(rule) => listedKindOf(rule.analysisType).page(rule.id)}
        rowMenu={actions.menuOf}
        narrowRow={narrowRowOf(runs, activity)}
        whenNone={
          <EmptyState
            title="No detections yet"
            action={
              <CreateLink to="/build/detections/new/" missing={noModify}>
                Create New
              </CreateLink>
            }
          >
            A detection is a Python function that looks at each event of its log types and says whether it
            matters.
          </EmptyState>
        }
      >
        <BulkActions selection={selection} filter={filter} rows={rows ?? []} total={total ?? 0} many={many} />
      </PagedList>
    </>
  );
}

const narrowRowOf =
  (runs: ReturnType<typeof useTestRuns>, activity: ReturnType<typeof useActivity>) => (rule: RuleTeaser) => (
    <NarrowRule rule={rule} run={runs.get(rule.versionId)} activity={activity.get(rule.id)} />
  );

function SortMenu(props: {
  search: RuleListSearch;
  onSort: (sort: Pick<RuleListSearch, 'sortBy' | 'sortDir'>) => void;
}) {
  const { sortBy, sortDir } = props.search;
  const isCurrent = (choice: (typeof sortChoices)[number]) =>
    choice.by === sortBy && choice.direction === sortDir;
  const current = sortChoices.find(isCurrent);
  return (
    <Menu
      label="Order"
      position="bottom-end"
      entries={sortChoices.map((choice) => ({
        label: choice.label,
        selected: isCurrent(choice),
        onSelect: () => props.onSort({ sortBy: choice.by, sortDir: choice.direction }),
      }))}
    >
      <Button
        icon={<IconArrowsSort size={16} stroke={1.5} aria-hidden />}
        trailing={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
        aria-label={`Order: ${current?.label ?? 'ID'}`}
      >
        <span className={styles.sortLabel}>{current?.label ?? 'ID'}</span>
      </Button>
    </Menu>
  );
}
