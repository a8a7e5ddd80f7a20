import { fieldLabel } from '@margay/model';
import type { FilterColumnType } from '@margay/query';
import { columnTypeOfSqlType } from '@margay/query';
import type { CSSProperties } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { useValueMenu } from '../../../lib/value-menu/use-value-menu.tsx';
import { useMenuAt } from '../../../ui/overlays/menu-at.tsx';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { IconChevronRight, IconDots, IconMinus, IconPlus } from '../../../ui/icons.ts';
import { Skeleton } from '../../../ui/layout/states.tsx';
import { DataTypeIcon } from '../../../ui/marks/data-type-icon.tsx';
import { numberText } from '../charts/number-text.ts';
import styles from './column-summary.module.css';
import type { SearchResults } from '../../../lib/data-lake/queries.ts';
import shared from '../search.module.css';
import { useSummary } from '../../../lib/data-lake/use-search-run.ts';

export interface SummaryField {
  path: string;
  type: string;
}

export interface FieldSummaryProps {
  field: SummaryField;
  isOpen: boolean;
  onTurn: () => void;
  queryId: string | undefined;
  /** Columns shown in the table, in their order. */
  shown: readonly string[];
  /** The summary that came with the rows. */
  first: SearchResults | undefined;
  onAddColumn: (path: string) => void;
  onRemoveColumn: (path: string) => void;
  /** Undefined where the search is SQL and takes no conditions. */
  onFilter:
    | ((path: string, value: unknown, columnType: FilterColumnType | undefined, isNegated: boolean) => void)
    | undefined;
}

interface ColumnFacts {
  nullCount: number | null;
  min: number | null;
  max: number | null;
  mean: number | null;
  sum: number | null;
}

/** What the server says of all values of a column. */
function factsOf(results: SearchResults | undefined, path: string): Partial<ColumnFacts> {
  const all: unknown = results?.columnInfo.types['columnFacts'];
  if (typeof all !== 'object' || all === null) return {};
  return (all as Record<string, Partial<ColumnFacts>>)[path] ?? {}; // sent so by the server
}

/** A sum is read off, copied and compared: it is never cut short. */
const wholeText = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 10_000 ? formatCount(Math.round(value)) : numberText(value);

/** A value as the list names it: what would show nothing has a name, too. */
const textOf = (value: unknown): string =>
  value === null || value === undefined ? 'null' : visibleText(String(value));

/** Rows without a value, and the smallest, mean and largest of numbers, and what they add up to. */
function factWords({ nullCount, min, max, mean, sum }: Partial<ColumnFacts>): string[] {
  const word = (name: string, value: number | null | undefined) =>
    value === null || value === undefined ? [] : [`${name} ${wholeText(value)}`];
  return [
    ...(nullCount ? [`${formatCount(nullCount)} null`] : []),
    ...word('min', min),
    ...word('mean', mean),
    ...word('max', max),
    ...word('sum', sum),
  ];
}

function distinctCountOf(results: SearchResults | undefined, path: string): number | undefined {
  const counts: unknown = results?.columnInfo.types['distinctCounts'];
  if (typeof counts !== 'object' || counts === null) return undefined;
  const count: unknown = Object.entries(counts).find(([name]) => name === path)?.[1];
  return typeof count === 'number' ? count : undefined;
}

/** A field with its number of different values; opened, its most frequent ones. A click on a value narrows the search. */
export function FieldSummary(props: FieldSummaryProps) {
  const { field, isOpen, onTurn, first, queryId, shown, onAddColumn, onRemoveColumn, onFilter } = props;
  const { path, type } = field;
  const columnType = columnTypeOfSqlType(type);
  const label = fieldLabel(path);
  const isInFirst = distinctCountOf(first, path) !== undefined;
  const own = useSummary(queryId, [path], isOpen && !isInFirst && queryId !== undefined);
  const results = isInFirst ? first : own.data;
  const values = results?.edges.map((edge) => edge.node).filter((node) => node['column'] === path);
  const total = values?.reduce((sum, node) => sum + Number(node['count']), 0) ?? 0;
  const distinct = distinctCountOf(results, path);
  const facts = factWords(factsOf(results, path));
  const menuOf = useValueMenu();
  const menu = useMenuAt();
  const openMenu = (anchor: HTMLElement, value: unknown) => {
    const place = columnType === 'array' ? [...path.split('.'), 0] : path.split('.');
    const narrow =
      canFilter && onFilter
        ? {
            keep: () => onFilter(path, value, columnType, false),
            leaveOut: () => onFilter(path, value, columnType, true),
          }
        : undefined;
    menu.open(anchor, `Value ${textOf(value)}`, menuOf({ path: place, value }, { narrow }));
  };
  const canFilter = onFilter !== undefined && columnType !== 'time' && path !== 'p_event_time';
  return (
    <div className={styles.field}>
      {menu.layer}
      <button type="button" className={styles.fieldHead} aria-expanded={isOpen} onClick={onTurn}>
        <IconChevronRight size={12} stroke={2} aria-hidden className={cx(isOpen && styles.turned)} />
        <DataTypeIcon type={type} />
        <span className={cx(styles.fieldName, label === path && styles.fieldPath)} title={`${path}, ${type}`}>
          {label}
        </span>
        {distinct !== undefined && <span className={styles.fieldCount}>{formatCount(distinct)}</span>}
      </button>
      {isOpen && (
        <div className={styles.fieldBody}>
          {own.isFetching &&
            !results &&
            [80, 60, 40].map((width) => <Skeleton key={width} width={`${width}%`} />)}
          {own.isError && !results && (
            <div className={shared.fault} role="alert">
              {failureText(own.error)}{' '}
              <button type="button" className={shared.link} onClick={() => void own.refetch()}>
                Try again
              </button>
            </div>
          )}
          {values?.map((node, index) => {
            const value = node['value'];
            const text = textOf(value);
            const isBlank = value === null || value === undefined || text !== String(value);
            const count = Number(node['count']);
            const share = {
              '--share': `${total === 0 ? 0 : Math.round((count / total) * 100)}%`,
            } as CSSProperties; // React's type knows no custom properties
            return (
              <div key={index} className={styles.value} style={share}>
                <button
                  type="button"
                  aria-keyshortcuts="Shift+F10"
                  onContextMenu={(event) => {
                    event.preventDefault();
                    openMenu(event.currentTarget, value);
                  }}
                  className={styles.valueButton}
                  disabled={!canFilter}
                  title={canFilter ? `Add to search: ${path} is ${text}` : text}
                  onClick={() => onFilter?.(path, value, columnType, false)}
                >
                  <span className={cx(styles.valueText, isBlank && shared.none)}>{text}</span>
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
                <IconButton
                  size="xs"
                  className={styles.more}
                  label={`Menu of ${path} ${text}`}
                  aria-haspopup="menu"
                  onClick={(event) => openMenu(event.currentTarget, value)}
                >
                  <IconDots size={14} stroke={1.5} aria-hidden />
                </IconButton>
              </div>
            );
          })}
          {facts.length > 0 && <div className={styles.facts}>{facts.join(' · ')}</div>}
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
