import { useState } from 'react';
import { localText } from '../../lib/storage.ts';
import type { Column } from './column.ts';

interface Preferences {
  order: string[];
  hidden: string[];
  /** In px, by column. */
  widths: Record<string, number>;
}

export interface ColumnPreferences<Row> {
  /** Shown columns in the person's order and widths: what the table takes. */
  columns: Column<Row>[];
  /** All columns in the person's order, for the column menu. */
  all: { column: Column<Row>; isShown: boolean }[];
  setShown: (id: string, shown: boolean) => void;
  /** Moves a column before another, or to the end. */
  move: (id: string, before: string | undefined) => void;
  resize: (id: string, widthPx: number) => void;
  reset: () => void;
}

const nothing: Preferences = { order: [], hidden: [], widths: {} };
const minWidthPx = 48;

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** What was stored may come from an older version; anything unexpected counts as no preference. */
export function readPreferences(text: string | undefined): Preferences {
  if (!text) return nothing;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return nothing;
    const order: unknown = 'order' in stored ? stored.order : undefined;
    const hidden: unknown = 'hidden' in stored ? stored.hidden : undefined;
    const widths: unknown = 'widths' in stored ? stored.widths : undefined;
    const sizes = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
    return {
      order: isTextList(order) ? order : [],
      hidden: isTextList(hidden) ? hidden : [],
      widths: Object.fromEntries(
        sizes.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      ),
    };
  } catch {
    return nothing;
  }
}

function sortByOrder<Row>(columns: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const placed = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [...placed, ...columns.filter((column) => !order.includes(column.id))];
}

/** Order, width and visibility of a table's columns, kept per person in this browser under `key`. */
export function useColumnPreferences<Row>(
  key: string,
  columns: readonly Column<Row>[],
): ColumnPreferences<Row> {
  const store = localText(`margay.columns.${key}`);
  const [preferences, setPreferences] = useState(() => readPreferences(store.read()));
  function change(next: Preferences) {
    setPreferences(next);
    store.write(next === nothing ? undefined : JSON.stringify(next));
  }
  const ordered = sortByOrder(columns, preferences.order);
  const shown = ordered.filter((column) => !preferences.hidden.includes(column.id));
  return {
    columns: shown.map((column) => {
      const width = preferences.widths[column.id];
      return width === undefined ? column : { ...column, width: `${width}px` };
    }),
    all: ordered.map((column) => ({ column, isShown: shown.includes(column) })),
    setShown: (id, isShown) =>
      change({
        ...preferences,
        hidden: [...preferences.hidden.filter((name) => name !== id), ...(isShown ? [] : [id])],
      }),
    move(id, before) {
      const order = ordered.map((column) => column.id).filter((name) => name !== id);
      const index = before === undefined ? -1 : order.indexOf(before);
      order.splice(index === -1 ? order.length : index, 0, id);
      change({ ...preferences, order });
    },
    resize: (id, widthPx) =>
      change({
        ...preferences,
        widths: { ...preferences.widths, [id]: Math.max(minWidthPx, Math.round(widthPx)) },
      }),
    reset: () => change(nothing),
  };
}
