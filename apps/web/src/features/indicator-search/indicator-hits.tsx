import { lakeDatabaseLabels } from '@margay/model';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import type { LakeDatabase } from '../../lib/data-lake/queries.ts';
import type { ScopeParams } from '../../lib/data-lake/slots.ts';
import { countOf, formatCount } from '../../lib/format-number.ts';
import { formatDuration, parseTime } from '../../lib/format-time.ts';
import { ValueButton } from '../../lib/value-menu/value-button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Time } from '../../ui/marks/time.tsx';
import { searchOf } from './indicator-address.ts';
import { keyOf, labelOf } from './indicator-input.tsx';
import styles from './indicator-search.module.css';
import type { TableHits, ValueFacts, ValueHits } from './queries.ts';

const tableKey = ({ database, table }: { database: string; table: string }) => `${database}.${table}`;
/** Tables named in a row of the list. */
const tablesShown = 2;

export interface HitsProps {
  tables: readonly TableHits[];
  /** Undefined while they are counted. */
  facts: ValueFacts | undefined;
  databases: readonly LakeDatabase[];
  /** The time of the search, for links into Search. */
  scope: ScopeParams;
}

/** The tables with hits as tiles, and every indicator with where and when it was seen. */
export function IndicatorHits({ tables, facts, databases, scope }: HitsProps) {
  const [chosen, setChosen] = useState<string>();
  const [onlySeveral, setOnlySeveral] = useState(false);
  const { databases: _, tables: __, ...time } = scope;
  const columnsOf = (keys: readonly string[]) =>
    databases
      .flatMap((database) => database.tables)
      .filter((table) => keys.includes(`${table.databaseName}.${table.name}`))
      .flatMap((table) => table.columns.map((column) => column.name));
  const found = (facts?.values ?? []).filter(({ count }) => count > 0);
  const inTable = (key: string) => found.filter((value) => value.tables.some((at) => tableKey(at) === key));
  const shown = (chosen === undefined ? found : inTable(chosen))
    .filter((value) => !onlySeveral || value.tables.length > 1)
    .toSorted((a, b) => b.count - a.count);
  const searchFor = (values: readonly ValueHits[], keys: readonly string[]) => {
    const wanted = values.map(({ value, field }) => ({ value, ...(field ? { field } : {}) }));
    const databaseNames = [...new Set(keys.map((key) => key.split('.')[0] ?? ''))];
    return searchOf(wanted, { ...time, databases: databaseNames, tables: [...keys] }, columnsOf(keys));
  };
  const total = tables.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <section className={styles.part} aria-label="Hits by table">
        <header className={styles.partHead}>
          <h2 className={styles.title}>Hits by table</h2>
          <span className={styles.quiet}>
            {countOf(total, 'event')} in {countOf(tables.length, 'table')}; the rest have none
          </span>
        </header>
        <ul className={styles.tiles}>
          {tables.map((hit) => {
            const key = tableKey(hit);
            const values = inTable(key);
            return (
              <li key={key} className={cx(styles.tile, chosen === key && styles.chosen)}>
                <button
                  type="button"
                  className={styles.tileButton}
                  aria-pressed={chosen === key}
                  onClick={() => setChosen(chosen === key ? undefined : key)}
                >
                  <span className={styles.tileName}>
                    <code>{hit.table}</code>
                    <span className={styles.quiet}>{databaseLabel(hit.database)}</span>
                  </span>
                  <span className={styles.tileCount}>
                    <b>{formatCount(hit.count)}</b>
                    <span className={styles.quiet}>
                      {facts ? `events with ${countOf(values.length, 'indicator')}` : 'events'}
                    </span>
                  </span>
                </button>
                <div className={styles.tileFoot}>
                  <span className={styles.quiet}>
                    <Time at={hit.firstSeen} format="compact" /> – <Time at={hit.lastSeen} format="compact" />
                  </span>
                  <Link to="/investigate/search/" search={searchFor(values, [key])} className={styles.link}>
                    Open in Search
                  </Link>
                </div>
              </li>
            );
          })}
        </ul>
      </section>
      <section className={styles.part} aria-label="Hits by indicator">
        <header className={styles.partHead}>
          <h2 className={styles.title}>Hits by indicator</h2>
          <span className={styles.quiet}>
            {facts?.bucketSeconds ? `one bar is ${formatDuration(facts.bucketSeconds * 1000)}` : ''}
          </span>
          <span className={styles.push} />
          <Switch label="Only those in more than one table" checked={onlySeveral} onChange={setOnlySeveral} />
        </header>
        <div className={styles.table}>
          <DataTable
            label="Hits by indicator"
            columns={valueColumns(facts, searchFor)}
            rows={facts && shown}
            rowId={keyOf}
            narrowRow={(hit) => <NarrowHit hit={hit} />}
            empty={<p className={styles.none}>No indicator fits these choices.</p>}
          />
        </div>
      </section>
    </>
  );
}

const databaseLabel = (name: string) =>
  Object.entries(lakeDatabaseLabels).find(([key]) => key === name)?.[1] ?? name;

function valueColumns(
  facts: ValueFacts | undefined,
  searchFor: (values: readonly ValueHits[], keys: readonly string[]) => Record<string, unknown>,
): Column<ValueHits>[] {
  return [
    {
      id: 'value',
      header: 'Indicator',
      width: 'minmax(180px, 2fr)',
      mono: true,
      cell: ({ value, field, lastSeen }) => (
        <ValueButton place={{ path: field ? [field, 0] : [], value, at: parseTime(lastSeen ?? '') }} />
      ),
    },
    { id: 'type', header: 'Type', width: '112px', cell: ({ field }) => labelOf(field) },
    { id: 'count', header: 'Hits', width: '80px', align: 'end', cell: ({ count }) => formatCount(count) },
    {
      id: 'tables',
      header: 'Tables',
      width: 'minmax(160px, 2fr)',
      mono: true,
      hideBelow: 1000,
      cell: ({ tables }) => <span title={tables.map(tableKey).join('\n')}>{tablesText(tables)}</span>,
    },
    {
      id: 'first',
      header: 'First seen',
      width: '132px',
      hideBelow: 1200,
      cell: ({ firstSeen }) => firstSeen && <Time at={firstSeen} format="compact" />,
    },
    {
      id: 'last',
      header: 'Last seen',
      width: '132px',
      cell: ({ lastSeen }) => lastSeen && <Time at={lastSeen} format="compact" />,
    },
    {
      id: 'when',
      header: 'When',
      width: '96px',
      hideBelow: 1200,
      cell: (hit) => <Sparkline values={barsOf(hit, facts)} label={`When ${hit.value} was seen`} />,
    },
    {
      id: 'search',
      header: 'Search',
      width: '96px',
      cell: (hit) => (
        <Link
          to="/investigate/search/"
          search={searchFor([hit], hit.tables.map(tableKey))}
          className={styles.link}
          onClick={(event) => event.stopPropagation()}
        >
          <IconSearch size={14} stroke={1.5} aria-hidden /> Search
        </Link>
      ),
    },
  ];
}

function tablesText(tables: readonly { database: string; table: string }[]): string {
  const names = [...new Set(tables.map(({ table }) => table))];
  const more = names.length - tablesShown;
  return `${names.slice(0, tablesShown).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}

/** A count for every stretch of time, also those without hits. */
export function barsOf(
  { buckets }: Pick<ValueHits, 'buckets'>,
  facts: Pick<ValueFacts, 'bucketSeconds' | 'startTime' | 'endTime'> | undefined,
): number[] {
  const from = parseTime(facts?.startTime ?? '')?.getTime();
  const to = parseTime(facts?.endTime ?? '')?.getTime();
  const stepMs = (facts?.bucketSeconds ?? 0) * 1000;
  if (from === undefined || to === undefined || stepMs === 0) return buckets.map(([, count]) => count);
  const first = Math.floor(from / stepMs) * stepMs;
  const bars = Array.from({ length: Math.min(200, Math.ceil((to - first) / stepMs)) }, () => 0);
  for (const [start, count] of buckets) {
    const index = Math.floor((Date.parse(start) - first) / stepMs);
    if (index >= 0 && index < bars.length) bars[index] = (bars[index] ?? 0) + count;
  }
  return bars;
}

function NarrowHit({ hit }: { hit: ValueHits }) {
  return (
    <div className={styles.narrowHit}>
      <span className={styles.narrowLine}>
        <code>{hit.value}</code>
        <b>{formatCount(hit.count)}</b>
      </span>
      <span className={cx(styles.narrowLine, styles.quiet)}>
        <span>
          {labelOf(hit.field)}, {tablesText(hit.tables)}
        </span>
        {hit.lastSeen && <Time at={hit.lastSeen} format="compact" />}
      </span>
    </div>
  );
}
