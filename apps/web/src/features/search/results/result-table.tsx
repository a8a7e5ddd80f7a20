import { valueAt, valueText } from '@margay/kit';
import { fieldLabel } from '@margay/model';
import { useMemo } from 'react';
import { Swatch } from '../../../ui/chart/legend.tsx';
import { ColumnMenu } from '../../../ui/table/column-menu.tsx';
import type { Column } from '../../../ui/table/column.ts';
import type { ColumnPreferences } from '../../../ui/table/column-preferences.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { ColumnSetsMenu } from './column-sets.tsx';
import { DetailedRow, detailedRowPx } from './detailed-row.tsx';
import type { DisplayMode } from './display-mode.tsx';
import { FindingMarks } from './finding-marks.tsx';
import { indicatorOf, OpenedRow } from '../event/opened-row.tsx';
import type { ResultEdge, SortDirection } from '../../../lib/data-lake/queries.ts';
import type { FilterField } from '../conditions/filter-fields.ts';
import { narrowingAt, targetOf } from '../conditions/event-filters.ts';
import type { Narrowing } from '../conditions/use-narrowing.ts';
import { textOfValue, useValueMenu } from '../../../lib/value-menu/use-value-menu.tsx';
import { copyText } from '../../../ui/text/copy-button.tsx';
import { headMenuOf } from './head-menu.ts';
import { fittingWidth } from './result-columns.ts';
import shared from '../search.module.css';
import styles from './result-table.module.css';
import type { ResultColumns } from './use-result-columns.ts';

/** Cells show so much of a long text; the whole is in the event. */
const cellTextLength = 300;
/** Of a list in a cell, so many values have entries of their own; the others are in the event. */
const valuesInMenu = 4;
/** Rows that decide how wide columns are. */
const pageOfWidths = 200;

export interface ResultTableProps {
  /** Undefined while the first page is on its way. */
  edges: readonly ResultEdge[] | undefined;
  total: number;
  columns: ResultColumns;
  types: Record<string, unknown>;
  colors: ReadonlyMap<string, string>;
  sortDirection: SortDirection;
  /** Undefined where rows have an order of their own. */
  onSort: (() => void) | undefined;
  activeId: string | undefined;
  onOpen: (edge: ResultEdge) => void;
  onCursor: (edge: ResultEdge) => void;
  onEndReached: () => void;
  isLoadingMore: boolean;
  /** Fields of the search, and what can be done to it; nothing where its text stays as it is. */
  fields: readonly FilterField[];
  narrowing: Narrowing | undefined;
  /** Compact when left out. */
  displayMode?: DisplayMode;
  /** On phones a row opens in place; this opens the event in full. */
  onWhole?: (edge: ResultEdge) => void;
}

/** The column of the pairs, each of which is a cell too; no field has this name. */
const pairsId = '*';
const timeWidth = '178px';
const usualWidths: Record<string, string> = { p_log_type: '190px' };

export function ResultTable(props: ResultTableProps) {
  const { edges, total, columns, types, colors, sortDirection, onSort, activeId, onWhole } = props;
  const { columns: names, widths, pinned } = columns;
  const menuOf = useValueMenu();
  const drawn = useMemo(
    () =>
      names.map((name, index): Column<ResultEdge> => {
        const own = widths[name];
        const isLast = index === names.length - 1;
        const usual =
          usualWidths[name] ??
          (types[name] === 'timestamp'
            ? timeWidth
            : `${fittingWidth(name, edges?.slice(0, pageOfWidths) ?? [])}px`);
        return {
          id: name,
          header: fieldLabel(name),
          title: name,
          width:
            own !== undefined
              ? `${own}px`
              : isLast && !pinned.includes(name)
                ? `minmax(${usual}, 1fr)`
                : usual,
          isPinned: pinned.includes(name),
          mono: name !== 'p_log_type',
          align: isNumeric(types[name]) ? 'end' : 'start',
          sortable: name === 'p_event_time',
          cell: ({ node }) =>
            name === 'p_log_type' ? (
              <LogType node={node} colors={colors} />
            ) : (
              <Cell type={types[name]} value={valueAt(node, name)} />
            ),
        };
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- widths come from the first rows, more rows do not change them
    [names, widths, pinned.join('\n'), types, colors, edges?.[0]],
  );
  const isDetailed = props.displayMode === 'detailed';
  const shown = useMemo(
    () => (isDetailed ? detailedColumns(drawn, names) : drawn),
    [isDetailed, drawn, names],
  );
  return (
    <DataTable
      label="Results"
      columns={shown}
      {...(isDetailed ? { rowHeight: detailedRowPx } : {})}
      rows={edges}
      rowId={(edge) => edge.id}
      rowLabel={(edge) => `event ${valueText(edge.node['p_event_time'])}`}
      totalCount={total}
      sort={onSort && { by: 'p_event_time', direction: sortDirection }}
      {...(onSort ? { onSort } : {})}
      onOpen={props.onOpen}
      activeId={activeId}
      onCursor={props.onCursor}
      onEndReached={props.onEndReached}
      isLoadingMore={props.isLoadingMore}
      {...(isDetailed
        ? {}
        : {
            onResize: columns.resize,
            onMoveColumn: columns.move,
            headMenu: (name: string) =>
              headMenuOf(name, columns, onSort && { direction: sortDirection, turn: onSort }),
          })}
      cellActions={({ node }: ResultEdge, name: string) => {
        if (name === pairsId) return undefined;
        const { path, value } = placeOfCell(node, name);
        const found = targetOf(path, value, props.fields);
        const narrow = narrowingAt(found, value, props.narrowing);
        const more = [{ label: 'Copy event', onSelect: () => void copyText(JSON.stringify(node, null, 2)) }];
        return {
          label: `${fieldLabel(name)} ${labelOf(value) || 'empty'}`,
          keep: narrow?.keep,
          leaveOut: narrow?.leaveOut,
          copy: () => void copyText(textOfValue(value)),
          menu: () =>
            Array.isArray(value)
              ? [
                  ...value.slice(0, valuesInMenu).flatMap((one: unknown, index) => {
                    const at = [...path, index];
                    const target = targetOf(at, one, props.fields);
                    return [
                      { kind: 'heading' as const, label: labelOf(one) },
                      ...menuOf(
                        { path: at, value: one },
                        { narrow: narrowingAt(target, one, props.narrowing) },
                      ),
                    ];
                  }),
                  { kind: 'line' as const },
                  ...more,
                ]
              : menuOf({ path, value, event: node }, { narrow, more }),
        };
      }}
      inset
      skeletonRows={20}
      narrowRow={(edge) => (
        <>
          <NarrowRow edge={edge} names={names} colors={colors} />
          {edge.id === activeId && onWhole && (
            <OpenedRow edge={edge} indicator={indicatorOf(edge)} onWhole={() => onWhole(edge)} />
          )}
        </>
      )}
    />
  );
}

/** A list of one value is that value: what a person points at. */
function placeOfCell(node: ResultEdge['node'], name: string) {
  const path = Object.hasOwn(node, name) ? [name] : name.split('.');
  const value = valueAt(node, name) ?? null;
  return Array.isArray(value) && value.length === 1
    ? { path: [...path, 0], value: value[0] as unknown }
    : { path, value };
}

/** Words of a value that fit a button's name. */
const labelOf = (value: unknown) => {
  const text = valueText(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** The time, where rows have one, and everything else as pairs. */
function detailedColumns(
  drawn: readonly Column<ResultEdge>[],
  names: readonly string[],
): Column<ResultEdge>[] {
  return [
    ...drawn
      .filter((column) => column.id === 'p_event_time')
      .map((column) => ({ ...column, width: timeWidth })),
    {
      id: pairsId,
      header: 'Event',
      width: 'minmax(0, 1fr)',
      cell: (edge) => <DetailedRow edge={edge} names={names} />,
    },
  ];
}

function isNumeric(type: unknown): boolean {
  return typeof type === 'string' && /^(smallint|int|bigint|float)$/.test(type);
}

function Cell({ type, value }: { type?: unknown; value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className={shared.none}>–</span>;
  if (type === 'timestamp' && typeof value === 'string') return <Time at={value} format="event" />;
  const text = Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value);
  return text.length > cellTextLength ? `${text.slice(0, cellTextLength)}…` : text;
}

/** With what detections found in the event. */
function LogType({ node, colors }: { node: ResultEdge['node']; colors: ReadonlyMap<string, string> }) {
  const logType = node['p_log_type'];
  if (logType === null || logType === undefined || logType === '')
    return <span className={shared.none}>–</span>;
  return (
    <span className={styles.logType}>
      <Swatch color={colors.get(String(logType)) ?? 'c-other'} />
      {String(logType)}
      <FindingMarks node={node} />
    </span>
  );
}

/** Two lines: the first telling value and the time; log type and the next values. */
function NarrowRow(props: {
  edge: ResultEdge;
  names: readonly string[];
  colors: ReadonlyMap<string, string>;
}) {
  const { edge, names, colors } = props;
  const { node } = edge;
  const others = names.filter((name) => name !== 'p_event_time' && name !== 'p_log_type');
  const ownFirst = others.toSorted((a, b) => Number(a.startsWith('p_')) - Number(b.startsWith('p_')));
  const values = ownFirst.map((name) => valueAt(node, name));
  const texts = [
    ...new Set(values.map((value) => (Array.isArray(value) ? valueText(value[0]) : valueText(value)))),
  ].filter((text) => text !== '');
  const time = node['p_event_time'];
  return (
    <div className={styles.narrow}>
      <div className={styles.narrowLine}>
        <span className={styles.narrowTitle}>{texts[0] ?? String(node['p_log_type'] ?? 'Row')}</span>
        {typeof time === 'string' && <Time at={time} format="event" />}
      </div>
      <div className={styles.narrowLine}>
        {node['p_log_type'] !== undefined && <LogType node={node} colors={colors} />}
        <span className={styles.narrowRest}>{texts.slice(1, 3).join('  ')}</span>
      </div>
    </div>
  );
}

/** Shows, hides and moves the columns of the results, and keeps them under a name. */
export function ResultColumnMenu({ columns }: { columns: ResultColumns }) {
  const all = columns.columns.map((name) => ({
    column: { id: name, header: fieldLabel(name), width: '0', cell: () => null },
    isShown: true,
  }));
  const preferences: ColumnPreferences<ResultEdge> = {
    columns: all.map((entry) => entry.column),
    all,
    setShown: (name, isShown) => (isShown ? columns.add(name) : columns.remove(name)),
    move: columns.move,
    resize: columns.resize,
    reset: columns.reset,
  };
  return (
    <>
      <ColumnSetsMenu columns={columns} />
      <ColumnMenu preferences={preferences} />
    </>
  );
}
