import type { PointerEvent } from 'react';
import { cx } from '../../lib/class-names.ts';
import { BareCheckbox } from '../inputs/choice.tsx';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
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
      {hasMenu && <div role="columnheader" aria-label="Actions" className={styles.headCell} />}
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
        <Grip label={`Width of ${column.header}`} onResize={(width) => onResize(column.id, width)} />
      )}
    </div>
  );
}

function Grip({ label, onResize }: { label: string; onResize: (widthPx: number) => void }) {
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
