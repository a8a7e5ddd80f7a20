import { columnTypeOfSqlType } from '@margay/query';
import type { FilterColumnType } from '@margay/query';
import { pathText } from '../../../ui/text/json-lines.ts';
import type { JsonPath } from '../../../ui/text/json-lines.ts';
import { conditionFor } from './conditions.ts';
import type { FilterField } from './filter-fields.ts';
import type { Narrowing } from './use-narrowing.ts';

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

/** What the menu of a value does to the search; nothing for times and where a search takes no conditions. */
export function narrowingAt(
  found: FieldTarget | undefined,
  value: unknown,
  narrowing: Narrowing | undefined,
): { keep: () => void; leaveOut: () => void; only: () => void } | undefined {
  if (!found || found.columnType === 'time' || !narrowing) return undefined;
  const condition = (isNegated = false) => conditionFor(found.target, value, found.columnType, isNegated);
  return {
    keep: () => narrowing.addCondition(condition()),
    leaveOut: () => narrowing.addCondition(condition(true)),
    only: () => narrowing.onlyCondition(condition()),
  };
}
