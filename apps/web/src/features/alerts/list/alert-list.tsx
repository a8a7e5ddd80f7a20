import type { AlertStatus } from '@margay/model';
import { linkOptions } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { countOf } from '../../../lib/format-number.ts';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { useMissingPermission, usePermission, useUser } from '../../../lib/session/session-context.tsx';
import { useShortcut } from '../../../lib/shortcuts/use-shortcut.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { copyText } from '../../../ui/text/copy-button.tsx';
import { IconArrowUp, IconArrowsSort, IconChevronDown, IconCopy } from '../../../ui/icons.ts';
import { useMenuAt } from '../../../ui/overlays/menu-at.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import { BusyBar, FailedState, NoResults } from '../../../ui/layout/states.tsx';
import { nextSort } from '../../../ui/table/column.ts';
import type { Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useSelection } from '../../../ui/table/selection.ts';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { useNow } from '../../../ui/marks/time.tsx';
import { SearchBox, Toolbar } from '../../../ui/layout/toolbar.tsx';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { formatCompact } from '../../../lib/format-time.ts';
import { alertColumns, NarrowAlert } from './alert-columns.tsx';
import { AlertFilters } from './alert-filters.tsx';
import { AlertHistogram } from './alert-histogram.tsx';
import styles from '../alerts.module.css';
import { BulkBar } from './bulk-bar.tsx';
import { assigneeEntries, statusEntries } from '../edit-menus.tsx';
import { EmptyAlerts } from './empty-alerts.tsx';
import { alertSorts, filterCountOf, filterInputOf, withoutFilters } from './list-search.ts';
import type { AlertListSearch, AlertSort, SearchChange } from './list-search.ts';
import { useDestinationLooks, usePeople } from '../queries.ts';
import type { AlertRow } from '../queries.ts';
import { RangePicker } from './range-picker.tsx';
import { useUpdateAlerts } from '../use-alert-edits.ts';
import type { AlertEdit } from '../use-alert-edits.ts';
import { useIsNeverAny } from './use-is-never-any.ts';
import { useAlertList } from './use-alert-list.ts';
import type { AlertList as ListState } from './use-alert-list.ts';

const sortLabels: Record<AlertSort, string> = {
  'created-descending': 'Most recent',
  'created-ascending': 'Oldest',
  'severity-descending': 'Most severe',
  'severity-ascending': 'Least severe',
  'last-descending': 'Last event',
  'last-ascending': 'Last event, oldest',
};
const detailedRowHeight = 52;
/** A job over all matches has mostly ended by then. */
const jobReloadMs = 1000;

export interface AlertListProps {
  search: AlertListSearch;
  onSearch: (change: SearchChange) => void;
  /** Two-line rows. */
  isDetailed: boolean;
}

/** Alerts, detection errors and system errors: tabs, filters, histogram, rows and what is done to them. */
export function AlertList({ search, onSearch, isDetailed }: AlertListProps) {
  const list = useAlertList(search);
  const tab = search.tab ?? 'alerts';
  const filterCount = filterCountOf(search);
  const isEmpty = list.rows?.length === 0;
  const isNeverAny = useIsNeverAny(tab, { isEmpty, filterCount });
  return (
    <>
      <Tabs
        label="Kinds of alerts"
        value={tab}
        onChange={(next) => onSearch({ tab: next === 'alerts' ? undefined : next, type: undefined })}
        items={[
          { id: 'alerts', label: 'Alerts', count: list.counts.alerts },
          { id: 'detection-errors', label: 'Detection Errors', count: list.counts['detection-errors'] },
          {
            id: 'system-errors',
            label: 'System Errors',
            count: list.counts['system-errors'],
            countTone: 'danger',
          },
        ]}
        trailing={<NewAlertsPill list={list} />}
      />
      {!isNeverAny && (
        <>
          <Toolbar
            end={
              <>
                <RangePicker search={search} onSearch={onSearch} />
                <SortMenu search={search} onSearch={onSearch} />
              </>
            }
          >
            <SearchBox
              label="Search titles"
              isPageSearch
              value={search.search ?? ''}
              onChange={(text) => onSearch({ search: text || undefined })}
            />
            <AlertFilters search={search} onSearch={onSearch} />
          </Toolbar>
          <BusyBar isBusy={list.isReloading} />
          <AlertHistogram
            search={search}
            onRange={(from, to) =>
              onSearch({ range: undefined, from: from.toISOString(), to: to.toISOString() })
            }
          />
        </>
      )}
      {isNeverAny && !list.error ? (
        <EmptyAlerts tab={tab} />
      ) : (
        <AlertTable
          // A selection belongs to one search.
          key={JSON.stringify(search)}
          list={list}
          search={search}
          onSearch={onSearch}
          isDetailed={isDetailed}
          empty={
            list.error ? (
              <FailedState
                title="The alerts could not be loaded"
                message={failureText(list.error)}
                onRetry={list.reload}
              />
            ) : (
              <NoResults what="alert" filterCount={filterCount} onClear={() => onSearch(withoutFilters)} />
            )
          }
        />
      )}
    </>
  );
}

function NewAlertsPill({ list }: { list: ListState }) {
  const zone = useTimeZone();
  const now = useNow();
  return (
    <span role="status">
      {list.freshCount > 0 && list.readAt && (
        <button type="button" className={styles.pill} onClick={list.reload}>
          <IconArrowUp size={14} stroke={1.5} aria-hidden />
          {`${countOf(list.freshCount, 'new alert')} since ${formatCompact(list.readAt, zone, now)}`}
        </button>
      )}
    </span>
  );
}

function SortMenu({ search, onSearch }: Pick<AlertListProps, 'search' | 'onSearch'>) {
  const current = search.sort ?? 'created-descending';
  return (
    <Menu
      label="Order"
      position="bottom-end"
      entries={alertSorts.map((sort) => ({
        label: sortLabels[sort],
        selected: sort === current,
        onSelect: () => onSearch({ sort: sort === 'created-descending' ? undefined : sort }),
      }))}
    >
      <Button
        icon={<IconArrowsSort size={16} stroke={1.5} aria-hidden />}
        trailing={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
      >
        {sortLabels[current]}
      </Button>
    </Menu>
  );
}

type OpenMenu = (row: AlertRow, anchor: HTMLElement) => void;

/** Rows are drawn again only when their columns change, so the columns call the latest functions through one object. */
function useLatest(openers: { openStatus: OpenMenu; openAssignee: OpenMenu }) {
  const current = useRef(openers);
  useLayoutEffect(() => {
    current.current = openers;
  });
  return useMemo(
    (): typeof openers => ({
      openStatus: (row, anchor) => current.current.openStatus(row, anchor),
      openAssignee: (row, anchor) => current.current.openAssignee(row, anchor),
    }),
    [],
  );
}

const drawNarrow = (row: AlertRow) => <NarrowAlert row={row} />;

interface AlertTableProps extends AlertListProps {
  list: ListState;
  empty: React.ReactNode;
}

function sortOf(search: AlertListSearch): Sort {
  const [by = 'created', direction] = (search.sort ?? 'created-descending').split('-');
  return { by, direction: direction === 'ascending' ? 'ascending' : 'descending' };
}

function AlertTable({ list, search, onSearch, isDetailed, empty }: AlertTableProps) {
  const selection = useSelection();
  const menu = useMenuAt();
  const [cursor, setCursor] = useState<AlertRow>();
  const missing = useMissingPermission('AlertModify');
  const people = usePeople().data ?? [];
  const ownId = useUser()?.id;
  const looks = useDestinationLooks(usePermission('DestinationRead'));
  const update = useUpdateAlerts();
  const bulkStatus = useRef<HTMLButtonElement>(null);
  const bulkAssignee = useRef<HTMLButtonElement>(null);
  const isSelecting = selection.ids.size > 0 || selection.isAll;

  const edit = (row: AlertRow, change: AlertEdit) =>
    update.mutate({ selection: { ids: [row.id] }, edit: change });
  const openStatus = (row: AlertRow, anchor: HTMLElement) =>
    menu.open(
      anchor,
      'Set status',
      statusEntries(row.status, (status: AlertStatus) => edit(row, { status }), missing),
    );
  const openAssignee = (row: AlertRow, anchor: HTMLElement) =>
    menu.open(
      anchor,
      'Assign to',
      assigneeEntries({
        people,
        current: row.assignee,
        ownId,
        onPick: (assigneeId) => edit(row, { assigneeId }),
        reason: missing,
      }),
    );

  const openers = useLatest({ openStatus, openAssignee });
  const tab = search.tab ?? 'alerts';
  const columns = useMemo(
    () =>
      alertColumns({
        tab,
        looks,
        isDetailed,
        onStatus: openers.openStatus,
        onAssignee: openers.openAssignee,
      }),
    [tab, looks, isDetailed, openers],
  );

  const pressInRow = (attribute: 'data-status-of' | 'data-assignee-of') => {
    if (cursor) document.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(cursor.id)}"]`)?.click();
  };
  useShortcut({
    keys: 's',
    description: 'Set status',
    group: 'This page',
    run: () => (isSelecting ? bulkStatus.current?.click() : pressInRow('data-status-of')),
  });
  useShortcut({
    keys: 'a',
    description: 'Set assignee',
    group: 'This page',
    run: () => (isSelecting ? bulkAssignee.current?.click() : pressInRow('data-assignee-of')),
  });

  const rowMenu = (row: AlertRow): MenuEntry[] => [
    ...(row.detectionId
      ? [
          {
            label: 'Alerts of this detection',
            onSelect: () => onSearch({ ...withoutFilters, detectionId: row.detectionId ?? undefined }),
          },
        ]
      : []),
    {
      label: 'Copy alert ID',
      icon: <IconCopy size={16} stroke={1.5} aria-hidden />,
      onSelect: () => void copyText(row.id),
    },
  ];
  return (
    <>
      <DataTable
        label="Alerts"
        columns={columns}
        rows={list.error ? [] : list.rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.title}
        {...(list.totalItems === undefined ? {} : { totalCount: list.totalItems })}
        sort={sortOf(search)}
        onSort={(by) => {
          const next = nextSort(sortOf(search), by, 'descending');
          const name = alertSorts.find((sort) => sort === `${next.by}-${next.direction}`);
          onSearch({ sort: name === 'created-descending' ? undefined : name });
        }}
        selection={selection}
        rowLink={({ id }) => linkOptions({ to: '/alerts-and-errors/$alertId/', params: { alertId: id } })}
        onCursor={setCursor}
        rowMenu={rowMenu}
        narrowRow={drawNarrow}
        onEndReached={list.loadMore}
        isLoadingMore={list.isLoadingMore}
        empty={empty}
        skeletonRows={18}
        {...(isDetailed ? { rowHeight: detailedRowHeight } : {})}
      >
        <BulkBar
          selection={selection}
          matchCount={list.totalItems}
          people={people}
          ownId={ownId}
          missing={missing}
          isApplying={update.isPending}
          onApply={(change) =>
            update.mutate(
              {
                selection: selection.isAll
                  ? { filter: filterInputOf(search, new Date()) }
                  : { ids: [...selection.ids] },
                edit: change,
              },
              {
                onSuccess: ({ jobId }) => {
                  selection.clear();
                  // The poll sees the first rows only; a job changes all of them.
                  if (jobId !== null) setTimeout(list.reload, jobReloadMs);
                },
              },
            )
          }
          statusRef={bulkStatus}
          assigneeRef={bulkAssignee}
        />
      </DataTable>
      {menu.layer}
    </>
  );
}
