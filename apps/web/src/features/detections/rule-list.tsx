import { severities } from '@margay/model';
import type { Severity } from '@margay/model';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { countOf, formatCount } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission, usePermission } from '../../lib/session/session-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import type { Filter } from '../../ui/filter-bar.tsx';
import { IconArrowsSort, IconChevronDown } from '../../ui/icons.ts';
import { Menu, Popover } from '../../ui/menu.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TagInput } from '../../ui/select.tsx';
import { severityLabels } from '../../ui/severity.tsx';
import { BusyBar, EmptyState, FailedState, NoResults } from '../../ui/states.tsx';
import { nextSort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useSelection } from '../../ui/table/selection.ts';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { toast } from '../../ui/toast.ts';
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx';
import styles from './rule-list.module.css';
import {
  findMatching,
  ruleSorts,
  useEditMany,
  useLogTypes,
  usePeople,
  useRulePage,
  useRuleSummary,
  useSetEnabled,
} from './queries.ts';
import type { RuleFilter, RuleSort, RuleTeaser } from './queries.ts';
import { NarrowRule, ruleColumns } from './rule-columns.tsx';
import { useRuleActions } from './rule-actions.tsx';
import { useRunManyTests, useTestRuns } from './test-runs.ts';

const pageSize = 25;

/** What the address of the list holds. */
export interface RuleListSearch {
  page: number;
  sortBy: RuleSort;
  sortDir: 'ascending' | 'descending';
  search?: string | undefined;
  severity?: Severity[] | undefined;
  logTypes?: string[] | undefined;
  tags?: string[] | undefined;
  enabled?: boolean | undefined;
  managed?: boolean | undefined;
  kinds?: RuleListKind[] | undefined;
}

export const ruleListKinds = ['RULE', 'SCHEDULED_RULE', 'DERIVED_RULE', 'POLICY'] as const;
export type RuleListKind = (typeof ruleListKinds)[number];
const kindLabels: Record<RuleListKind, string> = {
  RULE: 'Rule',
  SCHEDULED_RULE: 'Scheduled Rule',
  DERIVED_RULE: 'Derived Rule',
  POLICY: 'Policy',
};
const isKind = (value: string): value is RuleListKind => ruleListKinds.some((kind) => kind === value);

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

const isSeverity = (value: string): value is Severity => severities.some((severity) => severity === value);
const isSort = (value: string): value is RuleSort => ruleSorts.some((sort) => sort === value);

/** The filters of the address as the server takes them. */
export function filterOf(search: RuleListSearch): RuleFilter {
  return {
    ...(search.search ? { nameContains: search.search } : {}),
    ...(search.enabled === undefined ? {} : { enabled: search.enabled }),
    ...(search.managed === undefined ? {} : { managed: search.managed }),
    ...(search.severity ? { severity: search.severity } : {}),
    ...(search.logTypes ? { logTypes: search.logTypes } : {}),
    ...(search.tags ? { tags: search.tags } : {}),
    ...(search.kinds ? { analysisTypes: search.kinds } : {}),
  };
}

const listOrNone = <Value,>(values: Value[]): Value[] | undefined =>
  values.length === 0 ? undefined : values;
/** Both answers of a yes-or-no filter are the same as none. */
const flagOf = (values: readonly string[], yes: string): boolean | undefined =>
  values.length === 1 ? values[0] === yes : undefined;

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
  const mayModify = usePermission('RuleModify');
  const setEnabled = useSetEnabled();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const selection = useSelection();
  const navigate = useNavigate();
  const many = useRunManyTests();
  const actions = useRuleActions({ onTest: (ids) => void many.start(ids) });
  const rows = query.data?.detections;
  const total = query.data?.paging.totalItems;
  const filterCount = Object.keys(filter).length;
  // Filters and pages restart the list; the address keeps only what differs from its defaults where it may.
  const change = (next: Partial<RuleListSearch>) => onSearch({ page: 1, ...next });
  const clear = () =>
    change({
      search: undefined,
      severity: undefined,
      logTypes: undefined,
      tags: undefined,
      enabled: undefined,
      managed: undefined,
      kinds: undefined,
    });

  const columns = useMemo(
    () =>
      ruleColumns({
        people,
        runs,
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
    [people, runs, mayModify, pending],
  );

  return (
    <>
      <Toolbar
        end={
          <>
            {summary.data && (
              <span className={styles.counts}>
                <b>{formatCount(summary.data.enabled)}</b> of {formatCount(summary.data.total)} enabled
              </span>
            )}
            <SortMenu search={search} onSort={(sort) => change(sort)} />
          </>
        }
      >
        <SearchBox
          label="Search name, ID"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => change({ search: text || undefined })}
        />
        <ListFilters search={search} onChange={change} onClear={clear} tags={summary.data?.tags ?? []} />
      </Toolbar>
      <BusyBar isBusy={query.isPlaceholderData} />
      <DataTable<RuleTeaser>
        label="Detections"
        columns={columns}
        rows={query.isError ? [] : rows}
        rowId={(rule) => rule.id}
        rowLabel={(rule) => rule.displayName || rule.id}
        totalCount={total}
        sort={{ by: sortBy, direction: sortDir }}
        onSort={(column) => {
          if (!isSort(column)) return;
          const first = column === 'displayName' || column === 'id' ? 'ascending' : 'descending';
          const next = nextSort({ by: sortBy, direction: sortDir }, column, first);
          change({ sortBy: column, sortDir: next.direction });
        }}
        selection={selection}
        onOpen={(rule) =>
          void navigate(
            rule.analysisType === 'POLICY'
              ? { to: '/build/detections/policies/$policyId/', params: { policyId: rule.id } }
              : { to: '/build/detections/rules/$ruleId/', params: { ruleId: rule.id } },
          )
        }
        rowMenu={actions.menuOf}
        narrowRow={narrowRowOf(runs)}
        skeletonRows={pageSize}
        empty={
          query.isError ? (
            <FailedState
              title="The detections could not be loaded"
              message={failureText(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : filterCount > 0 ? (
            <NoResults what="detection" filterCount={filterCount} onClear={clear} />
          ) : (
            <NoDetections mayModify={mayModify} />
          )
        }
      >
        <BulkActions selection={selection} filter={filter} rows={rows ?? []} total={total ?? 0} many={many} />
      </DataTable>
      <Pager
        label="detections"
        page={page}
        pageSize={pageSize}
        totalCount={total}
        onPage={(next) => onSearch({ page: next })}
      />
    </>
  );
}

const narrowRowOf = (runs: ReturnType<typeof useTestRuns>) => (rule: RuleTeaser) => (
  <NarrowRule rule={rule} run={runs.get(rule.versionId)} />
);

function NoDetections({ mayModify }: { mayModify: boolean }) {
  return (
    <EmptyState
      title="No detections yet"
      action={
        mayModify && (
          <ButtonLink variant="primary" to="/build/detections/new/">
            Create New
          </ButtonLink>
        )
      }
    >
      A detection is a Python function that looks at each event of its log types and says whether it matters.
    </EmptyState>
  );
}

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

function ListFilters(props: {
  search: RuleListSearch;
  onChange: (change: Partial<RuleListSearch>) => void;
  onClear: () => void;
  tags: readonly string[];
}) {
  const { search, onChange, onClear } = props;
  const { data: logTypes = [] } = useLogTypes();
  // A value of the address shows even when nothing carries it any more.
  const optionsOf = (known: readonly string[], chosen: readonly string[] = []) =>
    [...new Set([...chosen, ...known])].map((value) => ({ value, label: value }));
  const filters: Filter[] = [
    {
      id: 'kinds',
      label: 'Kind',
      options: ruleListKinds.map((value) => ({ value, label: kindLabels[value] })),
      values: search.kinds ?? [],
      onChange: (values) => onChange({ kinds: listOrNone(values.filter(isKind)) }),
    },
    {
      id: 'severity',
      label: 'Severity',
      options: severities.toReversed().map((value) => ({ value, label: severityLabels[value] })),
      values: search.severity ?? [],
      onChange: (values) => onChange({ severity: listOrNone(values.filter(isSeverity)) }),
    },
    {
      id: 'logTypes',
      label: 'Log type',
      options: optionsOf(logTypes, search.logTypes),
      values: search.logTypes ?? [],
      onChange: (values) => onChange({ logTypes: listOrNone(values) }),
    },
    {
      id: 'tags',
      label: 'Tag',
      options: optionsOf(props.tags, search.tags),
      values: search.tags ?? [],
      onChange: (values) => onChange({ tags: listOrNone(values) }),
    },
    {
      id: 'enabled',
      label: 'State',
      options: [
        { value: 'enabled', label: 'Enabled' },
        { value: 'disabled', label: 'Disabled' },
      ],
      values: search.enabled === undefined ? [] : [search.enabled ? 'enabled' : 'disabled'],
      onChange: (values) => onChange({ enabled: flagOf(values.slice(-1), 'enabled') }),
    },
    {
      id: 'managed',
      label: 'Origin',
      options: [
        { value: 'managed', label: 'Managed' },
        { value: 'own', label: 'Own' },
      ],
      values: search.managed === undefined ? [] : [search.managed ? 'managed' : 'own'],
      onChange: (values) => onChange({ managed: flagOf(values.slice(-1), 'managed') }),
    },
  ];
  return <FilterBar filters={filters} onClear={onClear} />;
}

function BulkActions(props: {
  selection: ReturnType<typeof useSelection>;
  filter: RuleFilter;
  rows: readonly RuleTeaser[];
  total: number;
  many: ReturnType<typeof useRunManyTests>;
}) {
  const { selection, filter, rows, total, many } = props;
  const graphql = useGraphql();
  const setEnabled = useSetEnabled();
  const { confirmDelete } = useRuleActions({});
  const noModify = useMissingPermission('RuleModify');
  const [busyWith, setBusyWith] = useState<string>();
  const editMany = useEditMany();

  /** Everything chosen, also beyond the page on screen. */
  async function chosen() {
    const isOnPage = [...selection.ids].every((id) => rows.some((rule) => rule.id === id));
    if (!selection.isAll && isOnPage) return rows.filter((rule) => selection.ids.has(rule.id));
    const matching = await findMatching(graphql, selection.isAll ? filter : {});
    return selection.isAll ? matching : matching.filter((rule) => selection.ids.has(rule.id));
  }
  async function act(what: string, action: (rules: { id: string; managed: boolean }[]) => Promise<boolean>) {
    setBusyWith(what);
    try {
      if (await action([...(await chosen())])) selection.clear();
    } catch (error) {
      toast.error({ title: `${what} failed`, message: failureText(error) });
    } finally {
      setBusyWith(undefined);
    }
  }
  const switchTo = (enabled: boolean) =>
    act(enabled ? 'Enable' : 'Disable', async (rules) => {
      const ids = await setEnabled.mutateAsync({ ids: rules.map((rule) => rule.id), enabled });
      toast.success(`${countOf(ids.length, 'detection')} ${enabled ? 'enabled' : 'disabled'}`);
      return true;
    });

  const edit = (what: string, input: { severity?: Severity; addTags?: string[]; removeTags?: string[] }) =>
    act(what, async (rules) => {
      const own = rules.filter((rule) => !rule.managed);
      const ids =
        own.length === 0 ? [] : await editMany.mutateAsync({ ids: own.map(({ id }) => id), ...input });
      const left = rules.length - own.length;
      const managed = left === 0 ? '' : `; ${countOf(left, 'managed detection')} left as it is`;
      toast.success(`${countOf(ids.length, 'detection')} changed${managed}`);
      return own.length > 0;
    });

  if (many.run) {
    return (
      <SelectionBar selection={selection} matchCount={total}>
        <span className={styles.progress} role="status">
          {`Testing ${many.run.done + 1} of ${many.run.total}${many.run.failed > 0 ? `, ${many.run.failed} with failures` : ''}`}
        </span>
        <Button size="sm" onClick={many.stop}>
          Stop
        </Button>
      </SelectionBar>
    );
  }
  return (
    <SelectionBar selection={selection} matchCount={total}>
      <Button
        size="sm"
        loading={busyWith === 'Enable'}
        disabledReason={noModify}
        onClick={() => void switchTo(true)}
      >
        Enable
      </Button>
      <Button
        size="sm"
        loading={busyWith === 'Disable'}
        disabledReason={noModify}
        onClick={() => void switchTo(false)}
      >
        Disable
      </Button>
      <Menu
        label="Severity of the selection"
        position="top-start"
        entries={severities.toReversed().map((severity) => ({
          label: severityLabels[severity],
          reason: noModify,
          onSelect: () => void edit('Severity', { severity }),
        }))}
      >
        <Button size="sm" loading={busyWith === 'Severity'} disabledReason={noModify}>
          Severity
        </Button>
      </Menu>
      <TagSelection
        isBusy={busyWith === 'Tags'}
        disabledReason={noModify}
        onEdit={(change) => void edit('Tags', change)}
      />
      <Button
        size="sm"
        onClick={() =>
          void act('Run tests', async (rules) => {
            await many.start(rules.map((rule) => rule.id));
            return false;
          })
        }
      >
        Run tests
      </Button>
      <Button
        size="sm"
        variant="danger"
        loading={busyWith === 'Delete'}
        disabledReason={noModify}
        onClick={() => void act('Delete', confirmDelete)}
      >
        Delete
      </Button>
    </SelectionBar>
  );
}

/** Tags to put on everything chosen, or to take away. */
function TagSelection(props: {
  isBusy: boolean;
  disabledReason: string | undefined;
  onEdit: (change: { addTags?: string[]; removeTags?: string[] }) => void;
}) {
  const { isBusy, disabledReason, onEdit } = props;
  const [isOpen, setOpen] = useState(false);
  const [tags, setTags] = useState<string[]>([]);
  const apply = (change: Parameters<typeof onEdit>[0]) => {
    onEdit(change);
    setOpen(false);
    setTags([]);
  };
  return (
    <Popover
      label="Tags of the selection"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      target={
        <Button size="sm" loading={isBusy} disabledReason={disabledReason} onClick={() => setOpen(!isOpen)}>
          Tags
        </Button>
      }
    >
      <TagInput label="Tags" help="Enter or a comma adds one" value={tags} onChange={setTags} />
      <span className={styles.tagButtons}>
        <Button size="sm" disabled={tags.length === 0} onClick={() => apply({ removeTags: tags })}>
          Remove
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={tags.length === 0}
          onClick={() => apply({ addTags: tags })}
        >
          Add
        </Button>
      </span>
    </Popover>
  );
}
