import { copyText } from '../../../ui/text/copy-button.tsx';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import type { SortDirection } from '../../../lib/data-lake/queries.ts';
import type { ResultColumns } from './use-result-columns.ts';

/** Rows of a search come in the order of their time. */
const timeColumn = 'p_event_time';

/** What the head of a column offers. */
export function headMenuOf(
  name: string,
  columns: ResultColumns,
  sort: { direction: SortDirection; turn: () => void } | undefined,
): MenuEntry[] {
  const { columns: names, pinned } = columns;
  const place = names.indexOf(name);
  const isPinned = pinned.includes(name);
  // Pinned columns and the others move among themselves.
  const group = names.filter((entry) => pinned.includes(entry) === isPinned);
  const inGroup = group.indexOf(name);
  const sortReason =
    name !== timeColumn
      ? 'Rows are in the order of their time. Sort by this column in the text of a query'
      : sort === undefined
        ? 'The rows have an order of their own'
        : undefined;
  const direction = sort?.direction;
  const sorted = (wanted: SortDirection, label: string): MenuEntry => ({
    label,
    selected: name === timeColumn && direction === wanted,
    reason: sortReason,
    onSelect: () => direction !== wanted && sort?.turn(),
  });
  return [
    sorted('descending', 'Sort descending'),
    sorted('ascending', 'Sort ascending'),
    { kind: 'line' },
    isPinned
      ? { label: 'Unpin', onSelect: () => columns.pin(name, false) }
      : { label: 'Pin left', onSelect: () => columns.pin(name, true) },
    {
      label: 'Move left',
      reason: inGroup <= 0 ? 'It is the first already' : undefined,
      onSelect: () => columns.move(name, names[place - 1]),
    },
    {
      label: 'Move right',
      reason: inGroup === group.length - 1 ? 'It is the last already' : undefined,
      onSelect: () => columns.move(name, names[place + 2]),
    },
    { kind: 'line' },
    { label: 'Copy name', onSelect: () => void copyText(name) },
    {
      label: 'Hide',
      reason: names.length === 1 ? 'The table needs one column' : undefined,
      onSelect: () => columns.remove(name),
    },
  ];
}
