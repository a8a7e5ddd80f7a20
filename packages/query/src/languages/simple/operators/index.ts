import type { FieldType } from '@margay/model';

import { arrayOperators } from './array.ts';
import { booleanOperators } from './boolean.ts';
import type { FilterColumnType, SimpleOperator } from './define.ts';
import { numberOperators } from './number.ts';
import { objectOperators } from './object.ts';
import { rowOperators } from './row.ts';
import { stringOperators } from './string.ts';
import { timeOperators } from './time.ts';
import { universalOperators } from './universal.ts';

/** Every operator of the filter form, grouped by column type in the order they are offered. */
export const simpleOperators: readonly SimpleOperator[] = [
  ...stringOperators,
  ...numberOperators,
  ...arrayOperators,
  ...booleanOperators,
  ...timeOperators,
  ...objectOperators,
  ...universalOperators,
  ...rowOperators,
];

const byId = new Map(simpleOperators.map((operator) => [operator.id, operator]));
const byLabel = new Map(simpleOperators.map((operator) => [operator.label.toLowerCase(), operator]));

/** By id, or by the words the form shows. */
export function operatorNamed(name: string): SimpleOperator | undefined {
  return byId.get(name) ?? byLabel.get(name.toLowerCase());
}

/** The form's column type of a field; undefined while the type is not known. */
export function columnTypeOf(type: FieldType | undefined): FilterColumnType | undefined {
  switch (type?.kind) {
    case 'string':
      return 'string';
    case 'int':
    case 'smallint':
    case 'bigint':
    case 'float':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'timestamp':
      return 'time';
    case 'array':
      return 'array';
    case 'object':
    case 'json':
      return 'object';
    case undefined:
      return undefined;
  }
}

const sqlTypes: [RegExp, FilterColumnType][] = [
  [
    /^(?:number|numeric|decimal|dec|int|integer|bigint|smallint|tinyint|byteint|float|double|real|u?int\d+)/,
    'number',
  ],
  [/^(?:varchar|char|character|string|text|nvarchar|binary|varbinary|bytes)/, 'string'],
  [/^bool/, 'boolean'],
  [/^(?:date|time)/, 'time'],
  [/^(?:variant|object|json|map|struct|super)/, 'object'],
  [/^array/, 'array'],
];

/** The form's column type of a type as SQL names it; geography and geometry have none. */
export function columnTypeOfSqlType(type: string): FilterColumnType | undefined {
  const name = type.trim().toLowerCase();
  return sqlTypes.find(([pattern]) => pattern.test(name))?.[1];
}

/** The operators to offer. Without a known type the row operators are there too. */
export function operatorsFor(
  columnType: FilterColumnType | undefined,
  options: { isRedshift?: boolean } = {},
): SimpleOperator[] {
  const offered = (operator: SimpleOperator) =>
    operator.columnType === 'universal' ||
    (columnType === undefined ? operator.columnType === 'row' : operator.columnType === columnType);
  return simpleOperators.filter(
    (operator) => offered(operator) && !(options.isRedshift && operator.isRedshiftDisabled),
  );
}
