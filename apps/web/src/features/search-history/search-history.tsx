import { linkOptions, useNavigate } from '@tanstack/react-router';
import { cx } from '../../lib/class-names.ts';
import { formatBytes, formatCount } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { searchText } from '../../lib/data-lake/search-text.ts';
import { useUser } from '../../lib/session/session-context.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filter-bar.tsx';
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCopy,
  IconExternalLink,
  IconMinus,
  IconPlayerStop,
  IconRefresh,
} from '../../ui/icons.ts';
import type { Icon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { BusyBar, EmptyState, FailedState, NoResults } from '../../ui/layout/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import { searchKinds, searchStatuses } from './history-search.ts';
import type { HistorySearch, SearchStatus } from './history-search.ts';
import { durationOf, kindLabels, kindOf } from './history-text.ts';
import { useCancelSearch, useHistory } from './queries.ts';
import type { HistoryEntry, HistoryFilter } from './queries.ts';
import styles from './search-history.module.css';

export interface SearchHistoryProps {
  search: HistorySearch;
  onSearch: (change: Partial<HistorySearch>) => void;
  /** Where the search screen shows a stored search; with an id its results, without one it runs again. */
  addressOf: (params: unknown, queryId: string | undefined) => Record<string, unknown>;
}

const scheduleId = 'schedule';
const hour = 3_600_000;

function filterOf({ search, kinds, status, by, days, sortDir }: HistorySearch): HistoryFilter {
  return {
    sortDir,
    ...(search ? { contains: search } : {}),
    ...(kinds ? { kinds } : {}),
    ...(status ? { status } : {}),
    ...(by ? { issuedBy: by } : {}),
    // On the hour, so that the same filter stays the same question for a while.
    ...(days === undefined
      ? {}
      : { startedAtAfter: new Date((Math.floor(Date.now() / hour) - days * 24) * hour).toISOString() }),
  };
}

/** Searches of the past 30 days that this person may see. */
export function SearchHistory({ search, onSearch, addressOf }: SearchHistoryProps) {
  const filter = filterOf(search);
  const history = useHistory(filter);
  const actions = useHistoryActions(addressOf);
  const user = useUser();
  const entries = history.data?.pages.flatMap((page) => page.edges.map(({ node }) => node));
  const filterCount = Object.keys(filter).length - 1;
  const clear = () =>
    onSearch({ search: undefined, kinds: undefined, status: undefined, by: undefined, days: undefined });
  return (
    <>
      <Toolbar>
        <SearchBox
          label="Search name, text, id"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => onSearch({ search: text || undefined })}
        />
        <FilterBar filters={filtersOf(search, entries ?? [], user?.id, onSearch)} onClear={clear} />
      </Toolbar>
      <BusyBar isBusy={history.isPlaceholderData} />
      <DataTable<HistoryEntry>
        label="Search history"
        columns={columns}
        rows={history.isError && !entries ? [] : entries}
        rowId={({ id }) => id}
        rowLabel={(entry) => entry.name ?? searchText(entry)}
        sort={{ by: 'startedAt', direction: search.sortDir }}
        onSort={() => onSearch({ sortDir: search.sortDir === 'descending' ? 'ascending' : 'descending' })}
        rowLink={actions.pageOf}
        rowMenu={actions.menuOf}
        narrowRow={narrowRow}
        onEndReached={() => {
          if (history.hasNextPage && !history.isFetching) void history.fetchNextPage();
        }}
        isLoadingMore={history.isFetchingNextPage}
        empty={
          history.isError ? (
            <FailedState
              title="The search history could not be loaded"
              message={failureText(history.error)}
              onRetry={() => void history.refetch()}
            />
          ) : filterCount > 0 ? (
            <NoResults what="search" filterCount={filterCount} onClear={clear} />
          ) : (
            <EmptyState
              title="No searches in the past 30 days"
              action={
                <ButtonLink variant="primary" to="/investigate/search/">
                  New search
                </ButtonLink>
              }
            >
              Every search and SQL query is kept here for 30 days, with who ran it and what it cost.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

function useHistoryActions(addressOf: SearchHistoryProps['addressOf']) {
  const navigate = useNavigate();
  const cancel = useCancelSearch();
  const user = useUser();

  const resultsOf = (entry: HistoryEntry, queryId: string | undefined) =>
    linkOptions({ to: '/investigate/search/', search: addressOf(entry.params, queryId) });
  /** Results that are still kept come at once; others are read again, with what this person may read. */
  const pageOf = (entry: HistoryEntry) =>
    entry.kind === 'scheduled' && entry.name !== null
      ? linkOptions({ to: '/investigate/search/', search: { savedQueryId: entry.name } })
      : resultsOf(entry, entry.status === 'cancelled' || entry.status === 'failed' ? undefined : entry.id);
  const show = (entry: HistoryEntry, queryId: string | undefined) => void navigate(resultsOf(entry, queryId));
  const stop = (entry: HistoryEntry) =>
    cancel.mutate(entry.id, {
      onSuccess: () => toast.success('The search was cancelled'),
      onError: (error) => toast.error({ title: 'The search was not cancelled', message: failureText(error) }),
    });

  const menuOf = (entry: HistoryEntry): MenuEntry[] => [
    ...(entry.kind === 'scheduled'
      ? [
          {
            label: 'Open the saved search',
            icon: <IconExternalLink {...icon} />,
            onSelect: () => void navigate(pageOf(entry)),
          },
        ]
      : [
          {
            label: 'Open results',
            icon: <IconExternalLink {...icon} />,
            reason: entry.status === 'cancelled' ? 'It was cancelled. Run it again.' : undefined,
            onSelect: () => show(entry, entry.id),
          },
          { label: 'Run again', icon: <IconRefresh {...icon} />, onSelect: () => show(entry, undefined) },
        ]),
    ...(entry.status === 'running' && entry.kind !== 'scheduled'
      ? [
          {
            label: 'Cancel',
            icon: <IconPlayerStop {...icon} />,
            reason: entry.issuedBy?.id === user?.id ? undefined : 'Only who started it can cancel it.',
            onSelect: () => stop(entry),
          },
        ]
      : []),
    {
      label: 'Copy text',
      icon: <IconCopy {...icon} />,
      onSelect: () => void copyText(entry.sql || searchText(entry)),
    },
    { label: 'Copy ID', icon: <IconCopy {...icon} />, onSelect: () => void copyText(entry.id) },
  ];
  return { pageOf, menuOf };
}

const statuses: Record<SearchStatus, { label: string; icon: Icon; tone: string | undefined }> = {
  running: { label: 'Running', icon: IconRefresh, tone: styles.toneInfo },
  succeeded: { label: 'Succeeded', icon: IconCircleCheck, tone: styles.toneGood },
  failed: { label: 'Failed', icon: IconCircleX, tone: styles.toneBad },
  cancelled: { label: 'Cancelled', icon: IconMinus, tone: undefined },
};

function Status({ entry }: { entry: HistoryEntry }) {
  const { label, icon: StatusIcon, tone } = statuses[entry.status];
  const { readRows, totalRows } = entry.progress;
  const share =
    entry.status === 'running' && totalRows > 0 ? ` ${Math.floor((readRows / totalRows) * 100)}%` : '';
  return (
    <span className={cx(styles.status, tone)} title={entry.message || undefined}>
      <StatusIcon size={14} stroke={1.5} aria-hidden />
      {label}
      {share}
    </span>
  );
}

function RunBy({ entry: { issuedBy } }: { entry: HistoryEntry }) {
  if (!issuedBy) return <>–</>;
  if (issuedBy.id === scheduleId)
    return (
      <span className={styles.person}>
        <IconClock size={16} stroke={1.5} aria-hidden /> Schedule
      </span>
    );
  return (
    <span className={styles.person}>
      <Avatar id={issuedBy.id} name={issuedBy.name} />
      <span className={styles.ellipsis}>{issuedBy.name}</span>
    </span>
  );
}

const bytesOf = (entry: HistoryEntry) =>
  entry.status === 'running' ? entry.progress.readBytes : (entry.stats?.bytesScanned ?? 0);
const rowsText = ({ stats, status }: HistoryEntry) =>
  stats && status === 'succeeded' ? formatCount(stats.rowCount) : '–';
const durationText = (entry: HistoryEntry) => {
  const duration = durationOf(entry);
  return duration === undefined ? '–' : formatDuration(duration);
};

const columns: readonly Column<HistoryEntry>[] = [
  {
    id: 'name',
    header: 'Query',
    width: 'minmax(110px, 0.7fr)',
    cell: ({ name }) => <span className={styles.name}>{name ?? 'Ad-hoc'}</span>,
    hideBelow: 900,
  },
  {
    id: 'text',
    header: 'Text',
    width: 'minmax(200px, 2fr)',
    mono: true,
    cell: (entry) => <TextAndFault entry={entry} />,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '160px',
    secondary: true,
    cell: kindOf,
  },
  { id: 'status', header: 'Status', width: '124px', cell: (entry) => <Status entry={entry} /> },
  {
    id: 'startedAt',
    header: 'Started',
    width: '92px',
    secondary: true,
    sortable: true,
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
  { id: 'duration', header: 'Duration', width: '88px', align: 'end', secondary: true, cell: durationText },
  {
    id: 'rows',
    header: 'Rows',
    width: '84px',
    align: 'end',
    secondary: true,
    cell: rowsText,
    hideBelow: 1000,
  },
  {
    id: 'bytes',
    header: 'Bytes',
    width: '88px',
    align: 'end',
    secondary: true,
    cell: (entry) => (bytesOf(entry) > 0 ? formatBytes(bytesOf(entry)) : '–'),
    hideBelow: 1000,
  },
  {
    id: 'issuedBy',
    header: 'Run by',
    width: 'minmax(110px, 150px)',
    secondary: true,
    cell: (entry) => <RunBy entry={entry} />,
    hideBelow: 1100,
  },
];

/** Of a search that failed, why: the text alone would not tell. */
function TextAndFault({ entry }: { entry: HistoryEntry }) {
  const text = searchText(entry);
  if (entry.status !== 'failed' || entry.message === '') return <span title={entry.sql || text}>{text}</span>;
  return (
    <span title={`${entry.sql || text}\n\n${entry.message}`}>
      <span className={styles.fault}>{entry.message}</span> {text}
    </span>
  );
}

const narrowRow = (entry: HistoryEntry) => (
  <NarrowRow
    name={<span className={styles.narrowText}>{entry.name ?? searchText(entry)}</span>}
    state={<Status entry={entry} />}
    facts={
      <>
        <span>{kindOf(entry)}</span>
        <span>{durationText(entry)}</span>
        <span className={styles.ellipsis}>{entry.issuedBy?.name}</span>
      </>
    }
    at={entry.startedAt}
  />
);

const dayChoices = [
  { value: '1', label: 'Past 24 hours' },
  { value: '7', label: 'Past 7 days' },
  { value: '14', label: 'Past 14 days' },
];

function filtersOf(
  search: HistorySearch,
  entries: readonly HistoryEntry[],
  ownId: string | undefined,
  onSearch: SearchHistoryProps['onSearch'],
): Filter[] {
  const people = new Map(
    entries.flatMap(({ issuedBy }) => (issuedBy ? [[issuedBy.id, issuedBy.name] as const] : [])),
  );
  if (ownId !== undefined) people.set(ownId, 'Me');
  for (const id of search.by ?? []) if (!people.has(id)) people.set(id, id);
  const orNone = <T,>(values: readonly T[]) => (values.length === 0 ? undefined : [...values]);
  return [
    {
      id: 'kinds',
      label: 'Kind',
      options: searchKinds.map((value) => ({ value, label: kindLabels[value] })),
      values: search.kinds ?? [],
      onChange: (values) => onSearch({ kinds: orNone(searchKinds.filter((kind) => values.includes(kind))) }),
    },
    {
      id: 'status',
      label: 'Status',
      options: searchStatuses.map((value) => ({ value, label: statuses[value].label })),
      values: search.status ?? [],
      onChange: (values) =>
        onSearch({ status: orNone(searchStatuses.filter((one) => values.includes(one))) }),
    },
    {
      id: 'by',
      label: 'Run by',
      options: [...people].map(([value, label]) => ({ value, label })),
      values: search.by ?? [],
      onChange: (values) => onSearch({ by: orNone(values) }),
    },
    {
      id: 'days',
      label: 'Started',
      options: dayChoices,
      values: search.days === undefined ? [] : [String(search.days)],
      onChange: (values) => {
        const last = values.at(-1);
        onSearch({ days: last === undefined ? undefined : Number(last) });
      },
    },
  ];
}
