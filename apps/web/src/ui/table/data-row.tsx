import { memo } from 'react';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconButton } from '../inputs/button.tsx';
import { BareCheckbox } from '../inputs/choice.tsx';
import { IconDots } from '../icons.ts';
import type { Column } from './column.ts';
import { pinnedLeft } from './column-window.ts';
import type { ColumnWindow } from './column-window.ts';
import styles from './data-table.module.css';
import { asksForTab, openInTab, RowAddressProvider, RowLink } from './row-link.tsx';

/** What rows call; one object for the life of the table, so that a row is drawn again only when it changes. */
export interface RowActions<Row> {
  select: (index: number, isRange: boolean) => void;
  open: (row: Row, index: number) => void;
  openMenu: (row: Row, anchor: HTMLElement) => void;
}

interface DataRowProps<Row> {
  domId: string;
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  /** Which of the columns are drawn; undefined: all. */
  drawn: ColumnWindow | undefined;
  /** Px from the top of the virtual list; undefined in the normal flow. */
  offset: number | undefined;
  label: string;
  /** Of the page the row opens. */
  address: string | undefined;
  /** The column whose cell is the link. */
  nameId: string | undefined;
  /** Undefined: rows cannot be selected. */
  isSelected: boolean | undefined;
  isCursor: boolean;
  isActive: boolean;
  canOpen: boolean;
  hasMenu: boolean;
  actions: RowActions<Row>;
  /** Two-line form in place of the cells. */
  narrowRow: ((row: Row) => ReactNode) | undefined;
  /** Two-line forms differ in height; the list measures them. */
  measure: ((element: HTMLElement | null) => void) | undefined;
}

/** A click on a control of the row, or the end of a text selection, does not open the row; its own link does. */
function isForControl(event: MouseEvent): boolean {
  const control =
    event.target instanceof Element && event.target.closest('a, button, input, label, [role="menu"]');
  const isControl = control && !control.hasAttribute('data-row-link');
  return Boolean(isControl) || Boolean(globalThis.getSelection()?.toString());
}

/** Pinned columns are drawn wherever the window is. */
function drawnColumns<Row>(columns: readonly Column<Row>[], drawn: ColumnWindow | undefined) {
  return columns
    .map((column, place) => ({ column, place }))
    .filter(({ column, place }) => !drawn || column.isPinned || (place >= drawn.from && place < drawn.to));
}

const colIndex = (place: number, hasSelection: boolean) => place + (hasSelection ? 2 : 1);

/** A cell whose left neighbours are not drawn says where it stands; a pinned one where it stays. */
function styleOf<Row>(
  columns: readonly Column<Row>[],
  place: number,
  isWindowed: boolean,
  hasSelection: boolean,
): CSSProperties | undefined {
  const left = pinnedLeft(columns, place);
  if (!isWindowed && left === undefined) return undefined;
  return {
    ...(isWindowed ? { gridColumn: colIndex(place, hasSelection), gridRow: 1 } : {}),
    ...(left === undefined ? {} : { left }),
  };
}

function DrawnRow<Row>(props: DataRowProps<Row>) {
  const {
    domId,
    row,
    index,
    columns,
    drawn,
    offset,
    label,
    address,
    nameId,
    isSelected,
    isCursor,
    isActive,
    canOpen,
    hasMenu,
    actions,
    narrowRow,
    measure,
  } = props;
  return (
    <RowAddressProvider value={address}>
      <div
        ref={measure}
        data-index={index}
        id={domId}
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        data-cursor={isCursor || undefined}
        data-active={isActive || undefined}
        className={cx(narrowRow ? styles.narrow : styles.row, canOpen && styles.openable)}
        style={offset === undefined ? undefined : { transform: `translateY(${offset}px)` }}
        onClick={(event) => {
          if (isForControl(event)) return;
          if (address !== undefined) {
            const isLink = event.target instanceof Element && event.target.closest('[data-row-link]');
            // The browser follows a link into its own tab by itself.
            if (isLink && (asksForTab(event) || event.shiftKey)) return;
            event.preventDefault();
            if (asksForTab(event)) return openInTab(address);
          }
          if (event.shiftKey && isSelected !== undefined) actions.select(index, true);
          else if (canOpen) actions.open(row, index);
        }}
        onAuxClick={(event) => {
          const isLink = event.target instanceof Element && event.target.closest('a');
          if (address !== undefined && event.button === 1 && !isLink && !isForControl(event))
            openInTab(address);
        }}
      >
        {narrowRow === undefined ? (
          <>
            {isSelected !== undefined && (
              <div role="gridcell" className={cx(styles.cell, styles.control)}>
                <BareCheckbox
                  label={`Select ${label}`}
                  checked={isSelected}
                  onChange={(_checked, shiftKey) => actions.select(index, shiftKey)}
                />
              </div>
            )}
            {drawnColumns(columns, drawn).map(({ column, place }) => (
              <div
                key={column.id}
                role="gridcell"
                data-column={column.id}
                {...(drawn ? { 'aria-colindex': colIndex(place, isSelected !== undefined) } : {})}
                style={styleOf(columns, place, drawn !== undefined, isSelected !== undefined)}
                className={cx(
                  styles.cell,
                  column.isPinned && styles.pinned,
                  column.align === 'end' && styles.end,
                  column.secondary && styles.secondary,
                  column.mono && styles.mono,
                )}
              >
                {column.id === nameId ? <RowLink>{column.cell(row)}</RowLink> : column.cell(row)}
              </div>
            ))}
            {hasMenu && (
              <div
                role="gridcell"
                className={cx(styles.cell, styles.menuCell)}
                style={drawn && { gridColumn: -2, gridRow: 1 }}
              >
                <IconButton
                  size="xs"
                  label={`Actions for ${label}`}
                  aria-haspopup="menu"
                  onClick={(event) => actions.openMenu(row, event.currentTarget)}
                >
                  <IconDots size={16} stroke={1.5} aria-hidden />
                </IconButton>
              </div>
            )}
          </>
        ) : (
          <div role="gridcell">{narrowRow(row)}</div>
        )}
      </div>
    </RowAddressProvider>
  );
}

// `memo` forgets the type parameter.
export const DataRow = memo(DrawnRow) as typeof DrawnRow;
