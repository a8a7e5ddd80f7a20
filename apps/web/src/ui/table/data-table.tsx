import { useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { cx } from '../../lib/class-names.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Skeleton } from '../layout/states.tsx';
import type { Column, Sort } from './column.ts';
import { useColumnWindow } from './column-window.ts';
import styles from './data-table.module.css';
import { cellOf, useCellToolbar } from './cell-toolbar.tsx';
import type { CellActions } from './cell-toolbar.tsx';
import { HeadRow } from './head-row.tsx';
import { DataRow } from './data-row.tsx';
import type { RowActions } from './data-row.tsx';
import type { RowTarget } from './row-link.tsx';
import type { Selection } from './selection.ts';
import { useMenuAt } from '../overlays/menu-at.tsx';
import type { MenuEntry } from '../overlays/menu.tsx';

/** Up to this many rows are drawn as they are; beyond it only what is in sight. */
const virtualiseAbove = 60;
/** Px from the end at which more is asked for. */
const nearEndPx = 600;
/** Below this window width rows become two-line cards, where the table says how. */
export const narrowBelowPx = 768;

export interface DataTableProps<Row> {
  /** Accessible name, for instance `Alerts`. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page loads: skeleton rows keep the geometry. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Words for the row, for its check box and menu. */
  rowLabel?: (row: Row) => string;
  /** Rows on the server, when more than are loaded. */
  totalCount?: number;
  sort?: Sort | undefined;
  onSort?: (columnId: string) => void;
  selection?: Selection;
  /** The page a row opens: its name is the link to it, and a click with Ctrl or the middle button opens a tab. */
  rowLink?: (row: Row) => RowTarget | undefined;
  /** Click and Enter, where a row opens something other than a page. */
  onOpen?: (row: Row) => void;
  /** Row shown elsewhere at this moment, for instance in an inspector: tinted, with the bar. */
  activeId?: string | undefined;
  /** The keyboard cursor moved; an inspector can follow. */
  onCursor?: (row: Row) => void;
  rowMenu?: (row: Row) => readonly MenuEntry[];
  /** Two-line form for windows under 768 px. */
  narrowRow?: (row: Row) => ReactNode;
  /** The end is near: load the next page. */
  onEndReached?: () => void;
  isLoadingMore?: boolean;
  /** In place of rows when there are none: EmptyState, NoResults or FailedState. */
  empty?: ReactNode;
  onResize?: (columnId: string, widthPx: number) => void;
  /** Entries of a column's own menu, at its head. */
  headMenu?: (columnId: string) => readonly MenuEntry[];
  /** Heads can be dragged: a column comes before another, or to the end. */
  onMoveColumn?: (columnId: string, before: string | undefined) => void;
  /** Buttons and a menu for the values in cells. Left and right arrows then choose a cell. */
  cellActions?: (row: Row, columnId: string) => CellActions | undefined;
  /** Inside a card. */
  inset?: boolean;
  /** Px, for rows of two lines. */
  rowHeight?: number;
  skeletonRows?: number;
  /** Floats over the foot: the selection bar. */
  children?: ReactNode;
}

function densityRowHeight(element: HTMLElement | null): number {
  const height = element
    ? Number.parseFloat(getComputedStyle(element).getPropertyValue('--mg-row'))
    : Number.NaN;
  return Number.isNaN(height) ? 36 : height;
}

/**
 * The table of every list: sticky head, sorting, selection, keyboard (arrows or j/k, Enter, Space or x, Shift+x,
 * Home, End), virtual rows beyond 60, loading and empty states. It fills its flex parent and scrolls inside.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowId, sort, onSort, selection, rowLink, activeId, onCursor, rowMenu, narrowRow } =
    props;
  const router = useRouter();
  // Checked where the screen wrote it down; here it is any page.
  const goTo = (target: RowTarget | undefined) => target && void router.navigate(target as never);
  const onOpen = props.onOpen ?? (rowLink && ((row: Row) => goTo(rowLink(row))));
  const {
    onEndReached,
    isLoadingMore = false,
    empty,
    onResize,
    inset = false,
    rowHeight,
    skeletonRows = 12,
  } = props;
  const windowWidth = useWindowWidth();
  const isNarrow = narrowRow !== undefined && windowWidth < narrowBelowPx;
  // The same list as long as nothing changes: rows are drawn again when it is another one.
  const columns = useMemo(
    () => props.columns.filter((column) => column.hideBelow === undefined || windowWidth >= column.hideBelow),
    [props.columns, windowWidth],
  );
  const name = columns.find(({ isName }) => isName) ?? columns[0];
  const nameId = name?.isName === 'inside' ? undefined : name?.id;
  const scroller = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const menu = useMenuAt();
  const [cursor, setCursor] = useState(-1);
  const [showsCursor, setShowsCursor] = useState(false);
  /** The column of the chosen cell; -1: the whole row. */
  const [cellColumn, setCellColumn] = useState(-1);
  const [height, setHeight] = useState(rowHeight ?? 36);
  useEffect(() => {
    setHeight(rowHeight ?? densityRowHeight(scroller.current));
  }, [rowHeight]);

  const loaded = rows ?? [];
  const isEmpty = rows?.length === 0;
  const isVirtual = loaded.length > virtualiseAbove;
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtualizer = useVirtualizer({
    count: isVirtual ? loaded.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? 78 : height),
    overscan: 12,
  });
  const remeasure = useEffectEvent(() => virtualizer.measure());
  useLayoutEffect(() => remeasure(), [height, isNarrow]);
  const keepPlace = useKeptPlace(scroller, height, isVirtual ? virtualizer.getTotalSize() : loaded.length);
  const orderedIds = () => loaded.map(rowId);

  const reachEnd = useEffectEvent(() => {
    const element = scroller.current;
    if (!element || !onEndReached || isLoadingMore || !rows) return;
    if (element.scrollTop + element.clientHeight > element.scrollHeight - nearEndPx) onEndReached();
  });
  useEffect(() => reachEnd(), [loaded.length]);

  function moveTo(index: number) {
    setCellColumn(-1);
    cells.hide();
    const next = Math.max(0, Math.min(loaded.length - 1, index));
    const row = loaded[next];
    if (!row) return;
    setCursor(next);
    setShowsCursor(true);
    onCursor?.(row);
    if (isVirtual) virtualizer.scrollToIndex(next, { align: 'auto' });
    else document.getElementById(`${gridId}-${next}`)?.scrollIntoView?.({ block: 'nearest' });
  }
  function select(index: number, isRange: boolean) {
    const row = loaded[index];
    if (!row || !selection) return;
    if (isRange) selection.selectRange(rowId(row), orderedIds());
    else selection.toggle(rowId(row));
  }
  const { cellActions, headMenu } = props;
  const cells = useCellToolbar({
    scroller,
    actionsOf:
      cellActions && !isNarrow
        ? ({ rowIndex, columnId }) => {
            const row = loaded[rowIndex];
            return row && cellActions(row, columnId);
          }
        : undefined,
    openMenu: (anchor, name, entries) => {
      menu.open(anchor, name, entries, scroller.current);
      cells.hide();
    },
  });
  const cellAt = (rowIndex: number, column: number) => {
    const columnId = columns[column]?.id;
    const element = document
      .getElementById(`${gridId}-${rowIndex}`)
      ?.querySelector<HTMLElement>(`[data-column="${CSS.escape(columnId ?? '')}"]`);
    return columnId !== undefined && element ? { rowIndex, columnId, element } : undefined;
  };
  /** The buttons of a chosen cell go where it went; those under the pointer go away. */
  function followCell() {
    const cell = cellColumn >= 0 ? cellAt(cursor, cellColumn) : undefined;
    if (cell) cells.show(cell);
    else cells.hide();
  }
  function chooseCell(column: number) {
    setCellColumn(column);
    const cell = cellAt(cursor, column);
    if (!cell) return cells.hide();
    cell.element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    cells.show(cell);
  }
  /** Keys of the chosen cell; true when one was. */
  function onCellKey(event: KeyboardEvent): boolean {
    if (!cellActions || isNarrow || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowRight') chooseCell(Math.min(columns.length - 1, cellColumn + 1));
    else if (event.key === 'ArrowLeft' && cellColumn >= 0) chooseCell(cellColumn - 1);
    else {
      const cell = cellAt(cursor, cellColumn);
      const row = loaded[cursor];
      const actions = cell && row && cellActions(row, cell.columnId);
      if (!cell || !actions) return false;
      const opensMenu =
        event.key === 'Enter' || event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
      if (opensMenu) menu.open(cell.element, `Value ${actions.label}`, actions.menu(), scroller.current);
      else if (event.key === '+') actions.keep?.();
      else if (event.key === '-') actions.leaveOut?.();
      else if (event.key === 'c') actions.copy();
      else if (event.key === 'Escape') chooseCell(-1);
      else return false;
      cells.hide();
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== scroller.current || onCellKey(event)) return;
    const row = loaded[cursor];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2);
    const moves: Record<string, number> = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + page,
      PageUp: cursor - page,
      Home: 0,
      End: loaded.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter' && row) onOpen?.(row);
    else if (event.key === ' ') select(cursor, event.shiftKey);
    else return;
    event.preventDefault();
  }
  /** From anywhere on the page: the next Tab then goes on behind the list, and the row is read out. */
  function walkTo(index: number) {
    scroller.current?.focus({ preventScroll: true });
    moveTo(index);
  }
  useShortcut({ keys: 'j', description: 'Next row', group: 'Lists', run: () => walkTo(cursor + 1) });
  useShortcut({ keys: 'k', description: 'Previous row', group: 'Lists', run: () => walkTo(cursor - 1) });
  useShortcut({
    keys: 'x',
    description: 'Select row',
    group: 'Lists',
    enabled: Boolean(selection),
    run: () => select(cursor, false),
  });
  useShortcut({
    keys: 'shift+x',
    description: 'Select range',
    group: 'Lists',
    enabled: Boolean(selection),
    run: () => select(cursor, true),
  });
  useShortcut({
    keys: 'enter',
    description: 'Open row',
    group: 'Lists',
    enabled: showsCursor && onOpen !== undefined,
    isMeant: ({ target }) =>
      !(target instanceof HTMLElement) ||
      target.closest('a, button, [tabindex="0"], [role="dialog"]') === null,
    run: () => {
      const row = loaded[cursor];
      if (row) onOpen?.(row);
    },
  });
  useShortcut({
    keys: 'escape',
    description: 'Clear selection',
    group: 'Lists',
    enabled: (selection?.ids.size ?? 0) > 0,
    run: () => selection?.clear(),
  });

  const tracks = [selection && '28px', ...columns.map((column) => column.width), rowMenu && '32px'].filter(
    Boolean,
  );
  const sight = useColumnWindow(
    scroller,
    columns.map((column) => column.width),
    !isNarrow,
  );
  const selectedCount = selection?.ids.size ?? 0;
  // Counted only when it can be true: a table may hold 100,000 rows.
  const isAllSelected =
    loaded.length > 0 &&
    selectedCount >= loaded.length &&
    loaded.every((row) => selection?.ids.has(rowId(row)));

  const actions = useRowActions<Row>({
    select,
    open(row, index) {
      setCursor(index);
      onOpen?.(row);
    },
    openMenu(row, anchor) {
      if (rowMenu) menu.open(anchor, `Actions for ${props.rowLabel?.(row) ?? 'row'}`, rowMenu(row));
    },
  });
  function drawRow(row: Row, index: number, offset?: number) {
    const target = rowLink?.(row);
    return (
      <DataRow
        key={rowId(row)}
        domId={`${gridId}-${index}`}
        row={row}
        index={index}
        columns={columns}
        drawn={sight.columns}
        offset={offset}
        label={props.rowLabel?.(row) ?? `row ${index + 1}`}
        address={target && router.buildLocation(target as never).href}
        nameId={target && nameId}
        isSelected={selection ? selection.isAll || selection.ids.has(rowId(row)) : undefined}
        isCursor={index === cursor}
        isActive={activeId !== undefined && rowId(row) === activeId}
        canOpen={onOpen !== undefined}
        hasMenu={rowMenu !== undefined}
        actions={actions}
        narrowRow={isNarrow ? narrowRow : undefined}
        measure={isNarrow && isVirtual ? virtualizer.measureElement : undefined}
      />
    );
  }

  return (
    <div className={cx(styles.frame, inset && styles.inset)}>
      <div
        ref={scroller}
        className={cx(
          styles.scroller,
          showsCursor && styles.showCursor,
          isNarrow && styles.isNarrow,
          isEmpty && styles.isEmpty,
        )}
        role="grid"
        aria-label={label}
        aria-rowcount={rows ? (props.totalCount ?? loaded.length) + 1 : -1}
        aria-colcount={tracks.length}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={!rows || isLoadingMore || undefined}
        aria-activedescendant={cursor >= 0 ? `${gridId}-${cursor}` : undefined}
        tabIndex={isEmpty ? -1 : 0}
        onKeyDown={onKeyDown}
        {...cells.handlers}
        onContextMenu={(event) => {
          const cell = cellOf(event.target);
          const row = cell && loaded[cell.rowIndex];
          const actions = row && !isNarrow && cellActions?.(row, cell.columnId);
          // With text marked the browser's own menu copies it.
          if (!actions || globalThis.getSelection()?.toString()) return;
          event.preventDefault();
          cells.hide();
          menu.open(cell.element, `Value ${actions.label}`, actions.menu(), scroller.current);
        }}
        onScroll={() => {
          keepPlace();
          followCell();
          reachEnd();
          sight.follow();
        }}
        style={
          {
            '--columns': tracks.join(' '),
            ...(rowHeight === undefined ? {} : { '--row-height': `${rowHeight}px` }),
          } as CSSProperties /* React's type knows no custom properties */
        }
      >
        {!isNarrow && (
          <HeadRow
            columns={columns}
            sort={sort}
            onSort={onSort}
            onResize={onResize}
            onMenu={
              headMenu &&
              ((id, anchor) => {
                const header = columns.find((column) => column.id === id)?.header ?? id;
                menu.open(anchor, `Column ${header}`, headMenu(id));
              })
            }
            onMove={props.onMoveColumn}
            hasMenu={rowMenu !== undefined}
            selectAll={
              selection && {
                checked: selection.isAll || isAllSelected,
                mixed: selectedCount > 0,
                onChange: (selected) => selection.setMany(orderedIds(), selected),
              }
            }
          />
        )}
        {!rows && <SkeletonRows count={skeletonRows} columns={tracks.length} />}
        {rows && !isVirtual && loaded.map((row, index) => drawRow(row, index))}
        {isVirtual && (
          <div className={styles.virtual} style={{ height: virtualizer.getTotalSize() }} role="rowgroup">
            {virtualizer
              .getVirtualItems()
              .map((item) => drawRow(loaded[item.index]!, item.index, item.start))}
          </div>
        )}
        {isLoadingMore && (
          <div className={styles.more} role="status">
            Loading more
          </div>
        )}
      </div>
      {/* A grid holds rows alone, for those who hear it. */}
      {isEmpty && <div className={styles.none}>{empty}</div>}
      {cells.layer}
      {menu.layer}
      {props.children}
    </div>
  );
}

/**
 * The row at the top stays there when rows become higher or lower. `size` changes once they have been drawn so. Returns what
 * is called at each scroll.
 */
function useKeptPlace(scroller: RefObject<HTMLElement | null>, height: number, size: number): () => void {
  /** `top` in rows; `wanted` until the table has scrolled there. */
  const place = useRef<{ top: number; height: number; wanted?: number | undefined }>({ top: 0, height });
  useLayoutEffect(() => {
    const { current } = place;
    if (current.height !== height) {
      current.wanted = current.top;
      current.height = height;
    }
    if (current.wanted !== undefined) scroller.current?.scrollTo({ top: current.wanted * height });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only then the table is as high as its rows
  }, [scroller, height, size]);
  return () => {
    place.current.top = (scroller.current?.scrollTop ?? 0) / place.current.height;
    place.current.wanted = undefined;
  };
}

/** Always the same object, always the latest functions. */
function useRowActions<Row>(latest: RowActions<Row>): RowActions<Row> {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useMemo(
    () => ({
      select: (index, isRange) => current.current.select(index, isRange),
      open: (row, index) => current.current.open(row, index),
      openMenu: (row, anchor) => current.current.openMenu(row, anchor),
    }),
    [],
  );
}

function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  return Array.from({ length: count }, (_, row) => (
    <div key={row} className={styles.row} aria-hidden>
      {Array.from({ length: columns }, (_entry, column) => (
        <div key={column} className={styles.cell}>
          <Skeleton width={column === 0 ? 16 : `${[72, 54, 63, 40][(row + column) % 4]}%`} height={10} />
        </div>
      ))}
    </div>
  ));
}
