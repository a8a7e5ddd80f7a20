import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { countOf, formatCount } from '../../lib/format-number.ts';
import { formatSpan } from '../../lib/format-time.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { queryKindLabels } from '../../lib/saved-search.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button, ButtonLink } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filter-bar.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { BusyBar, EmptyState, FailedState, NoResults } from '../../ui/layout/states.tsx';
import { nextSort } from '../../ui/table/column.ts';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { useSelection } from '../../ui/table/selection.ts';
import { Time } from '../../ui/marks/time.tsx';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import { savedSearchSorts } from './list-search.ts';
import type { SavedSearchListSearch, SavedSearchSort } from './list-search.ts';
import { useSavedSearchCount, useSavedSearchPage } from './queries.ts';
import type { SavedSearch, SavedSearchFilter } from './queries.ts';
import { RunSheet } from './run-sheet.tsx';
import { RunStateLabel } from './run-state.tsx';
import { SaveModal } from './save-modal.tsx';
import styles from './saved-searches.module.css';
import { useSavedSearchActions } from './use-saved-search-actions.tsx';
import { pageSizes } from '../../lib/page-sizes.ts';

const pageSize = pageSizes.list;
const day = 24 * 3_600_000;

export interface SavedSearchListProps {
  search: SavedSearchListSearch;
  onSearch: (change: Partial<SavedSearchListSearch>) => void;
}

/** From the start of the day, so that the same filter stays the same question for a while. */
function modifiedSince(days: number): string {
  return new Date(Math.floor(Date.now() / day - days) * day).toISOString();
}

function filterOf(search: SavedSearchListSearch): SavedSearchFilter {
  return {
    ...(search.search ? { contains: search.search } : {}),
    ...(search.tags ? { tags: search.tags } : {}),
    ...(search.scheduled === undefined ? {} : { isScheduled: search.scheduled }),
    ...(search.active === undefined ? {} : { isActive: search.active }),
    ...(search.days === undefined ? {} : { updatedAfter: modifiedSince(search.days) }),
  };
}

/** Every saved search, a page at a time; filters, order and page are the address's. */
export function SavedSearchList({ search, onSearch }: SavedSearchListProps) {
  const { page, sortBy, sortDir } = search;
  const filter = filterOf(search);
  const query = useSavedSearchPage({ ...filter, page, sortBy, sortDir, pageSize });
  const selection = useSelection();
  const [runsOf, setRunsOf] = useState<SavedSearch>();
  const [edited, setEdited] = useState<SavedSearch>();
  const actions = useSavedSearchActions({ onRuns: setRunsOf, onEdit: setEdited });
  const filterCount = Object.keys(filter).length;
  const change = (next: Partial<SavedSearchListSearch>) => {
    selection.clear();
    onSearch({ page: 1, ...next });
  };
  const clear = () =>
    change({ search: undefined, tags: undefined, scheduled: undefined, active: undefined, days: undefined });
  const sortTo = (by: SavedSearchSort) => change({ sortBy: by, sortDir: firstDirection(by) });
  const searches = query.data?.searches;
  const chosen = (searches ?? []).filter(({ id }) => selection.ids.has(id));
  return (
    <>
      <Toolbar
        end={
          <>
            <SortMenu value={sortBy} onChange={sortTo} />
            <Counts />
          </>
        }
      >
        <SearchBox
          label="Search name, text"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => change({ search: text || undefined })}
        />
        <FilterBar filters={filtersOf(search, searches ?? [], change)} onClear={clear} />
      </Toolbar>
      <BusyBar isBusy={query.isPlaceholderData} />
      <DataTable<SavedSearch>
        label="Saved searches"
        columns={columnsOf(actions)}
        rows={query.isError && !searches ? [] : searches}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        selection={selection}
        sort={{ by: sortBy, direction: sortDir }}
        onSort={(id) => {
          const by = savedSearchSorts.find((sort) => sort === id);
          if (by === undefined) return;
          const next = nextSort({ by: sortBy, direction: sortDir }, by, firstDirection(by));
          change({ sortBy: by, sortDir: next.direction });
        }}
        rowLink={({ id }) => linkOptions({ to: '/investigate/search/', search: { savedQueryId: id } })}
        rowMenu={actions.menuOf}
        narrowRow={narrowRow}
        skeletonRows={pageSize}
        empty={
          query.isError ? (
            <FailedState
              title="The saved searches could not be loaded"
              message={failureText(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : filterCount > 0 ? (
            <NoResults what="saved search" filterCount={filterCount} onClear={clear} />
          ) : (
            <EmptyState
              title="No saved searches yet"
              action={
                <ButtonLink variant="primary" to="/investigate/search/">
                  New search
                </ButtonLink>
              }
            >
              Save a search to run it again with one click, or give it a schedule so that scheduled rules
              judge its rows.
            </EmptyState>
          )
        }
      >
        <SelectionBar selection={selection}>
          <Button
            size="sm"
            variant="danger"
            disabledReason={
              actions.noModify ??
              (chosen.some(({ managed }) => managed) ? 'Managed searches cannot be deleted' : undefined)
            }
            onClick={() => void actions.askDelete(chosen).then((isGone) => isGone && selection.clear())}
          >
            Delete
          </Button>
        </SelectionBar>
      </DataTable>
      <Pager
        label="saved searches"
        page={page}
        pageSize={pageSize}
        totalCount={query.data?.total}
        onPage={(next) => {
          selection.clear();
          onSearch({ page: next });
        }}
      />
      <RunSheet
        search={searches?.find(({ id }) => id === runsOf?.id) ?? runsOf}
        onClose={() => setRunsOf(undefined)}
        onRunNow={(one) => void actions.runNow(one)}
        onOpen={actions.open}
        noRun={actions.noModify}
      />
      {edited && (
        <SaveModal
          fields={edited}
          saved={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

/** Names from A, times from the newest. */
function firstDirection(by: SavedSearchSort): 'ascending' | 'descending' {
  return by === 'name' ? 'ascending' : 'descending';
}

const sortLabels: Record<SavedSearchSort, string> = {
  name: 'Alphabetical',
  lastAccessedAt: 'Last accessed',
  createdAt: 'Last created',
  updatedAt: 'Last updated',
};

function SortMenu(props: { value: SavedSearchSort; onChange: (sort: SavedSearchSort) => void }) {
  const { value, onChange } = props;
  return (
    <Menu
      label="Order"
      position="bottom-end"
      entries={savedSearchSorts.map((sort) => ({
        label: sortLabels[sort],
        selected: sort === value,
        onSelect: () => onChange(sort),
      }))}
    >
      <Button size="sm" variant="quiet" trailing={<IconChevronDown size={14} stroke={1.5} aria-hidden />}>
        {sortLabels[value]}
      </Button>
    </Menu>
  );
}

/** `24 searches, 11 scheduled`. */
function Counts() {
  const all = useSavedSearchCount({});
  const scheduled = useSavedSearchCount({ isScheduled: true });
  if (all.data === undefined || scheduled.data === undefined) return null;
  return (
    <span className={styles.counts}>
      <b>{formatCount(all.data)}</b> {all.data === 1 ? 'search' : 'searches'},{' '}
      <b>{formatCount(scheduled.data)}</b> scheduled
    </span>
  );
}

function scheduleText({ schedule }: SavedSearch): string {
  if (!schedule) return 'Off';
  if (schedule.cron !== null) return schedule.cron;
  return `every ${formatSpan(schedule.rateMinutes ?? 0)}`;
}

function ScheduleText({ search }: { search: SavedSearch }) {
  if (!search.schedule) return <span className={styles.quiet}>Off</span>;
  return (
    <span className={search.schedule.cron === null ? undefined : styles.cronText}>
      {scheduleText(search)}
    </span>
  );
}

function LastRun({ search: { lastRun } }: { search: SavedSearch }) {
  if (!lastRun) return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.scheduleCell} title={lastRun.error ?? undefined}>
      <RunStateLabel state={lastRun.state} />
      <Time at={lastRun.startedAt ?? lastRun.scheduledAt} />
    </span>
  );
}

function NextRun({ search: { schedule, notRunReason } }: { search: SavedSearch }) {
  if (!schedule) return <span className={styles.quiet}>–</span>;
  if (notRunReason !== null)
    return (
      <span title={notRunReason}>
        <Badge tone="danger">Cannot run</Badge>
      </span>
    );
  if (schedule.disabled) return <span className={styles.quiet}>Paused</span>;
  return <Time at={schedule.nextRunAt} />;
}

function Name({ search }: { search: SavedSearch }) {
  return (
    <span className={styles.nameCell}>
      <span className={styles.name} title={search.description || undefined}>
        {search.name}
      </span>
      {search.managed && <Badge>Managed</Badge>}
    </span>
  );
}

function columnsOf(actions: ReturnType<typeof useSavedSearchActions>): Column<SavedSearch>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 'minmax(220px, 2fr)',
      sortable: true,
      cell: (search) => <Name search={search} />,
    },
    {
      id: 'kind',
      header: 'Type',
      width: '104px',
      secondary: true,
      cell: ({ queryKind }) => queryKindLabels[queryKind],
      hideBelow: 1000,
    },
    {
      id: 'schedule',
      header: 'Schedule',
      width: '170px',
      cell: (search) => (
        <span className={styles.scheduleCell}>
          {search.schedule && (
            <Switch
              label={`Run ${search.name} by its schedule`}
              hideLabel
              inTable
              checked={!search.schedule.disabled}
              disabled={actions.noModify !== undefined || actions.isSwitching}
              onChange={(enabled) => actions.switchTo(search, enabled)}
            />
          )}
          <ScheduleText search={search} />
        </span>
      ),
    },
    {
      id: 'lastRun',
      header: 'Last run',
      width: '170px',
      secondary: true,
      cell: (search) => <LastRun search={search} />,
    },
    {
      id: 'nextRun',
      header: 'Next run',
      width: '104px',
      secondary: true,
      cell: (search) => <NextRun search={search} />,
      hideBelow: 900,
    },
    {
      id: 'tags',
      header: 'Tags',
      width: 'minmax(100px, 1fr)',
      secondary: true,
      cell: ({ tags }) => <span title={tags.join(', ')}>{tags.join(', ') || '–'}</span>,
      hideBelow: 1200,
    },
    {
      id: 'updatedAt',
      header: 'Modified',
      width: '96px',
      align: 'end',
      secondary: true,
      sortable: true,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
      hideBelow: 900,
    },
  ];
}

const narrowRow = (search: SavedSearch) => (
  <NarrowRow
    name={<Name search={search} />}
    state={search.lastRun && <RunStateLabel state={search.lastRun.state} />}
    facts={
      <>
        <span>{queryKindLabels[search.queryKind]}</span>
        <ScheduleText search={search} />
      </>
    }
    at={search.updatedAt}
  />
);

const modifiedDays = [1, 7, 30, 90] as const;
/** As many tags as the server takes in a filter. */
const mostTags = 100;

function filtersOf(
  search: SavedSearchListSearch,
  shown: readonly SavedSearch[],
  change: (next: Partial<SavedSearchListSearch>) => void,
): Filter[] {
  const tags = [...new Set([...(search.tags ?? []), ...shown.flatMap((one) => one.tags).toSorted()])];
  const flagFilter = (id: 'scheduled' | 'active', label: string, yes: string, no: string): Filter => ({
    id,
    label,
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
    values: search[id] === undefined ? [] : [String(search[id])],
    onChange: (values) => {
      const last = values.at(-1);
      change({ [id]: last === undefined ? undefined : last === 'true' });
    },
  });
  return [
    flagFilter('scheduled', 'Scheduled', 'Yes', 'No'),
    flagFilter('active', 'Active', 'Running by the clock', 'Paused'),
    {
      id: 'tags',
      label: 'Tag',
      options: tags.slice(0, mostTags).map((value) => ({ value, label: value })),
      values: search.tags ?? [],
      onChange: (values) => change({ tags: values.length === 0 ? undefined : [...values] }),
    },
    {
      id: 'days',
      label: 'Modified',
      options: modifiedDays.map((days) => ({
        value: String(days),
        label: `In the last ${countOf(days, 'day')}`,
      })),
      values: search.days === undefined ? [] : [String(search.days)],
      onChange: (values) => {
        const last = values.at(-1);
        change({ days: last === undefined ? undefined : Number(last) });
      },
    },
  ];
}
