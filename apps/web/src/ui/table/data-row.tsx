import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconButton } from '../button.tsx';
import { BareCheckbox } from '../choice.tsx';
import { IconDots } from '../icons.ts';
import type { Column } from './column.ts';
import styles from './data-table.module.css';

interface DataRowProps<Row> {
  domId: string;
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  style: CSSProperties | undefined;
  label: string;
  isSelected: boolean | undefined;
  isCursor: boolean;
  isActive: boolean;
  onSelect: ((isRange: boolean) => void) | undefined;
  onOpen: (() => void) | undefined;
  /** Opens the row's menu at the button. */
  onMenu: ((anchor: HTMLElement) => void) | undefined;
  narrow: ReactNode;
}

/** A click on a control of the row, or the end of a text selection, does not open the row. */
function isForControl(event: MouseEvent): boolean {
  const isControl =
    event.target instanceof Element && event.target.closest('a, button, input, label, [role="menu"]');
  return Boolean(isControl) || Boolean(globalThis.getSelection()?.toString());
}

export function DataRow<Row>(props: DataRowProps<Row>) {
  const {
    domId,
    row,
    index,
    columns,
    style,
    label,
    isSelected,
    isCursor,
    isActive,
    onSelect,
    onOpen,
    onMenu,
    narrow,
  } = props;
  return (
    <div
      id={domId}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={isCursor || undefined}
      data-active={isActive || undefined}
      className={cx(narrow === undefined ? styles.row : styles.narrow, onOpen && styles.openable)}
      style={style}
      onClick={(event) => {
        if (isForControl(event)) return;
        if (event.shiftKey && onSelect) onSelect(true);
        else onOpen?.();
      }}
    >
      {narrow === undefined ? (
        <>
          {onSelect && (
            <div role="gridcell" className={cx(styles.cell, styles.control)}>
              <BareCheckbox
                label={`Select ${label}`}
                checked={isSelected ?? false}
                onChange={(_checked, shiftKey) => onSelect(shiftKey)}
              />
            </div>
          )}
          {columns.map((column) => (
            <div
              key={column.id}
              role="gridcell"
              className={cx(
                styles.cell,
                column.align === 'end' && styles.end,
                column.secondary && styles.secondary,
                column.mono && styles.mono,
              )}
            >
              {column.cell(row)}
            </div>
          ))}
          {onMenu && (
            <div role="gridcell" className={cx(styles.cell, styles.menuCell)}>
              <IconButton
                size="xs"
                label={`Actions for ${label}`}
                aria-haspopup="menu"
                onClick={(event) => onMenu(event.currentTarget)}
              >
                <IconDots size={16} stroke={1.5} aria-hidden />
              </IconButton>
            </div>
          )}
        </>
      ) : (
        <div role="gridcell">{narrow}</div>
      )}
    </div>
  );
}
