import { useState } from 'react';
import { countOf, formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useValueMenu } from '../../lib/value-menu/use-value-menu.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { FailedState } from '../../ui/layout/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Time } from '../../ui/marks/time.tsx';
import styles from './data-explorer.module.css';
import { useColumnSummary } from './queries.ts';
import type { ColumnSummary } from './queries.ts';

type Row = ColumnSummary['rows'][number];
const directions = [
  { value: 'descending', label: 'Highest' },
  { value: 'ascending', label: 'Lowest' },
] as const;

const shownText = (value: unknown) =>
  value === null ? 'null' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The values of one column of the result: how often each is there, when first and when last. */
export function SummarizePanel(props: {
  queryId: string | undefined;
  columns: readonly string[];
  onOpenQuery: (sql: string, name: string) => void;
}) {
  const { queryId, columns, onOpenQuery } = props;
  const menuOf = useValueMenu();
  const [chosen, setChosen] = useState<string | null>(null);
  const [direction, setDirection] = useState<'ascending' | 'descending'>('descending');
  const column = chosen !== null && columns.includes(chosen) ? chosen : undefined;
  const summary = useColumnSummary(queryId, column, direction);
  const { data } = summary;
  return (
    <aside className={styles.summarize} aria-label="Summarize">
      <header className={styles.summarizeHead}>
        <h2 className={styles.title}>Summarize</h2>
        <Select
          label="Column to summarize"
          className={styles.summarizeColumn}
          size="sm"
          placeholder="Column"
          options={columns.map((name) => ({ value: name, label: name }))}
          value={column ?? null}
          onChange={setChosen}
          searchable
        />
        <SegmentedControl
          label="Order"
          size="sm"
          options={directions}
          value={direction}
          onChange={setDirection}
        />
      </header>
      {column === undefined ? (
        <p className={styles.nothing}>
          {columns.length === 0
            ? 'The values of a column of the result, once a query has run.'
            : 'Choose a column: its values, how often each is there, when first and when last.'}
        </p>
      ) : summary.isError ? (
        <FailedState
          title="The column could not be summarized"
          message={failureText(summary.error)}
          onRetry={() => void summary.refetch()}
        />
      ) : (
        <>
          <DataTable
            label={`Values of ${column}`}
            columns={columnsOf(data)}
            rows={data?.rows}
            rowId={(row) => shownText(row.value)}
            rowLabel={(row) => shownText(row.value)}
            rowMenu={(row) =>
              // The column is one of a query, which may stand for anything: no field of a log.
              menuOf({ path: column.startsWith('p_any_') ? [column, 0] : [], value: row.value })
            }
            inset
            skeletonRows={8}
            empty={<p className={styles.nothing}>The result has no rows.</p>}
          />
          {data && (
            <footer className={styles.foot}>
              <span>{countOf(data.rows.length, 'value')}</span>
              <span className={styles.push} />
              <Button size="xs" variant="quiet" onClick={() => onOpenQuery(data.sql, `${column} summary`)}>
                Open as query
              </Button>
            </footer>
          )}
        </>
      )}
    </aside>
  );
}

function columnsOf(data: ColumnSummary | undefined): Column<Row>[] {
  const most = Math.max(1, ...(data?.rows ?? []).map(({ rowCount }) => rowCount));
  const times: Column<Row>[] = [
    {
      id: 'first_seen',
      header: 'first_seen',
      width: '116px',
      secondary: true,
      cell: ({ firstSeen }) => firstSeen && <Time at={firstSeen} format="compact" />,
    },
    {
      id: 'last_seen',
      header: 'last_seen',
      width: '116px',
      secondary: true,
      cell: ({ lastSeen }) => lastSeen && <Time at={lastSeen} format="compact" />,
    },
  ];
  return [
    {
      id: 'value',
      header: 'value',
      width: 'minmax(120px, 1fr)',
      mono: true,
      cell: ({ value, rowCount }) => (
        <span className={styles.barCell} title={shownText(value)}>
          <span className={styles.barShare} style={{ width: `${(100 * rowCount) / most}%` }} />
          <span className={value === null ? styles.null : undefined}>{shownText(value)}</span>
        </span>
      ),
    },
    {
      id: 'row_count',
      header: 'row_count',
      width: '86px',
      align: 'end',
      cell: ({ rowCount }) => formatCount(rowCount),
    },
    ...(data?.hasTimes === false ? [] : times),
  ];
}
