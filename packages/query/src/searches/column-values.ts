import type { Catalog, FieldType } from '@margay/model';

import type { Expression } from '../ir/expression.ts';
import { findColumn, typeOf, type ScopeColumn } from '../ir/typing.ts';

export interface ColumnValues {
  /** Of one row; an array where the column is one. */
  value: Expression;
  /** Of an array: of its elements. */
  type: FieldType;
  isArray: boolean;
}

/** The values of a column, or of a path into one such as `userIdentity.arn`; undefined where the rows have no such column. */
export function columnValues(
  known: readonly ScopeColumn[],
  path: string,
  catalog: Catalog,
): ColumnValues | undefined {
  const [name = '', ...steps] = path.split(/[.:]/);
  const column = findColumn(known, name);
  if (column === undefined || column === 'ambiguous') return undefined;
  const base: Expression = { kind: 'column', name: column.name };
  const value: Expression = steps.length === 0 ? base : { kind: 'path', base, steps };
  const type = typeOf(value, known, catalog);
  return type.kind === 'array'
    ? { value, type: type.element, isArray: true }
    : { value, type, isArray: false };
}
