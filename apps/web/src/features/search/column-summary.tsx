import type { FilterColumnType } from '@margay/query';
import { columnTypeOfSqlType } from '@margay/query';
import { useDeferredValue, useState } from 'react';
import type { CSSProperties } from 'react';
import { cx } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import {
  IconBraces,
  IconChevronRight,
  IconClock,
  IconHash,
  IconList,
  IconMinus,
  IconPlus,
} from '../../ui/icons.ts';
import { SearchBox } from '../../ui/toolbar.tsx';
import { Skeleton, SkeletonLines } from '../../ui/states.tsx';
import type { SearchResults } from './queries.ts';
import styles from './search.module.css';
import { useSummary } from './use-search-run.ts';

export interface SummaryField {
  path: string;
  type: string;
}

export interface ColumnSummaryProps {
  queryId: string | undefined;
  /** Columns shown in the table, in their order. */
  shown: readonly string[];
  /** All fields of the result. */
  fields: readonly SummaryField[];
  /** The summary that came with the rows. */
  first: SearchResults | undefined;
  onAddColumn: (path: string) => void;
  onRemoveColumn: (path: string) => void;
  /** Undefined where the search is text and takes no conditions. */
  onFilter:
    | ((path: string, value: unknown, columnType: FilterColumnType | undefined, isNegated: boolean) => void)
    | undefined;
}

/** Every field of the result; opened, its most frequent values. A click on a value narrows the search. */
export function ColumnSummary(props: ColumnSummaryProps) {
  const { shown, fields } = props;
  const [text, setText] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['p_log_type']));
  const wanted = useDeferredValue(text.toLowerCase());
  const matching = fields.filter((field) => field.path.toLowerCase().includes(wanted));
  const inTable = shown.flatMap((path) => matching.find((field) => field.path === path) ?? []);
  const rest = matching.filter((field) => !shown.includes(field.path));
  const sections = [
    { title: 'In this table', fields: inTable },
    { title: 'Fields', fields: rest.filter((field) => !field.path.startsWith('p_')) },
    { title: 'Panther Managed', fields: rest.filter((field) => field.path.startsWith('p_')) },
  ];
  function turn(path: string) {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  }
  return (
    <div className={styles.summary}>
      <div className={styles.summarySearch}>
        <SearchBox
          size="sm"
          label={fields.length === 0 ? 'Filter fields' : `Filter ${fields.length} fields`}
          value={text}
          onChange={setText}
        />
      </div>
      <div className={styles.summaryList}>
        {sections.map(
          (section) =>
            section.fields.length > 0 && (
              <section key={section.title} aria-label={section.title}>
                <h3 className={styles.summaryTitle}>{section.title}</h3>
                {section.fields.map((field) => (
                  <FieldSummary
                    key={field.path}
                    {...props}
                    field={field}
                    isOpen={open.has(field.path)}
                    onTurn={() => turn(field.path)}
                  />
                ))}
              </section>
            ),
        )}
        {fields.length === 0 && (
          <div className={styles.summarySkeleton}>
            <SkeletonLines lines={10} label="Loading schema properties..." />
          </div>
        )}
        {fields.length > 0 && matching.length === 0 && (
          <div className={styles.summaryNothing}>No Results</div>
        )}
      </div>
    </div>
  );
}

function TypeIcon({ type, columnType }: { type: string; columnType: FilterColumnType | undefined }) {
  const look = { size: 14, stroke: 1.5, 'aria-label': type };
  if (columnType === 'number') return <IconHash {...look} />;
  if (columnType === 'time') return <IconClock {...look} />;
  return columnType === 'object' ? <IconBraces {...look} /> : <IconList {...look} />;
}

function distinctCountOf(results: SearchResults | undefined, path: string): number | undefined {
  const counts: unknown = results?.columnInfo.types['distinctCounts'];
  if (typeof counts !== 'object' || counts === null) return undefined;
  const count: unknown = Object.entries(counts).find(([name]) => name === path)?.[1];
  return typeof count === 'number' ? count : undefined;
}

function FieldSummary(
  props: ColumnSummaryProps & { field: SummaryField; isOpen: boolean; onTurn: () => void },
) {
  const { field, isOpen, onTurn, first, queryId, shown, onAddColumn, onRemoveColumn, onFilter } = props;
  const { path, type } = field;
  const columnType = columnTypeOfSqlType(type);
  const isInFirst = distinctCountOf(first, path) !== undefined;
  const own = useSummary(queryId, [path], isOpen && !isInFirst && queryId !== undefined);
  const results = isInFirst ? first : own.data;
  const values = results?.edges.map((edge) => edge.node).filter((node) => node['column'] === path);
  const total = values?.reduce((sum, node) => sum + Number(node['count']), 0) ?? 0;
  const distinct = distinctCountOf(results, path);
  const canFilter = onFilter !== undefined && columnType !== 'time' && path !== 'p_event_time';
  return (
    <div className={styles.field}>
      <button type="button" className={styles.fieldHead} aria-expanded={isOpen} onClick={onTurn}>
        <IconChevronRight size={12} stroke={2} aria-hidden className={cx(isOpen && styles.turned)} />
        <TypeIcon type={type} columnType={columnType} />
        <span className={styles.fieldName} title={`${path}, ${type}`}>
          {path}
        </span>
        {distinct !== undefined && <span className={styles.fieldCount}>{formatCount(distinct)}</span>}
      </button>
      {isOpen && (
        <div className={styles.fieldBody}>
          {own.isFetching &&
            !results &&
            [80, 60, 40].map((width) => <Skeleton key={width} width={`${width}%`} />)}
          {own.isError && !results && (
            <div className={styles.fault} role="alert">
              {failureText(own.error)}{' '}
              <button type="button" className={styles.link} onClick={() => void own.refetch()}>
                Try again
              </button>
            </div>
          )}
          {values?.map((node, index) => {
            const value = node['value'];
            const text = value === null || value === undefined ? 'null' : String(value);
            const count = Number(node['count']);
            const share = {
              '--share': `${total === 0 ? 0 : Math.round((count / total) * 100)}%`,
            } as CSSProperties; // React's type knows no custom properties
            return (
              <div key={index} className={styles.value} style={share}>
                <button
                  type="button"
                  className={styles.valueButton}
                  disabled={!canFilter}
                  title={canFilter ? `Add to search: ${path} is ${text}` : text}
                  onClick={() => onFilter?.(path, value, columnType, false)}
                >
                  <span
                    className={cx(styles.valueText, (value === null || value === undefined) && styles.none)}
                  >
                    {text}
                  </span>
                  <span className={styles.valueCount}>{formatCount(count)}</span>
                </button>
                {canFilter && (
                  <IconButton
                    size="xs"
                    className={styles.exclude}
                    label={`Exclude from search: ${path} ${text}`}
                    onClick={() => onFilter?.(path, value, columnType, true)}
                  >
                    <IconMinus size={14} stroke={1.5} aria-hidden />
                  </IconButton>
                )}
              </div>
            );
          })}
          {values?.length === 0 && <div className={styles.summaryNothing}>No values</div>}
          <div className={styles.fieldActions}>
            {shown.includes(path) ? (
              <Button
                size="xs"
                variant="quiet"
                icon={<IconMinus size={14} stroke={1.5} aria-hidden />}
                disabledReason={shown.length === 1 ? 'The table needs one column' : undefined}
                onClick={() => onRemoveColumn(path)}
              >
                Column
              </Button>
            ) : (
              <Button
                size="xs"
                variant="quiet"
                icon={<IconPlus size={14} stroke={1.5} aria-hidden />}
                onClick={() => onAddColumn(path)}
              >
                Column
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
