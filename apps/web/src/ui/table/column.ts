import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  /** Text of the head; also the name in the column menu. */
  header: string;
  /** Shown on hover over the head, where its text is not the whole of it. */
  title?: string;
  cell: (row: Row) => ReactNode;
  /** A CSS grid track: `88px`, `minmax(0, 1fr)`. */
  width: string;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** 12 px in secondary colour. */
  secondary?: boolean;
  /** Ids, paths, addresses. */
  mono?: boolean;
  sortable?: boolean;
  /** Names the row: the link to its page. The first column where none says so. `inside`: its cell draws the `RowLink`. */
  isName?: boolean | 'inside';
  /** Stays in sight at the left; pinned columns come first and have a width in px. */
  isPinned?: boolean;
  /** Leaves the table when the window is narrower than this, in px. Least important columns go first. */
  hideBelow?: number;
}

export interface Sort {
  by: string;
  direction: 'ascending' | 'descending';
}

/** The same column turns round; another column starts descending for numbers and times, as the caller says. */
export function nextSort(
  current: Sort | undefined,
  columnId: string,
  first: Sort['direction'] = 'ascending',
): Sort {
  if (current?.by !== columnId) return { by: columnId, direction: first };
  return { by: columnId, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
}
