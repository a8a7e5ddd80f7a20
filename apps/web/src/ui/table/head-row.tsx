import { useState } from 'react';
import type { PointerEvent } from 'react';
import { cx } from '../../lib/class-names.ts';
import { BareCheckbox } from '../inputs/choice.tsx';
import { IconButton } from '../inputs/button.tsx';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '../icons.ts';
import { VisuallyHidden } from '../layout/states.tsx';
import type { Column, Sort } from './column.ts';
import { pinnedLeft } from './column-window.ts';
import styles from './data-table.module.css';

interface HeadRowProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((columnId: string) => void) | undefined;
  onResize: ((columnId: string, widthPx: number) => void) | undefined;
  /** Opens the menu of a column. */
  onMenu: ((columnId: string, anchor: HTMLElement) => void) | undefined;
  /** Moves a column before another, or to the end. */
  onMove: ((columnId: string, before: string | undefined) => void) | undefined;
  hasMenu: boolean;
  selectAll: { checked: boolean; mixed: boolean; onChange: (selected: boolean) => void } | undefined;
}

/** Arrow keys change a column's width by this many px. */
const keyStepPx = 16;
/** What a screen reader is told as the end of the scale; a drag may go on. */
const widestPx = 2000;

export function HeadRow<Row>(props: HeadRowProps<Row>) {
  const { columns, sort, onSort, onResize, onMenu, onMove, hasMenu, selectAll } = props;
  return (
    <div className={styles.head} role="row" aria-rowindex={1}>
      {selectAll && (
        <div role="columnheader" className={cx(styles.headCell, styles.control)}>
          <BareCheckbox label="Select all loaded rows" {...selectAll} />
        </div>
      )}
      {columns.map((column, place) => (
        <HeadCell
          key={column.id}
          column={column}
          left={pinnedLeft(columns, place)}
          sort={sort}
          onSort={onSort}
          onResize={onResize}
          onMenu={onMenu}
          onDropColumn={
            onMove &&
            ((id) => {
              const from = columns.findIndex((one) => one.id === id);
              // To the right a column goes behind the one it is dropped on, to the left before it.
              const before = from !== -1 && from < place ? columns[place + 1]?.id : column.id;
              if (id !== column.id) onMove(id, before);
            })
          }
        />
      ))}
      {hasMenu && (
        <div role="columnheader" className={styles.headCell}>
          <VisuallyHidden>Actions</VisuallyHidden>
        </div>
      )}
    </div>
  );
}

/** What a dragged column is told by. */
const columnType = 'application/x-margay-column';

function HeadCell<Row>(
  props: {
    column: Column<Row>;
    left: number | undefined;
    onDropColumn: ((id: string) => void) | undefined;
  } & Pick<HeadRowProps<Row>, 'sort' | 'onSort' | 'onResize' | 'onMenu'>,
) {
  const { column, left, sort, onSort, onResize, onMenu, onDropColumn } = props;
  const [isOver, setOver] = useState(false);
  const sorted = sort?.by === column.id ? sort.direction : undefined;
  const Arrow = sorted === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <div
      role="columnheader"
      aria-sort={sorted}
      title={column.title}
      className={cx(styles.headCell, column.align === 'end' && styles.end, column.isPinned && styles.pinned)}
      style={left === undefined ? undefined : { left }}
      data-over={isOver || undefined}
      onContextMenu={(event) => {
        if (!onMenu) return;
        event.preventDefault();
        onMenu(column.id, event.currentTarget.querySelector<HTMLElement>('button') ?? event.currentTarget);
      }}
      {...(onDropColumn
        ? {
            draggable: true,
            onDragStart: (event) => event.dataTransfer.setData(columnType, column.id),
            onDragOver: (event) => {
              if (!event.dataTransfer.types.includes(columnType)) return;
              event.preventDefault();
              setOver(true);
            },
            onDragLeave: () => setOver(false),
            onDrop: (event) => {
              event.preventDefault();
              setOver(false);
              onDropColumn(event.dataTransfer.getData(columnType));
            },
          }
        : {})}
    >
      {column.sortable && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(column.id)}>
          {column.header}
          {sorted && <Arrow size={12} stroke={2} aria-hidden />}
        </button>
      ) : (
        <span className={styles.headText}>{column.header}</span>
      )}
      {onMenu && (
        <IconButton
          size="xs"
          className={styles.headMenu}
          label={`Menu of ${column.header}`}
          aria-haspopup="menu"
          onClick={(event) => onMenu(column.id, event.currentTarget)}
        >
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      {onResize && (
        <Grip
          label={`Width of ${column.header}`}
          widthPx={leastWidthOf(column.width)}
          onResize={(width) => onResize(column.id, width)}
        />
      )}
    </div>
  );
}

/** Of a width in CSS, like `180px` or `minmax(220px, 1fr)`: the least it can be, in px. */
const leastWidthOf = (width: string) => Number.parseFloat(/[\d.]+(?=px)/.exec(width)?.[0] ?? '0');

function Grip(props: { label: string; widthPx: number; onResize: (widthPx: number) => void }) {
  const { label, widthPx, onResize } = props;
  function startDrag(event: PointerEvent<HTMLSpanElement>) {
    const grip = event.currentTarget;
    const start = event.clientX;
    const width = grip.parentElement?.offsetWidth ?? 0;
    grip.setPointerCapture(event.pointerId);
    const onMove = (move: globalThis.PointerEvent) => onResize(width + move.clientX - start);
    grip.addEventListener('pointermove', onMove);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', onMove), {
      once: true,
    });
  }
  return (
    <span
      className={styles.grip}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={widestPx}
      aria-valuenow={Math.min(widthPx, widestPx)}
      aria-valuetext={`${widthPx} px`}
      tabIndex={0}
      onPointerDown={startDrag}
      // Or the whole head would be dragged.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -keyStepPx, ArrowRight: keyStepPx }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onResize((event.currentTarget.parentElement?.offsetWidth ?? 0) + step);
      }}
    />
  );
}
