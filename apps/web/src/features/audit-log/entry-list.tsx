import { failureText } from '../../lib/graphql/request-error.ts';
import { BusyBar, EmptyState, FailedState, NoResults } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import styles from './audit-log.module.css';
import { Actor, Result } from './entry-marks.tsx';
import { actorText, objectText } from './entry-text.ts';
import type { AuditEntry, useAuditLog } from './queries.ts';

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'createdAt',
    header: 'Time',
    width: '188px',
    secondary: true,
    cell: ({ createdAt }) => <Time at={createdAt} format="absolute" />,
  },
  {
    id: 'action',
    header: 'Action',
    width: 'minmax(190px, 1.2fr)',
    cell: ({ action }) => (
      <span className={styles.action} title={action}>
        {action}
      </span>
    ),
  },
  { id: 'actor', header: 'Actor', width: 'minmax(130px, 0.8fr)', cell: (entry) => <Actor entry={entry} /> },
  {
    id: 'object',
    header: 'On what',
    width: 'minmax(160px, 1.4fr)',
    secondary: true,
    hideBelow: 1000,
    cell: (entry) => {
      const text = objectText(entry);
      return (
        <span className={styles.ellipsis} title={text}>
          {text}
        </span>
      );
    },
  },
  {
    id: 'sourceIp',
    header: 'Address',
    width: '140px',
    mono: true,
    secondary: true,
    hideBelow: 1100,
    cell: ({ sourceIp }) => sourceIp ?? '–',
  },
  { id: 'result', header: 'Result', width: '124px', cell: ({ result }) => <Result result={result} /> },
];

export interface EntryListProps {
  log: ReturnType<typeof useAuditLog>;
  filterCount: number;
  onClear: () => void;
  activeId: string | undefined;
  onOpen: (entry: AuditEntry) => void;
}

export function EntryList({ log, filterCount, onClear, activeId, onOpen }: EntryListProps) {
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <BusyBar isBusy={log.isPlaceholderData} />
      <DataTable<AuditEntry>
        label="Audit log"
        columns={columns}
        rows={log.isError && !entries ? [] : entries}
        rowId={({ id }) => id}
        rowLabel={(entry) => `${entry.action} by ${actorText(entry)}`}
        activeId={activeId}
        onOpen={onOpen}
        onEndReached={() => {
          if (log.hasNextPage && !log.isFetching) void log.fetchNextPage();
        }}
        isLoadingMore={log.isFetchingNextPage}
        narrowRow={(entry) => (
          <NarrowRow
            name={<span className={styles.action}>{entry.action}</span>}
            state={<Result result={entry.result} />}
            facts={<span className={styles.ellipsis}>{actorText(entry)}</span>}
            at={entry.createdAt}
          />
        )}
        empty={
          log.isError ? (
            <FailedState
              title="The audit log could not be loaded"
              message={failureText(log.error)}
              onRetry={() => void log.refetch()}
            />
          ) : filterCount > 0 ? (
            <NoResults what="entry" filterCount={filterCount} onClear={onClear} />
          ) : (
            <EmptyState title="No entries in this time">Choose a longer time to see older ones.</EmptyState>
          )
        }
      />
    </>
  );
}
