import type { LayoutColumn, TableLayout } from '@margay/lake';
import { overflowColumnName } from '@margay/lake/layout';
import { exactTextOf } from '@margay/kit';
import type { EventObject } from '@margay/model';
import { parseLogJson } from '@margay/schema';

/** The columns `createColumnRebuilder` reads. */
export function columnsToRebuild(layout: TableLayout): string[] {
  return layout.columns.filter(({ role }) => role !== 'raw').map(({ name }) => name);
}

/**
 * Makes an event again from the columns of its row, for rows whose line is not enough. Three things are not in
 * the columns: an empty object is absent, 57.0 of a field of type float is 57, and fields come in the order of the table.
 */
export function createColumnRebuilder(layout: TableLayout): (row: Record<string, unknown>) => EventObject {
  const values = layout.columns.filter(({ role }) => role === 'value');
  // Events carry their own fields first.
  const ordered = [...values.filter((column) => !isStandard(column)), ...values.filter(isStandard)];
  return (row) => {
    const event: EventObject = {};
    for (const column of ordered) {
      const value = valueOf(row[column.name], column);
      if (value !== undefined) put(event, column.path, value);
    }
    const overflow = row[overflowColumnName];
    if (typeof overflow === 'string' && overflow !== '') addMisfits(event, parseLogJson(overflow));
    return event;
  };
}

const isStandard = ({ path }: LayoutColumn): boolean => path[0]?.startsWith('p_') === true;

function valueOf(cell: unknown, { cell: kind, isArray }: LayoutColumn): unknown {
  if (cell === null || cell === undefined) return undefined;
  if (Array.isArray(cell)) {
    return cell.length === 0 ? undefined : cell.map((item: unknown) => scalarOf(item, kind));
  }
  if (isArray) return undefined;
  return scalarOf(cell, kind);
}

function scalarOf(cell: unknown, kind: LayoutColumn['cell']): unknown {
  if (kind === 'json') return typeof cell === 'string' ? parseLogJson(cell) : cell;
  // The engine writes 64-bit numbers as text.
  if (kind !== 'bigint' || typeof cell !== 'string') return cell;
  const number = Number(cell);
  return Number.isSafeInteger(number) ? number : BigInt(cell);
}

/** Sets the value at a path, with the objects it needs on the way. */
export function put(event: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let target = event;
  for (const part of path.slice(0, -1)) {
    const inner = target[part];
    target = isObject(inner) ? inner : (target[part] = {});
  }
  target[path.at(-1) ?? ''] = value;
}

/** Values that did not fit their column, and what field discovery kept without one. */
function addMisfits(event: EventObject, overflow: unknown): void {
  if (!isObject(overflow)) return;
  for (const [name, value] of Object.entries(overflow)) {
    event[name] = merged(event[name], value);
  }
}

function merged(present: unknown, added: unknown): unknown {
  if (!isObject(present) || !isObject(added)) return added;
  const result = { ...present };
  for (const [name, value] of Object.entries(added)) result[name] = merged(result[name], value);
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && exactTextOf(value) === undefined
  );
}
