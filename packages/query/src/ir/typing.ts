import type { Catalog, CatalogTable, FieldType } from '@margay/model';

import { calledFunction } from '../functions/index.ts';
import type { Expression, NamedExpression } from './expression.ts';
import { operatorType } from './operators.ts';
import type { Relation } from './relation.ts';
import { arrayOf, boolean, commonType, fieldNamed, integer, json, text } from './types.ts';

export interface ScopeColumn {
  name: string;
  /** Qualifier, where a `rename` or join gave one. */
  of?: string;
  type: FieldType;
  /** Not part of `*` and not to be asked for by name: the fields that no schema column covers. */
  hidden?: boolean;
  /** Holds nothing but null, so that its type says nothing. */
  isNull?: boolean;
}

/** Name of the hidden column of such fields. Cannot clash: field names are never a bare star. */
export const overflowName = '*';

export function columnsOfTable(table: CatalogTable): ScopeColumn[] {
  const columns: ScopeColumn[] = table.columns.map(({ name, type }) => ({ name, type }));
  if (table.overflowColumn) columns.push({ name: overflowName, type: json, hidden: true });
  return columns;
}

/** The column a reference means. `ambiguous` when several sides of a join have it. */
export function findColumn<T extends { name: string; of?: string; hidden?: boolean }>(
  columns: readonly T[],
  name: string,
  of?: string,
): T | 'ambiguous' | undefined {
  let exact: T | undefined;
  for (const column of columns) {
    if (column.name !== name || (of !== undefined && !sameName(column.of, of))) continue;
    if (exact) return 'ambiguous';
    exact = column;
  }
  if (exact) return exact;
  const isAlike = (column: T) =>
    !column.hidden && sameName(column.name, name) && (of === undefined || sameName(column.of, of));
  const alike = columns.filter(isAlike);
  return alike.length > 1 ? 'ambiguous' : alike[0];
}

/** `findColumn` for many names over the same columns. */
export function columnFinder<T extends { name: string; of?: string; hidden?: boolean }>(
  columns: readonly T[],
): (name: string, of?: string) => T | 'ambiguous' | undefined {
  const byName = Map.groupBy(columns, (column) => column.name);
  return (name, of) => {
    const named = byName.get(name) ?? [];
    const own = of === undefined ? named : named.filter((column) => sameName(column.of, of));
    return own.length === 1 ? own[0] : findColumn(columns, name, of);
  };
}

function sameName(a: string | undefined, b: string): boolean {
  return a !== undefined && (a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase()));
}

/** The columns a relation gives, in order. Tables the catalog does not know give none. */
export function columnsOf(relation: Relation, catalog: Catalog): ScopeColumn[] {
  switch (relation.kind) {
    case 'scan': {
      const table = catalog.find(relation.database, relation.table);
      return table ? columnsOfTable(table) : [];
    }
    case 'values':
      return relation.columns;
    case 'numbers':
      return [{ name: relation.name, type: integer }];
    case 'filter':
    case 'distinct':
    case 'sort':
    case 'limit':
    case 'once':
      return columnsOf(relation.input, catalog);
    case 'project':
      return named(relation.columns, columnsOf(relation.input, catalog), catalog);
    case 'aggregate': {
      const input = columnsOf(relation.input, catalog);
      return named([...relation.keys, ...relation.aggregates], input, catalog);
    }
    case 'union':
      return unite(
        relation.inputs.map((input) => columnsOf(input, catalog)),
        relation.match,
      );
    case 'events':
      return unite(
        relation.inputs.map((input) => columnsOf(input, catalog)),
        'name',
      );
    case 'join':
      return [...columnsOf(relation.left, catalog), ...columnsOf(relation.right, catalog)];
    case 'unnest': {
      const input = columnsOf(relation.input, catalog);
      const array = typeOf(relation.array, input, catalog);
      return [
        ...input,
        { name: relation.valueName, of: relation.as, type: array.kind === 'array' ? array.element : json },
        { name: relation.indexName, of: relation.as, type: integer },
      ];
    }
    case 'flatten': {
      const input = columnsOf(relation.input, catalog);
      return [...input, ...flattenedColumns(relation.as, typeOf(relation.value, input, catalog))];
    }
    case 'rename':
      return columnsOf(relation.input, catalog).map((column) => ({ ...column, of: relation.name }));
  }
}

/** The columns a `flatten` adds. */
export function flattenedColumns(as: string, type: FieldType): ScopeColumn[] {
  const of = (name: string, columnType: FieldType) => ({ name, of: as, type: columnType });
  return [
    of('seq', integer),
    of('key', text),
    of('path', text),
    of('index', integer),
    of('value', type.kind === 'array' ? type.element : json),
    of('this', type),
  ];
}

function named(items: NamedExpression[], input: ScopeColumn[], catalog: Catalog): ScopeColumn[] {
  return items.map(({ name, value, isHidden }) => ({
    name,
    type: typeOf(value, input, catalog),
    ...(name === overflowName || isHidden ? { hidden: true } : {}),
    ...(isNullIn(value, input) ? { isNull: true } : {}),
  }));
}

/** Whether the expression is null in every row, whatever its type says. */
export function isNullIn(value: Expression, input: readonly ScopeColumn[]): boolean {
  if (value.kind === 'literal') return value.value === null;
  const column = value.kind === 'column' ? findColumn(input, value.name, value.of) : undefined;
  return column !== undefined && column !== 'ambiguous' && column.isNull === true;
}

/** Columns of a union: by name in order of first appearance, or the first input's by position. */
export function unite(all: readonly (readonly ScopeColumn[])[], match: 'name' | 'position'): ScopeColumn[] {
  const inputs = match === 'name' ? all : all.map((input) => input.filter((column) => !column.hidden));
  const columns: ScopeColumn[] = [];
  const byKey = new Map<string | number, ScopeColumn>();
  for (const [number, input] of inputs.entries()) {
    for (const [index, { name, type, hidden, isNull }] of input.entries()) {
      const key = match === 'position' ? index : name;
      const known = byKey.get(key);
      if (known && isNull) continue;
      if (known) {
        known.type = known.isNull ? type : commonType(known.type, type);
        delete known.isNull;
      } else if (match === 'name' || number === 0) {
        const column = { name, type, ...(hidden ? { hidden } : {}), ...(isNull ? { isNull } : {}) };
        byKey.set(key, column);
        columns.push(column);
      }
    }
  }
  return columns;
}

/** Type of an expression over these columns. Unknown columns and functions count as json. */
export function typeOf(
  expression: Expression,
  columns: readonly ScopeColumn[],
  catalog: Catalog,
  variables: ReadonlyMap<string, FieldType> = new Map(),
): FieldType {
  const of = (inner: Expression): FieldType => typeOf(inner, columns, catalog, variables);
  switch (expression.kind) {
    case 'literal':
      return expression.type;
    case 'column': {
      const column = findColumn(columns, expression.name, expression.of);
      return column === undefined || column === 'ambiguous' ? json : column.type;
    }
    case 'path':
      return typeAt(of(expression.base), expression.steps);
    case 'call':
      return (
        operatorType(expression.fn, expression.args.map(of)) ?? returned(expression.fn, expression.args, of)
      );
    case 'aggregate':
    case 'window':
      return returned(expression.fn, expression.args, of);
    case 'case': {
      const results = expression.branches.map((branch) => branch.result);
      if (expression.otherwise) results.push(expression.otherwise);
      return common(results, of);
    }
    case 'cast':
      return expression.to;
    case 'array':
      return arrayOf(common(expression.elements, of));
    case 'object':
      return {
        kind: 'object',
        fields: expression.fields.map(({ name, value }) => ({ name, type: of(value) })),
      };
    case 'lambda':
      return of(expression.body);
    case 'variable':
      return variables.get(expression.name) ?? json;
    case 'rowText':
    case 'inQuery':
    case 'existsQuery':
      return boolean;
    case 'scalarQuery':
      return columnsOf(expression.query, catalog)[0]?.type ?? json;
  }
}

function returned(fn: string, args: Expression[], of: (inner: Expression) => FieldType): FieldType {
  const definition = calledFunction(fn);
  if (!definition) return json;
  const types = definition.unify ? args.map(() => common(args, of)) : args.map(of);
  return typeof definition.returns === 'function' ? definition.returns(types) : definition.returns;
}

/** Common type of the expressions; null constants have no say. */
export function common(expressions: Expression[], of: (inner: Expression) => FieldType): FieldType {
  const typed = expressions.filter(
    (expression) => !(expression.kind === 'literal' && expression.value === null),
  );
  const first = typed[0];
  return first ? typed.slice(1).reduce((type, next) => commonType(type, of(next)), of(first)) : text;
}

/** Type of what a path reaches; json where the schema does not say. */
export function typeAt(type: FieldType, steps: readonly (string | number)[]): FieldType {
  let at = type;
  for (const step of steps) {
    if (at.kind === 'array' && typeof step === 'number') at = at.element;
    else if (at.kind === 'object' && typeof step === 'string') at = fieldNamed(at.fields, step)?.type ?? json;
    else return json;
  }
  return at;
}
