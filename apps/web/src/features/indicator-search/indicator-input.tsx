import { indicatorFields } from '@margay/model';
import type { IndicatorField } from '@margay/model';
import { indicatorLabels, maxIndicators } from '@margay/query';
import { useMemo, useState } from 'react';
import { countOf, formatCount } from '../../lib/format-number.ts';
import { Badge, CountChip } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { IconAlertTriangle, IconInfoCircle } from '../../ui/icons.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/column.ts';
import { isSure, withFieldOf } from './indicator-address.ts';
import styles from './indicator-search.module.css';
import type { ValueHits } from './queries.ts';
import type { IndicatorSearch } from './use-indicator-search.ts';

export const labelOf = (field: IndicatorField | null | undefined) =>
  field ? indicatorLabels[field] : 'Other';

interface Row {
  value: string;
  field: IndicatorField | undefined;
  /** Undefined until it was searched for. */
  count: number | undefined;
}

/** What to look for: the pasted text, what was read out of it, and how often each value was found. */
export function IndicatorInput({
  search,
  hits,
}: {
  search: IndicatorSearch;
  hits: readonly ValueHits[] | undefined;
}) {
  const { text, setText, list } = search;
  const { indicators } = list;
  const [showsMissing, setShowsMissing] = useState(true);
  const counts = useMemo(() => new Map(hits?.map((hit) => [keyOf(hit), hit.count])), [hits]);
  const rows = indicators.map(({ value, field }): Row => ({
    value,
    field,
    count: counts.get(keyOf({ value, field })),
  }));
  const found = rows.filter(({ count }) => count !== undefined && count > 0);
  const missing = rows.filter(({ count }) => count === 0).length;
  const shown = showsMissing ? rows : rows.filter(({ count }) => count !== 0);
  const columns: Column<Row>[] = [
    {
      id: 'value',
      header: 'Value',
      width: 'minmax(120px, 1fr)',
      mono: true,
      cell: ({ value, count }) => (
        <span className={count === 0 ? styles.missing : undefined} title={value}>
          {value}
        </span>
      ),
    },
    {
      id: 'type',
      header: 'Type, detected',
      width: '124px',
      cell: (row) => (
        <FieldChoice row={row} onChange={(field) => setText(withFieldOf(text, row.value, field))} />
      ),
    },
    {
      id: 'hits',
      header: 'Hits',
      width: '64px',
      align: 'end',
      cell: ({ count }) => (count === undefined ? '–' : formatCount(count)),
    },
  ];
  return (
    <section className={styles.input} aria-label="Indicators">
      <header className={styles.inputHead}>
        <h2 className={styles.title}>Indicators</h2>
        <CountChip count={indicators.length} />
        <span className={styles.push} />
        <Button
          size="sm"
          variant="quiet"
          disabled={text === ''}
          onClick={search.tidy}
          tooltip="One per line, without what is no indicator"
        >
          Tidy
        </Button>
        <Button size="sm" variant="quiet" disabled={text === ''} onClick={() => setText('')}>
          Clear
        </Button>
      </header>
      <div className={styles.inputText}>
        <textarea
          aria-label="Indicators to look for"
          placeholder={
            'Paste addresses, domains, hashes, emails, ARNs …\nhxxps://login[.]example.net works too'
          }
          spellCheck={false}
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Told search={search} />
      <div className={styles.values}>
        {rows.length > 0 && (
          <DataTable label="Indicators" columns={columns} rows={shown} rowId={keyOf} inset />
        )}
      </div>
      {hits && rows.length > 0 && (
        <footer className={styles.inputFoot}>
          <span>
            {formatCount(found.length)} of {formatCount(rows.length)} found
          </span>
          <span className={styles.push} />
          {missing > 0 && (
            <button type="button" className={styles.link} onClick={() => setShowsMissing(!showsMissing)}>
              {showsMissing ? `Hide the ${missing} without hits` : `Show the ${missing} without hits`}
            </button>
          )}
        </footer>
      )}
    </section>
  );
}

export const keyOf = ({ value, field }: { value: string; field?: IndicatorField | null | undefined }) =>
  `${field ?? ''}=${value}`;

/** How many of each kind, and what happened to the rest. */
function Told({ search: { list, tooMany } }: { search: IndicatorSearch }) {
  const { indicators, restoredCount, duplicateCount, invalid } = list;
  const kinds = [...Map.groupBy(indicators, ({ field }) => labelOf(field))];
  const told = [
    ...(restoredCount > 0 ? [`${countOf(restoredCount, 'defanged value')} restored`] : []),
    ...(duplicateCount > 0 ? [`${countOf(duplicateCount, 'duplicate')} dropped`] : []),
  ].join(', ');
  return (
    <div className={styles.told} role="status">
      {kinds.length > 0 && (
        <div className={styles.kinds}>
          {kinds.map(([label, some]) => (
            <Badge key={label}>
              {some.length} {label}
            </Badge>
          ))}
        </div>
      )}
      {told !== '' && (
        <p>
          <IconInfoCircle size={14} stroke={1.5} aria-hidden /> {told}
        </p>
      )}
      {tooMany && (
        <p className={styles.bad}>
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
          Search for at most {formatCount(maxIndicators)} indicators at once
        </p>
      )}
      {invalid.slice(0, 5).map(({ text, reason }, index) => (
        <p key={index} className={styles.bad}>
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
          <span>
            <code>{text.length > 60 ? `${text.slice(0, 60)}…` : text}</code> is left out: {reason}
          </span>
        </p>
      ))}
      {invalid.length > 5 && <p className={styles.bad}>and {invalid.length - 5} more</p>}
    </div>
  );
}

function FieldChoice({ row, onChange }: { row: Row; onChange: (field: IndicatorField | undefined) => void }) {
  return (
    <select
      className={styles.type}
      aria-label={`Type of ${row.value}`}
      value={row.field ?? ''}
      onChange={(event) => onChange(indicatorFields.find((field) => field === event.target.value))}
    >
      {!isSure(row.value) && <option value="">Other</option>}
      {indicatorFields.map((field) => (
        <option key={field} value={field}>
          {indicatorLabels[field]}
        </option>
      ))}
    </select>
  );
}
