import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { IconButton } from '../inputs/button.tsx';
import { IconX } from '../icons.ts';
import styles from './data-table.module.css';
import type { Selection } from './selection.ts';

export interface SelectionBarProps {
  selection: Selection;
  /** Rows that match the search, loaded or not; offers to select them all. */
  matchCount?: number;
  /** Actions and Apply. */
  children: ReactNode;
}

/** Floats over the foot of a table while rows are selected, so that no row moves. Put it inside DataTable. */
export function SelectionBar({ selection, matchCount, children }: SelectionBarProps) {
  if (selection.ids.size === 0 && !selection.isAll) return null;
  const count = selection.isAll ? (matchCount ?? selection.ids.size) : selection.ids.size;
  return (
    <div className={styles.bulk} role="region" aria-label="Selection">
      <span className={styles.bulkCount} role="status">
        {formatCount(count)} Selected
      </span>
      {!selection.isAll && matchCount !== undefined && matchCount > selection.ids.size && (
        <button type="button" className={styles.bulkAll} onClick={selection.selectAllMatching}>
          Select all {formatCount(matchCount)} that match this search
        </button>
      )}
      <span className={styles.bar} />
      {children}
      <span className={styles.bar} />
      <IconButton label="Clear selection" size="sm" onClick={selection.clear}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  );
}
