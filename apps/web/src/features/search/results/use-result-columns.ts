import { useMemo, useState } from 'react';
import { localText } from '../../../lib/storage.ts';
import { readChoice } from './result-columns.ts';
import type { ColumnChoice } from './result-columns.ts';

export interface ResultColumns extends ColumnChoice {
  add: (name: string) => void;
  remove: (name: string) => void;
  /** Moves a column before another, or to the end. */
  move: (name: string, before: string | undefined) => void;
  resize: (name: string, widthPx: number) => void;
  /** Keeps a column in sight at the left, or lets it scroll again. */
  pin: (name: string, isPinned: boolean) => void;
  /** Takes the place of all columns. */
  choose: (columns: readonly string[], pinned: readonly string[]) => void;
  reset: () => void;
}

const minWidthPx = 64;
const empty: Partial<ColumnChoice> = {};

/** Columns that are kept with the search on screen. */
export interface KeptColumns {
  /** Of the server; empty when nobody chose any for this search. */
  columns: readonly string[];
  save: (columns: readonly string[]) => void;
}

/** Rows that belong to no search of their own. */
const notKept: KeptColumns = { columns: [], save: () => undefined };

/**
 * Columns of the results. What was chosen for this very search comes first, then what was chosen in this browser for
 * the same kind of events, then `telling`. A choice is kept in both places; widths belong to the browser alone.
 */
export function useResultColumns(
  kind: string,
  telling: readonly string[],
  kept: KeptColumns = notKept,
): ResultColumns {
  const store = localText(`margay.search.columns.${kind}`);
  const [local, setLocal] = useState<{ kind: string; choice: Partial<ColumnChoice> }>({
    kind: '',
    choice: empty,
  });
  const choice = local.kind === kind ? local.choice : (readChoice(store.read()) ?? empty);
  if (local.kind !== kind) setLocal({ kind, choice });
  const chosen = kept.columns.length > 0 ? kept.columns : choice.columns;
  const pinnedNames = useMemo(() => choice.pinned ?? [], [choice.pinned]);
  const columns = useMemo(() => {
    const all = chosen && chosen.length > 0 ? chosen : telling;
    return [
      ...all.filter((name) => pinnedNames.includes(name)),
      ...all.filter((name) => !pinnedNames.includes(name)),
    ];
  }, [chosen, telling, pinnedNames]);
  const widths = choice.widths ?? {};
  const pinned = pinnedNames.filter((name) => columns.includes(name));
  function change(next: Partial<ColumnChoice>) {
    const merged = { columns, widths, pinned, ...next };
    setLocal({ kind, choice: merged });
    store.write(JSON.stringify(merged));
    if (next.columns) kept.save(next.columns);
  }
  return {
    columns,
    widths,
    pinned,
    add: (name) => columns.includes(name) || change({ columns: [...columns, name] }),
    remove: (name) => columns.length > 1 && change({ columns: columns.filter((entry) => entry !== name) }),
    move(name, before) {
      const others = columns.filter((entry) => entry !== name);
      const index = before === undefined ? -1 : others.indexOf(before);
      change({ columns: others.toSpliced(index === -1 ? others.length : index, 0, name) });
    },
    resize: (name, widthPx) =>
      change({ widths: { ...widths, [name]: Math.max(minWidthPx, Math.round(widthPx)) } }),
    pin: (name, isPinned) =>
      change({
        pinned: isPinned ? [...pinned, name] : pinned.filter((entry) => entry !== name),
        // Kept with the search in the order it is drawn.
        columns: isPinned
          ? [...pinned, name, ...columns.filter((entry) => entry !== name && !pinned.includes(entry))]
          : columns,
      }),
    choose: (next, nextPinned) =>
      change({ columns: [...next], pinned: nextPinned.filter((name) => next.includes(name)) }),
    reset() {
      setLocal({ kind, choice: empty });
      store.write(undefined);
      if (kept.columns.length > 0) kept.save([]);
    },
  };
}
