import { useState } from 'react';
import { localText } from '../../lib/storage.ts';
import { readChoice } from './result-columns.ts';
import type { ColumnChoice } from './result-columns.ts';

export interface ResultColumns extends ColumnChoice {
  add: (name: string) => void;
  remove: (name: string) => void;
  /** Moves a column before another, or to the end. */
  move: (name: string, before: string | undefined) => void;
  resize: (name: string, widthPx: number) => void;
  reset: () => void;
}

const minWidthPx = 64;
const empty: Partial<ColumnChoice> = {};

/** Columns of the results, kept in this browser per kind of events; `telling` until a person chooses. */
export function useResultColumns(kind: string, telling: readonly string[]): ResultColumns {
  const store = localText(`margay.search.columns.${kind}`);
  const [kept, setKept] = useState<{ kind: string; choice: Partial<ColumnChoice> }>({
    kind: '',
    choice: empty,
  });
  const choice = kept.kind === kind ? kept.choice : (readChoice(store.read()) ?? empty);
  if (kept.kind !== kind) setKept({ kind, choice });
  const columns = choice.columns && choice.columns.length > 0 ? choice.columns : [...telling];
  const widths = choice.widths ?? {};
  function change(next: Partial<ColumnChoice>) {
    const merged = { columns, widths, ...next };
    setKept({ kind, choice: merged });
    store.write(JSON.stringify(merged));
  }
  return {
    columns,
    widths,
    add: (name) => columns.includes(name) || change({ columns: [...columns, name] }),
    remove: (name) => columns.length > 1 && change({ columns: columns.filter((entry) => entry !== name) }),
    move(name, before) {
      const others = columns.filter((entry) => entry !== name);
      const index = before === undefined ? -1 : others.indexOf(before);
      change({ columns: others.toSpliced(index === -1 ? others.length : index, 0, name) });
    },
    resize: (name, widthPx) =>
      change({ widths: { ...widths, [name]: Math.max(minWidthPx, Math.round(widthPx)) } }),
    reset() {
      setKept({ kind, choice: empty });
      store.write(undefined);
    },
  };
}
