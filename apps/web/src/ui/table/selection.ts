import { useState } from 'react';

/** Rows a person has chosen. `isAll` stands for everything that matches the search, loaded or not. */
export interface Selection {
  ids: ReadonlySet<string>;
  isAll: boolean;
  toggle: (id: string) => void;
  /** From the last toggled row to this one, in the order of `orderedIds`. */
  selectRange: (id: string, orderedIds: readonly string[]) => void;
  setMany: (ids: readonly string[], selected: boolean) => void;
  selectAllMatching: () => void;
  clear: () => void;
}

/** The ids between two rows, both included; only the last one when the first is gone. */
export function rangeBetween(orderedIds: readonly string[], from: string | undefined, to: string): string[] {
  const end = orderedIds.indexOf(to);
  const start = from === undefined ? -1 : orderedIds.indexOf(from);
  if (start === -1 || end === -1) return [to];
  return orderedIds.slice(Math.min(start, end), Math.max(start, end) + 1);
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const [anchor, setAnchor] = useState<string>();
  function change(next: Set<string>) {
    setAll(false);
    setIds(next);
  }
  return {
    ids,
    isAll,
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setAnchor(id);
      change(next);
    },
    selectRange(id, orderedIds) {
      change(new Set([...ids, ...rangeBetween(orderedIds, anchor, id)]));
      setAnchor(id);
    },
    setMany(many, selected) {
      const next = new Set(ids);
      for (const id of many) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      change(next);
    },
    selectAllMatching: () => setAll(true),
    clear() {
      setAnchor(undefined);
      change(new Set());
    },
  };
}

/** Everything chosen, also beyond the page on screen; `findMatching` is asked only where the page does not hold it all. */
export async function chosenRows<Row extends { id: string }>(
  { ids, isAll }: Pick<Selection, 'ids' | 'isAll'>,
  rows: readonly Row[],
  findMatching: () => Promise<Row[]>,
): Promise<Row[]> {
  const isOnPage = [...ids].every((id) => rows.some((row) => row.id === id));
  if (!isAll && isOnPage) return rows.filter(({ id }) => ids.has(id));
  const matching = await findMatching();
  return isAll ? matching : matching.filter(({ id }) => ids.has(id));
}
