import type { PointerEvent } from 'react';
import { cx } from '../../lib/class-names.ts';
import { BareCheckbox } from '../inputs/choice.tsx';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import { VisuallyHidden } from '../layout/states.tsx';
import type { Column, Sort } from './column.ts';
import styles from './data-table.module.css';

interface HeadRowProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((columnId: string) => void) | undefined;
  onResize: ((columnId: string, widthPx: number) => void) | undefined;
  hasMenu: boolean;
  selectAll: { checked: boolean; mixed: boolean; onChange: (selected: boolean) => void } | undefined;
}

/** Arrow keys change a column's width by this many px. */
const keyStepPx = 16;
/** What a screen reader is told as the end of the scale; a drag may go on. */
const widestPx = 2000;

export function HeadRow<Row>({ columns, sort, onSort, onResize, hasMenu, selectAll }: HeadRowProps<Row>) {
  return (
    <div className={styles.head} role="row" aria-rowindex={1}>
      {selectAll && (
        <div role="columnheader" className={cx(styles.headCell, styles.control)}>
          <BareCheckbox label="Select all loaded rows" {...selectAll} />
        </div>
      )}
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} onResize={onResize} />
      ))}
      {hasMenu && (
        <div role="columnheader" className={styles.headCell}>
          <VisuallyHidden>Actions</VisuallyHidden>
        </div>
      )}
    </div>
  );
}

function HeadCell<Row>(
  props: { column: Column<Row> } & Pick<HeadRowProps<Row>, 'sort' | 'onSort' | 'onResize'>,
) {
  const { column, sort, onSort, onResize } = props;
  const sorted = sort?.by === column.id ? sort.direction : undefined;
  const Arrow = sorted === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <div
      role="columnheader"
      aria-sort={sorted}
      title={column.title}
      className={cx(styles.headCell, column.align === 'end' && styles.end)}
    >
      {column.sortable && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(column.id)}>
          {column.header}
          {sorted && <Arrow size={12} stroke={2} aria-hidden />}
        </button>
      ) : (
        <span className={styles.headText}>{column.header}</span>
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
      onKeyDown={(event) => {
        const step = { ArrowLeft: -keyStepPx, ArrowRight: keyStepPx }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onResize((event.currentTarget.parentElement?.offsetWidth ?? 0) + step);
      }}
    />
  );
}
