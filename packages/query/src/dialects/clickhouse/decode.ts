import type { FieldType } from '@margay/model';

import type { EngineQuery, ResultColumn, ResultShape } from './result.ts';

export type LogicalRow = Record<string, unknown>;

/**
 * Engine rows (`JSONCompactEachRow`: one array per row) as events: objects put together again, JSON texts parsed,
 * nulls left out of objects, times as `YYYY-MM-DD HH:MM:SS.fffffffff`, integers as numbers up to 2^53 and as text
 * beyond. A top-level column without a value is null in `rows`; `withoutNulls` leaves it out, as in an event.
 */
export function decodeRows(
  query: Pick<EngineQuery, 'columns' | 'packed'>,
  rows: readonly (readonly unknown[])[],
  options: { withoutNulls?: boolean } = {},
): LogicalRow[] {
  const { packed } = query;
  if (!packed) return rows.map((row) => decodeRow(query.columns, row, options.withoutNulls ?? false));
  return rows.map((row) => {
    const table = packed.tables[Number(row[packed.tableAt])];
    const values: unknown = JSON.parse(String(row[packed.valuesAt]));
    if (!table || !Array.isArray(values)) throw new Error('The engine gave a packed row that no table fits.');
    return decodeRow(table.columns, values, true);
  });
}

function decodeRow(
  columns: readonly ResultColumn[],
  row: readonly unknown[],
  withoutNulls: boolean,
): LogicalRow {
  const event: LogicalRow = {};
  for (const column of columns) {
    const value = decode(column.shape, row);
    if (column.spread) mergeInto(event, value);
    else if (value !== undefined) setField(event, column.name, value);
    else if (!withoutNulls) setField(event, column.name, null);
  }
  return event;
}

function decode(shape: ResultShape, row: readonly unknown[]): unknown {
  if (shape.kind === 'object') {
    const { presentAt } = shape;
    if (presentAt === undefined) return decodeObject(shape.fields, row);
    const isThere = row[presentAt] !== null && row[presentAt] !== undefined;
    return isThere ? (decodeObject(shape.fields, row) ?? {}) : undefined;
  }
  const cell = row[shape.at];
  if (cell === null || cell === undefined) return undefined;
  if (shape.kind === 'json') return parseJson(cell);
  if (shape.dropEmpty && Array.isArray(cell) && cell.length === 0) return undefined;
  return scalar(cell, shape.type);
}

function decodeObject(fields: { name: string; shape: ResultShape }[], row: readonly unknown[]): unknown {
  const object: LogicalRow = {};
  let isEmpty = true;
  for (const { name, shape } of fields) {
    const value = decode(shape, row);
    if (value === undefined) continue;
    setField(object, name, value);
    isEmpty = false;
  }
  return isEmpty ? undefined : object;
}

/** Numbers that a double cannot hold keep every digit: they become text before the parser would round them. */
function parseJson(cell: unknown): unknown {
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  if (text === '' || text === 'null') return undefined;
  try {
    return JSON.parse(text, exactNumbers);
  } catch {
    return text;
  }
}

function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) return source;
  if (/^-?\d+$/.test(source)) return source;
  // A double has 15 digits for certain; with more, what it prints must be what was written.
  return source.length > 16 && !/e/i.test(source) && String(value) !== withoutZeros(source) ? source : value;
}

const withoutZeros = (source: string) => (source.includes('.') ? source.replace(/\.?0+$/, '') : source);

function scalar(cell: unknown, type: FieldType): unknown {
  if (cell === null) return null;
  switch (type.kind) {
    case 'bigint':
    case 'int':
    case 'smallint':
      return integer(cell);
    case 'float':
      return typeof cell === 'string' ? Number(cell) : cell;
    case 'boolean':
      return cell === 1 || cell === '1' ? true : cell === 0 || cell === '0' ? false : cell;
    case 'timestamp':
      return fullTimestamp(String(cell));
    case 'array':
      return Array.isArray(cell) ? cell.map((item: unknown) => element(item, type.element)) : cell;
    default:
      return cell;
  }
}

function element(item: unknown, type: FieldType): unknown {
  const isJson =
    type.kind === 'json' || type.kind === 'object' || (type.kind === 'array' && typeof item === 'string');
  if (isJson) return parseJson(item) ?? null;
  return scalar(item, type);
}

function integer(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  const number = Number(cell);
  return Number.isSafeInteger(number) ? number : cell;
}

function fullTimestamp(text: string): string {
  const [whole, fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(9, '0')}`;
}

/** Fields no schema column covers go where they came from, beside the known fields and never over them. */
function mergeInto(event: LogicalRow, extra: unknown): void {
  if (!isObject(extra)) return;
  for (const [name, value] of Object.entries(extra)) {
    const known = Object.hasOwn(event, name) ? event[name] : undefined;
    if (isObject(known) && isObject(value)) mergeInto(known, value);
    else if (known === undefined || known === null) setField(event, name, value);
  }
}

function isObject(value: unknown): value is LogicalRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Plain assignment to `__proto__` would change the object instead of filling it. */
function setField(object: LogicalRow, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
