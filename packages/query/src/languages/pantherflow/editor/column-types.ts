import type { CatalogTable, Field, FieldType } from '@margay/model';

/** Types of the language as the editor shows them; `any` is what nothing is known of. */
export type FlowType =
  | { kind: 'int' | 'double' | 'string' | 'bool' | 'timestamp' | 'timespan' | 'any' }
  | { kind: 'array'; element: FlowType }
  | { kind: 'object'; fields: readonly FlowColumn[] };

export interface FlowColumn {
  name: string;
  type: FlowType;
  description?: string;
  /** The one table it comes from, `panther_logs.public.aws_alb`; undefined for computed and united columns. */
  table?: string;
}

export const anyType: FlowType = { kind: 'any' };
export const typeNamed = (
  kind: 'int' | 'double' | 'string' | 'bool' | 'timestamp' | 'timespan',
): FlowType => ({
  kind,
});

/** `string`, `[string]`, `object`. */
export function typeText(type: FlowType): string {
  return type.kind === 'array' ? `[${typeText(type.element)}]` : type.kind;
}

/** The type that a text such as `[any]` or `number` names. */
export function typeOfText(text: string): FlowType {
  const element = /^\[(.*)\]$/.exec(text)?.[1];
  if (element !== undefined) return { kind: 'array', element: typeOfText(element) };
  switch (text) {
    case 'int':
    case 'double':
    case 'string':
    case 'bool':
    case 'timestamp':
    case 'timespan':
      return { kind: text };
    case 'array':
      return { kind: 'array', element: anyType };
    case 'object':
      return { kind: 'object', fields: [] };
    case 'number':
      return { kind: 'double' };
    default:
      return anyType;
  }
}

function typeOfField(type: FieldType): FlowType {
  switch (type.kind) {
    case 'int':
    case 'smallint':
    case 'bigint':
      return { kind: 'int' };
    case 'float':
      return { kind: 'double' };
    case 'boolean':
      return { kind: 'bool' };
    case 'string':
    case 'timestamp':
      return { kind: type.kind };
    case 'json':
      return anyType;
    case 'array':
      return { kind: 'array', element: typeOfField(type.element) };
    case 'object':
      return { kind: 'object', fields: type.fields.map(columnOfField) };
  }
}

function columnOfField({ name, type, description }: Field): FlowColumn {
  return { name, type: typeOfField(type), ...(description !== undefined && { description }) };
}

/** A catalog keeps its tables as long as it lives, and asking is more frequent than anything else. */
const columnsByTable = new WeakMap<CatalogTable, readonly FlowColumn[]>();

export function columnsOfTable(table: CatalogTable): readonly FlowColumn[] {
  let columns = columnsByTable.get(table);
  if (!columns) {
    const name = qualifiedName(table);
    columns = table.columns.map((column) => ({ ...columnOfField(column), table: name }));
    columnsByTable.set(table, columns);
  }
  return columns;
}

export function qualifiedName({ database, name }: { database: string; name: string }): string {
  return `${database}.public.${name}`;
}

/** Columns of several tables put together by name, in order of first appearance; different types become `any`. */
export function unitedColumns(parts: readonly (readonly FlowColumn[])[]): readonly FlowColumn[] {
  if (parts.length < 2) return parts[0] ?? [];
  const united = new Map<string, FlowColumn>();
  for (const columns of parts)
    for (const column of columns) {
      const known = united.get(column.name);
      if (!known) united.set(column.name, column);
      else if (known !== column) united.set(column.name, unitedColumn(known, column));
    }
  return [...united.values()];
}

function unitedColumn(one: FlowColumn, other: FlowColumn): FlowColumn {
  const type = unitedType(one.type, other.type);
  if (type === one.type && one.table === undefined) return one;
  const { name, description = other.description } = one;
  return { name, type, ...(description !== undefined && { description }) };
}

export function unitedType(one: FlowType, other: FlowType): FlowType {
  if (one === other) return one;
  if (one.kind === 'object' && other.kind === 'object')
    return { kind: 'object', fields: unitedColumns([one.fields, other.fields]) };
  if (one.kind === 'array' && other.kind === 'array') {
    const element = unitedType(one.element, other.element);
    return element === one.element ? one : { kind: 'array', element };
  }
  if (one.kind === other.kind) return one;
  const areNumbers = [one, other].every(({ kind }) => kind === 'int' || kind === 'double');
  return areNumbers ? { kind: 'double' } : anyType;
}

/** The type at a path of keys inside a type; a number stands for any index. */
export function typeAt(type: FlowType, path: readonly (string | number)[]): FlowType | undefined {
  let found: FlowType | undefined = type;
  for (const key of path) {
    if (found?.kind === 'array') found = typeof key === 'number' ? found.element : undefined;
    else if (found?.kind === 'object') found = found.fields.find(({ name }) => name === key)?.type;
    else return found?.kind === 'any' ? anyType : undefined;
  }
  return found;
}
