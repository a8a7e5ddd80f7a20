import {
  bothNumbersRequired,
  fieldRequired,
  isNumber,
  numbersMustDiffer,
  operatorNamed,
  operatorsFor,
  simpleFiltersSchema,
  simpleOperators,
} from '@margay/query';
import type { FilterColumnType, FilterNode, OperatorInput, SimpleOperator } from '@margay/query';
import { newUuid } from '@margay/kit';

/** One line of the filter form. `target` is undefined for the text of the whole row. */
export interface Condition {
  uuid: string;
  target: string | undefined;
  /** Id of an operator; empty until one is chosen. */
  operator: string;
  /** One entry for text, number and date, two for ranges, any number for lists. */
  values: string[];
}

/** Conditions that must all hold. Groups are alternatives. */
export interface ConditionGroup {
  uuid: string;
  conditions: Condition[];
}

export const defaultTarget = 'p_log_type';

export function newCondition(target: string | undefined = defaultTarget, operator = 'is'): Condition {
  return { uuid: newUuid(), target, operator, values: [] };
}

export function newGroup(conditions: Condition[] = [newCondition()]): ConditionGroup {
  return { uuid: newUuid(), conditions };
}

/** A path no schema knows may hold anything, so it takes the operators of text. */
export function operatorsOf(
  target: string | undefined,
  columnType: FilterColumnType | undefined,
): SimpleOperator[] {
  if (target === undefined)
    return operatorsFor(undefined).filter((operator) => operator.columnType === 'row');
  return operatorsFor(columnType ?? 'string');
}

export function inputOf(operator: string): OperatorInput {
  return operatorNamed(operator)?.input ?? 'text';
}

/** One more condition in the last group, or the first group with it. */
export function withCondition(groups: readonly ConditionGroup[]): ConditionGroup[] {
  const last = groups.at(-1);
  if (!last) return [newGroup()];
  return [...groups.slice(0, -1), { ...last, conditions: [...last.conditions, newCondition()] }];
}

/** Values that survive a change of operator: a list stays a list, one value stays the first. */
export function valuesFor(input: OperatorInput, values: readonly string[]): string[] {
  if (input === 'none') return [];
  if (input === 'list') return values.filter((value) => value !== '');
  if (input === 'numberRange' || input === 'dateRange') return [values[0] ?? '', values[1] ?? ''];
  return values[0] === undefined ? [] : [values[0]];
}

export interface ConditionFaults {
  target?: string;
  operator?: string;
  value?: string;
}

/** What is missing or wrong, in the fixed wordings; empty when the condition can run. */
export function faultsOf({ target, operator, values }: Condition): ConditionFaults {
  const known = operatorNamed(operator);
  const faults: ConditionFaults = {};
  if (target === '') faults.target = fieldRequired;
  if (!known) return { ...faults, operator: fieldRequired };
  const value = valueFaultOf(known, values);
  return value === undefined ? faults : { ...faults, value };
}

function valueFaultOf({ input, check }: SimpleOperator, values: readonly string[]): string | undefined {
  const [first = '', second = ''] = values;
  switch (input) {
    case 'none':
      return undefined;
    case 'list':
      return values.some((value) => value !== '') ? undefined : fieldRequired;
    case 'number':
      return isNumber(first) ? undefined : fieldRequired;
    case 'numberRange':
      if (!isNumber(first) || !isNumber(second)) return bothNumbersRequired;
      return Number(first) === Number(second) ? numbersMustDiffer : undefined;
    case 'date':
      return first === '' ? fieldRequired : undefined;
    case 'dateRange':
      return first === '' || second === '' ? fieldRequired : undefined;
    case 'text':
      return first === '' ? fieldRequired : check?.({ text: first, list: [], pair: ['', ''] });
  }
}

function nodeOf({ uuid, target, operator, values }: Condition): FilterNode {
  const input = inputOf(operator);
  const value = input === 'list' || input.endsWith('Range') ? values : values[0];
  return {
    uuid,
    ...(target === undefined ? {} : { target }),
    operator,
    ...(input === 'none' || value === undefined ? {} : { value: JSON.stringify(value) }),
  }; // the schema allows a uuid, which the condition's own type leaves out
}

/** The groups as the server and the address hold them; undefined when there is no condition. */
export function filtersOf(groups: readonly ConditionGroup[]): { or: FilterNode[] } | undefined {
  const filled = groups.filter((group) => group.conditions.length > 0);
  if (filled.length === 0) return undefined;
  return { or: filled.map(({ uuid, conditions }) => ({ uuid, and: conditions.map(nodeOf) })) };
}

/** Groups out of the text of an address; undefined when the form cannot show them. */
export function readGroups(text: string | undefined): ConditionGroup[] | undefined {
  if (text === undefined || text === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = simpleFiltersSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { or, and } = parsed.data;
  if (and && or) return undefined;
  const alternatives: FilterNode[] = or ?? (and ? [{ and }] : []);
  const groups = alternatives.map(groupOf);
  return groups.every((group) => group !== undefined) ? groups : undefined;
}

function groupOf(node: FilterNode): ConditionGroup | undefined {
  const nodes: FilterNode[] | undefined = 'operator' in node ? [node] : node.or ? undefined : node.and;
  const conditions = nodes?.map(conditionOf);
  if (!conditions?.every((condition) => condition !== undefined)) return undefined;
  return { uuid: 'uuid' in node && node.uuid ? node.uuid : newUuid(), conditions };
}

function conditionOf(node: FilterNode): Condition | undefined {
  if (!('operator' in node)) return undefined;
  const { target, operator, value } = node;
  const known = operatorNamed(operator);
  const uuid = 'uuid' in node && typeof node.uuid === 'string' ? node.uuid : newUuid();
  return { uuid, target, operator: known?.id ?? '', values: valuesOf(value) };
}

function valuesOf(text: string | undefined): string[] {
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [text];
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list
    .filter((item) => item !== null)
    .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
}

/** Adds a condition so that the result gets narrower: to every alternative, or as the first group. A twin is not added again. */
export function narrowed(groups: readonly ConditionGroup[], condition: Condition): ConditionGroup[] {
  if (groups.length === 0) return [newGroup([condition])];
  return groups.map((group) =>
    group.conditions.some((known) => isSame(known, condition))
      ? group
      : { ...group, conditions: [...group.conditions, { ...condition, uuid: newUuid() }] },
  );
}

function isSame(one: Condition, other: Condition): boolean {
  return (
    one.target === other.target &&
    one.operator === other.operator &&
    one.values.length === other.values.length &&
    one.values.every((value, index) => value === other.values[index])
  );
}

/** The condition that holds exactly for rows whose field has this value, or its opposite. */
export function conditionFor(
  target: string,
  value: unknown,
  columnType: FilterColumnType | undefined,
  isNegated = false,
): Condition {
  const pick = (positive: string, negative: string) => newCondition(target, isNegated ? negative : positive);
  if (value === null || value === undefined) return pick('is-null', 'is-not-null');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (columnType === 'array') return { ...pick('has', 'does-not-have'), values: [text] };
  if (columnType === 'number') return { ...pick('equals', 'does-not-equal'), values: [text] };
  if (columnType === 'object') return { ...pick('contains', 'does-not-contain'), values: [text] };
  if (columnType === 'boolean') {
    const isTrue = text === 'true';
    return isTrue !== isNegated ? newCondition(target, 'is-true') : newCondition(target, 'is-false');
  }
  return { ...pick('is', 'is-not'), values: [text] };
}

/** Words for a condition, on chips and in tooltips. */
export function conditionText({ target, operator, values }: Condition): string {
  const label = simpleOperators.find((entry) => entry.id === operator)?.label ?? operator;
  return [target, label, values.join(', ')].filter(Boolean).join(' ');
}
