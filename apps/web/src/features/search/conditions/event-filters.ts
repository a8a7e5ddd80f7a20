import { columnTypeOfSqlType, indicatorsText } from '@margay/query';
import type { FilterColumnType } from '@margay/query';
import { pathText } from '../../../ui/text/json-lines.ts';
import type { JsonPath } from '../../../ui/text/json-lines.ts';
import type { FilterField } from './filter-fields.ts';

export interface FieldTarget {
  target: string;
  columnType: FilterColumnType | undefined;
}

/** The field a place in an event stands for: an entry of a list of plain values stands for the list. */
export function targetOf(
  path: JsonPath,
  value: unknown,
  fields: readonly FilterField[],
): FieldTarget | undefined {
  if (path.length === 0 || (typeof value === 'object' && value !== null)) return undefined;
  const isEntry = typeof path.at(-1) === 'number';
  const target = pathText(isEntry ? path.slice(0, -1) : path);
  const known = fields.find((field) => field.path === target);
  if (isEntry) return { target, columnType: 'array' };
  return { target, columnType: known?.columnType ?? columnTypeOfSqlType(typeof value) };
}

/** Opens an indicator search for this value in all events of all time. */
export function indicatorSearchPath(value: string): string {
  const q = indicatorsText([{ value }]);
  return `/investigate/indicator-search/?${new URLSearchParams({ q, timeFrame: 'AllTime' }).toString()}`;
}
