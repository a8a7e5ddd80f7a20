import { fieldLabel } from '@margay/model';
import { conditionsOf, isChoice, newCondition, operatorsOf, withCondition } from './conditions.ts';
import type { Condition, ConditionGroup } from './conditions.ts';
import type { FilterField } from './filter-fields.ts';

/** A field in the list of filters: on when a condition of the form is about it. */
export interface FilterEntry extends FilterField {
  /** Of its first condition. */
  value: string[];
  isSelected: boolean;
  /** Added from a value of an event, or a path no schema knows. */
  isManuallyAdded: boolean;
}

export const notInSchemaGroup = 'Not in a schema';

/** The list of filters: the fields of the tables, and what conditions name besides. */
export function filterEntriesOf(
  fields: readonly FilterField[],
  groups: readonly ConditionGroup[],
): FilterEntry[] {
  const byKey = new Map<string, Condition>();
  for (const condition of conditionsOf(groups)) {
    const { key } = condition;
    if (key && !byKey.has(key)) byKey.set(key, condition);
  }
  const known = fields.map((field) => entryOf(field, byKey.get(field.key), false));
  const keys = new Set(fields.map((field) => field.key));
  const others = [...byKey].filter(([key]) => !keys.has(key));
  return [...known, ...others.map(([key, condition]) => entryOf(unknownField(key), condition, true))];
}

function entryOf(field: FilterField, condition: Condition | undefined, isUnknown: boolean): FilterEntry {
  return {
    ...field,
    value: condition?.value ?? [],
    isSelected: condition !== undefined,
    isManuallyAdded: isUnknown || (condition?.isManuallyAdded ?? false),
  };
}

function unknownField(path: string): FilterField {
  return {
    key: path,
    displayName: fieldLabel(path),
    path,
    type: 'string',
    columnType: 'string',
    valueType: undefined,
    databases: [],
    tables: [],
    databaseTableMatches: {},
    group: notInSchemaGroup,
    isPantherField: path.startsWith('p_'),
  };
}

/** Keys of selected filters, in the order in which they were selected. */
export function selectionOrder(groups: readonly ConditionGroup[]): string[] {
  return [...new Set(conditionsOf(groups).flatMap(({ key }) => (key ? [key] : [])))];
}

/** Turns a filter on, as the last condition, or off with all conditions about it. */
export function toggleFilter(groups: readonly ConditionGroup[], entry: FilterEntry): ConditionGroup[] {
  const { key, columnType, valueType, isSelected } = entry;
  if (!isSelected) {
    const operator = operatorsOf(key, columnType)[0]?.id ?? '';
    return withCondition(groups, { ...newCondition(key, operator), type: valueType });
  }
  const isOther = (condition: Condition) => condition.key !== key;
  return groups
    .map((group) => ({
      ...group,
      conditions: group.conditions
        .map((part) => (isChoice(part) ? { ...part, anyOf: part.anyOf.filter(isOther) } : part))
        .filter((part) => (isChoice(part) ? part.anyOf.length > 0 : isOther(part))),
    }))
    .filter((group) => group.conditions.length > 0);
}
