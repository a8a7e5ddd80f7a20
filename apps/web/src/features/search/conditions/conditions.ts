import {
  bothNumbersRequired,
  fieldRequired,
  filterFieldTypes,
  isNumber,
  numbersMustDiffer,
  operatorNamed,
  operatorsFor,
  simpleFiltersSchema,
  simpleOperators,
  valueFault,
} from '@margay/query';
import type {
  FilterColumnType,
  FilterCondition,
  FilterFieldType,
  FilterGroup,
  FilterNode,
  OperatorInput,
  SimpleOperator,
} from '@margay/query';
import { newUuid } from '@margay/kit';
import { visibleText } from '../../../lib/visible-text.ts';

/** One line of the filter form. `key` is the path of a field, undefined for the text of the whole row. */
export interface Condition {
  uuid: string;
  key: string | undefined;
  /** Id of an operator; empty until one is chosen. */
  operator: string;
  /** One entry for text, number and date, two for ranges, any number for lists. */
  value: string[];
  /** Type of the field, where it is known; what the value may be depends on it. */
  type?: FilterFieldType | undefined;
  /** It came from a value of an event. */
  isManuallyAdded?: boolean;
  /** Just added by its button: its fields are offered at once. */
  isFresh?: boolean | undefined;
}

/** Conditions inside a group of which one is enough. */
export interface ConditionChoice {
  uuid: string;
  anyOf: Condition[];
}

export type GroupEntry = Condition | ConditionChoice;

/** Conditions that must all hold, and choices among conditions: the third level. Groups are alternatives. */
export interface ConditionGroup {
  uuid: string;
  conditions: GroupEntry[];
}

export function isChoice(entry: GroupEntry): entry is ConditionChoice {
  return 'anyOf' in entry;
}

/** Every condition, on whatever level. */
export function conditionsOf(groups: readonly ConditionGroup[]): Condition[] {
  return groups.flatMap((group) =>
    group.conditions.flatMap((entry) => (isChoice(entry) ? entry.anyOf : [entry])),
  );
}

export const defaultKey = 'p_log_type';

export function newCondition(key: string | undefined = defaultKey, operator = 'is'): Condition {
  return { uuid: newUuid(), key, operator, value: [] };
}

/** For who adds one by a button, and chooses its field next. */
export const freshCondition = (): Condition => ({ ...newCondition(), isFresh: true });

/** Starts with two, because one alone is no choice. */
export function newChoice(anyOf: Condition[] = [newCondition(), newCondition()]): ConditionChoice {
  return { uuid: newUuid(), anyOf };
}

export function newGroup(conditions: GroupEntry[] = [newCondition()]): ConditionGroup {
  return { uuid: newUuid(), conditions };
}

/** A path no schema knows may hold anything, so it takes the operators of text. */
export function operatorsOf(
  key: string | undefined,
  columnType: FilterColumnType | undefined,
): SimpleOperator[] {
  if (key === undefined) return operatorsFor(undefined).filter((operator) => operator.columnType === 'row');
  return operatorsFor(columnType ?? 'string');
}

export function inputOf(operator: string): OperatorInput {
  return operatorNamed(operator)?.input ?? 'text';
}

/** One more condition or choice in the last group, or the first group with it. */
export function withCondition(
  groups: readonly ConditionGroup[],
  added: GroupEntry = newCondition(),
): ConditionGroup[] {
  const last = groups.at(-1);
  if (!last) return [newGroup([added])];
  return [...groups.slice(0, -1), { ...last, conditions: [...last.conditions, added] }];
}

/** Values that survive a change of operator: a list stays a list, one value stays the first. */
export function valuesFor(input: OperatorInput, values: readonly string[]): string[] {
  if (input === 'none') return [];
  // The empty text is one of the values of a list; anywhere else it says that there is none.
  if (input === 'list') return [...values];
  if (input === 'numberRange' || input === 'dateRange') return [values[0] ?? '', values[1] ?? ''];
  return values[0] ? [values[0]] : [];
}

export interface ConditionFaults {
  key?: string;
  operator?: string;
  value?: string;
}

/** What is missing or wrong, in the fixed wordings; empty when the condition can run. */
export function faultsOf(condition: Condition): ConditionFaults {
  const { key, operator } = condition;
  const known = operatorNamed(operator);
  const faults: ConditionFaults = {};
  if (key === '') faults.key = fieldRequired;
  if (!known) return { ...faults, operator: fieldRequired };
  const fault = valueFaultOf(known, condition);
  return fault === undefined ? faults : { ...faults, value: fault };
}

/** Operators that look for a part of a text, whatever the field holds. */
const takesAnyText = /like|substring/;

/** The type a value of this operator has: of a list, or of one entry of it. */
export function valueType({
  type,
  operator,
}: Pick<Condition, 'type' | 'operator'>): FilterFieldType | undefined {
  const input = inputOf(operator);
  if (type === undefined || takesAnyText.test(operator)) return undefined;
  if (input !== 'list' && input !== 'text' && input !== 'number') return undefined;
  const one = type.replace('_array', '');
  return filterFieldTypes.find((known) => known === (input === 'list' ? `${one}_array` : one));
}

/** Whether a text may be one of the values of a list. */
export function isListEntry(condition: Condition, text: string): boolean {
  const type = valueType(condition);
  return type === undefined || valueFault(type, [text]) === undefined;
}

/** The type the server shall hold the value to. None has the empty text among its values. */
function checkedType(condition: Condition): FilterFieldType | undefined {
  return condition.value.includes('') ? undefined : valueType(condition);
}

function typeFault(condition: Condition): string | undefined {
  const type = checkedType(condition);
  const { value } = condition;
  return type && valueFault(type, inputOf(condition.operator) === 'list' ? value : value[0]);
}

function valueFaultOf({ input, check }: SimpleOperator, condition: Condition): string | undefined {
  const { value: values } = condition;
  const [first = '', second = ''] = values;
  switch (input) {
    case 'none':
      return undefined;
    case 'list':
      return values.length > 0 ? typeFault(condition) : fieldRequired;
    case 'number':
      if (first === '') return fieldRequired;
      return typeFault(condition) ?? (isNumber(first) ? undefined : fieldRequired);
    case 'numberRange':
      if (!isNumber(first) || !isNumber(second)) return bothNumbersRequired;
      return Number(first) === Number(second) ? numbersMustDiffer : undefined;
    case 'date':
      return first === '' ? fieldRequired : undefined;
    case 'dateRange':
      return first === '' || second === '' ? fieldRequired : undefined;
    case 'text':
      if (first === '') return fieldRequired;
      return check?.({ text: first, list: [], pair: ['', ''] }) ?? typeFault(condition);
  }
}

/** A number as such; digits beyond what a number holds stay a text, so that none is lost. */
function numberOf(text: string): string | number {
  const value = Number(text);
  const isLossy = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isNumber(text) && !isLossy ? value : text;
}

function nodeOf(entry: GroupEntry): FilterNode {
  if (isChoice(entry)) return { uuid: entry.uuid, or: entry.anyOf.map(nodeOf) };
  const { uuid, key, operator, value } = entry;
  const input = inputOf(operator);
  const type = checkedType(entry);
  const values = type && /^(int|float)/.test(type) ? value.map(numberOf) : value;
  const sent = input === 'list' || input.endsWith('Range') ? values : values[0];
  return {
    uuid,
    ...(key === undefined ? {} : { target: key }),
    operator,
    ...(input === 'none' || sent === undefined ? {} : { value: JSON.stringify(sent) }),
    ...(type && sent !== undefined ? { type } : {}),
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
  const alternatives: FilterNode[] = and ? [{ and, ...(or ? { or } : {}) }] : (or ?? []);
  return all(alternatives.map(groupOf));
}

/** The list, or undefined when one of it is. */
function all<Item>(list: readonly (Item | undefined)[]): Item[] | undefined {
  const found = list.filter((item) => item !== undefined);
  return found.length === list.length ? found : undefined;
}

/** Conditions and choices that must all hold. What stands beside a list of `and` must hold too. */
function groupOf(node: FilterNode): ConditionGroup | undefined {
  if ('operator' in node) return { uuid: newUuid(), conditions: [conditionOf(node)] };
  const entries = all((node.and ?? []).map(entryOf));
  const choice = node.or && choiceOf(node);
  if (!entries || (node.or && !choice)) return undefined;
  return { uuid: uuidOf(node), conditions: choice ? [...entries, choice] : entries };
}

function entryOf(node: FilterNode): GroupEntry | undefined {
  if ('operator' in node) return conditionOf(node);
  return node.and ? undefined : choiceOf(node);
}

function choiceOf(node: FilterGroup): ConditionChoice | undefined {
  const anyOf = all((node.or ?? []).map((part) => ('operator' in part ? conditionOf(part) : undefined)));
  return anyOf && { uuid: uuidOf(node), anyOf };
}

function uuidOf(node: FilterNode): string {
  return 'uuid' in node && typeof node.uuid === 'string' && node.uuid !== '' ? node.uuid : newUuid();
}

function conditionOf(node: FilterCondition): Condition {
  const { target, operator, value } = node;
  const id = operatorNamed(operator)?.id ?? '';
  const type = filterFieldTypes.find((known) => known === node.type);
  return { uuid: uuidOf(node), key: target, operator: id, value: valuesOf(value), ...(type && { type }) };
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
    group.conditions.some((known) => !isChoice(known) && isSame(known, condition))
      ? group
      : { ...group, conditions: [...group.conditions, { ...condition, uuid: newUuid() }] },
  );
}

function isSame(one: Condition, other: Condition): boolean {
  return (
    one.key === other.key &&
    one.operator === other.operator &&
    one.value.length === other.value.length &&
    one.value.every((value, index) => value === other.value[index])
  );
}

/** The condition that holds exactly for rows whose field has this value, or its opposite. */
export function conditionFor(
  key: string,
  value: unknown,
  columnType: FilterColumnType | undefined,
  isNegated = false,
): Condition {
  const of = (operator: string) => ({ ...newCondition(key, operator), isManuallyAdded: true });
  const pick = (positive: string, negative: string) => of(isNegated ? negative : positive);
  if (value === null || value === undefined) return pick('is-null', 'is-not-null');
  // Everywhere else the empty text is a value still to be written.
  if (value === '')
    return columnType === 'array'
      ? { ...pick('has-any', 'does-not-have-any'), value: [''] }
      : { ...pick('is-in-list', 'is-not-in-list'), value: [''] };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (columnType === 'array') return { ...pick('has', 'does-not-have'), value: [text] };
  if (columnType === 'number') return { ...pick('equals', 'does-not-equal'), value: [text] };
  if (columnType === 'object') return { ...pick('contains', 'does-not-contain'), value: [text] };
  if (columnType === 'boolean') {
    const isTrue = text === 'true';
    return of(isTrue !== isNegated ? 'is-true' : 'is-false');
  }
  return { ...pick('is', 'is-not'), value: [text] };
}

/** Fields that every stored row has. */
const alwaysThere: ReadonlySet<string> = new Set([
  'p_event_time',
  'p_log_type',
  'p_parse_time',
  'p_row_id',
  'p_schema_version',
]);

/** Whether rows without the field fulfil the condition, which only negations let them. */
export function takesMissing({ key, operator }: Condition): boolean {
  const isField = key !== undefined && key !== '' && !alwaysThere.has(key);
  return isField && operatorNamed(operator)?.takesMissing === true;
}

/** Whether a condition of the list leaves out the rows without the field. */
export function demandsField(entries: readonly GroupEntry[], key: string | undefined): boolean {
  return entries.some((entry) => !isChoice(entry) && entry.key === key && presence.has(entry.operator));
}

const presence: ReadonlySet<string> = new Set(['is-not-null', 'is-not-empty']);

/** The list with one more condition behind this one: that its field is there. */
export function withFieldDemanded(entries: readonly GroupEntry[], row: number): GroupEntry[] {
  const entry = entries[row];
  if (!entry || isChoice(entry)) return [...entries];
  return entries.toSpliced(row + 1, 0, newCondition(entry.key, 'is-not-null'));
}

/** Words for a condition or a choice, in lists of searches. */
export function conditionText(entry: GroupEntry): string {
  if (isChoice(entry)) return `(${entry.anyOf.map(conditionText).join(' or ')})`;
  const { key, operator, value } = entry;
  const label = simpleOperators.find((known) => known.id === operator)?.label ?? operator;
  return [key, label, value.map(visibleText).join(', ')].filter(Boolean).join(' ');
}
