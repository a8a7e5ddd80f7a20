import type { Expression } from '../../ir/expression.ts';
import { readTimestamp } from '../../ir/timestamps.ts';
import { listFault } from '../list-limit.ts';
import { termsOf } from './free-text.ts';
import type { OperatorInput, OperatorValue } from './operators/define.ts';
import { operatorNamed } from './operators/index.ts';
import type { FilterCondition, FilterNode, SimpleFilters } from './schema.ts';
import {
  atLeastOneFilter,
  bothNumbersRequired,
  fieldRequired,
  filterFieldTypes,
  isNumber,
  numbersMustDiffer,
  valueFault,
} from './values.ts';

export interface FilterFault {
  /** Where in the filters, for instance `or[0].and[1].value`. */
  path: string;
  message: string;
}

/** What is made of the parts of a tree of filters: a condition of the tree, or a text in some language. */
export interface FilterReader<T> {
  /** A word or phrase of the free text. */
  words: (term: string) => T | undefined;
  /** A condition that has no fault; `path` says where it is. */
  condition: (meaning: Expression, condition: FilterCondition, path: string) => T | undefined;
  /** At least two parts. */
  joined: (fn: 'and' | 'or', parts: T[]) => T;
}

const asConditions: FilterReader<Expression> = {
  words: (text) => ({ kind: 'rowText', op: 'words', text }),
  condition: (meaning) => meaning,
  joined: (fn, args) => ({ kind: 'call', fn, args }),
};

/** The condition the filters mean, or undefined when they ask for nothing. Faults are collected, all of them. */
export function lowerFilters(filters: SimpleFilters, faults: FilterFault[]): Expression | undefined {
  return readFilters(filters, asConditions, faults);
}

/** What the reader makes of the filters, or undefined when they ask for nothing. Faults are collected, all of them. */
export function readFilters<T>(
  filters: SimpleFilters,
  reader: FilterReader<T>,
  faults: FilterFault[],
): T | undefined {
  const words = termsOf(filters.text ?? '').map(reader.words);
  const { and, or } = filters;
  const tree = and || or ? readNode({ and, or }, '', reader, faults) : undefined;
  return joined('and', [...words, tree], reader);
}

function joined<T>(fn: 'and' | 'or', all: (T | undefined)[], reader: FilterReader<T>): T | undefined {
  const parts = all.filter((part) => part !== undefined);
  return parts.length > 1 ? reader.joined(fn, parts) : parts[0];
}

function readNode<T>(
  node: FilterNode,
  path: string,
  reader: FilterReader<T>,
  faults: FilterFault[],
): T | undefined {
  if ('operator' in node) {
    const meaning = lowerCondition(node, path, faults);
    return meaning && reader.condition(meaning, node, path);
  }
  const parts: (T | undefined)[] = [];
  for (const fn of ['and', 'or'] as const) {
    const nodes = node[fn];
    if (!nodes) continue;
    if (nodes.length === 0) faults.push({ path: path || fn, message: atLeastOneFilter });
    const children = nodes.map((child, index) =>
      readNode(child, `${path && `${path}.`}${fn}[${index}]`, reader, faults),
    );
    parts.push(joined(fn, children, reader));
  }
  const isEmpty = !node.and && !node.or;
  if (isEmpty) faults.push({ path, message: atLeastOneFilter });
  return joined('and', parts, reader);
}

/** The meaning of one condition; undefined when it has faults. */
export function lowerCondition(
  condition: FilterCondition,
  path: string,
  faults: FilterFault[],
): Expression | undefined {
  const before = faults.length;
  const fault = (field: string, message: string) => faults.push({ path: `${path}.${field}`, message });
  const operator = operatorNamed(condition.operator);
  if (condition.operator === '') fault('operator', fieldRequired);
  else if (!operator) fault('operator', `There is no operator "${condition.operator.slice(0, 60)}".`);
  const isRow = operator?.columnType === 'row';
  const field = fieldOf(condition.target ?? '');
  if (!field && !isRow)
    fault('target', condition.target ? 'This is not the path of a field.' : fieldRequired);
  if (!operator) return undefined;
  const value = readValue(operator.input, condition, fault);
  const wrong = value && operator.check?.(value);
  if (wrong) fault('value', wrong);
  if (faults.length > before || !value) return undefined;
  return operator.condition(field ?? { kind: 'literal', value: null, type: { kind: 'string' } }, value);
}

/** `userIdentity.arn`, `userIdentity:arn` or `resources[0].arn`. */
function fieldOf(target: string): Expression | undefined {
  const parts = target.trim().split(/[.:]/).flatMap(stepsOf);
  const [name, ...steps] = parts;
  if (typeof name !== 'string' || parts.some((part) => part === '')) return undefined;
  const base: Expression = { kind: 'column', name };
  return steps.length === 0 ? base : { kind: 'path', base, steps };
}

function stepsOf(part: string): (string | number)[] {
  const [, name, indexes] = /^([^[\]]*)((?:\[\d{1,6}\])*)$/.exec(part) ?? [];
  if (name === undefined) return [''];
  return [name, ...[...(indexes ?? '').matchAll(/\d+/g)].map(Number)];
}

type Fault = (field: string, message: string) => void;

const noValue: OperatorValue = { text: '', list: [], pair: ['', ''] };

function readValue(
  input: OperatorInput,
  condition: FilterCondition,
  fault: Fault,
): OperatorValue | undefined {
  if (input === 'none') return noValue;
  const value = parsedValue(condition.value);
  const typed = filterFieldTypes.find((type) => type === condition.type);
  const isGiven =
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  const wrong = typed && isGiven ? typedFault(typed, input, value) : undefined;
  if (wrong) fault('value', wrong);
  return valueFor(input, value, fault);
}

/** A message by field type; ranges have messages of their own. */
function typedFault(
  type: (typeof filterFieldTypes)[number],
  input: OperatorInput,
  value: unknown,
): string | undefined {
  return input === 'text' || input === 'number' || input === 'list' ? valueFault(type, value) : undefined;
}

/** Values are JSON texts; anything else stands for itself. */
function parsedValue(value: string | undefined): unknown {
  if (value === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    // A number beyond 2^53 would come back rounded, so its digits are kept.
    return typeof parsed === 'number' && !Number.isSafeInteger(parsed) && /^-?\d+$/.test(value)
      ? value
      : parsed;
  } catch {
    return value;
  }
}

function valueFor(input: OperatorInput, value: unknown, fault: Fault): OperatorValue | undefined {
  switch (input) {
    case 'none':
      return noValue;
    case 'text':
      return isScalar(value) && value !== '' ? { ...noValue, text: String(value) } : missing(fault);
    case 'number':
      return isNumber(value) ? { ...noValue, text: String(value) } : missing(fault);
    case 'list': {
      const items = Array.isArray(value)
        ? value.filter(isScalar).map(String)
        : isScalar(value) && value !== ''
          ? [String(value)]
          : [];
      const tooLong = listFault(items.length);
      if (tooLong) {
        fault('value', tooLong);
        return undefined;
      }
      return items.length > 0 ? { ...noValue, list: items } : missing(fault);
    }
    case 'date': {
      const time = typeof value === 'string' ? readTimestamp(value) : undefined;
      return time === undefined ? missing(fault) : { ...noValue, text: time };
    }
    case 'dateRange': {
      const [from, to] = pairOf(value).map((item) =>
        typeof item === 'string' ? readTimestamp(item) : undefined,
      );
      return from === undefined || to === undefined ? missing(fault) : { ...noValue, pair: [from, to] };
    }
    case 'numberRange':
      return numberRange(value, fault);
  }
}

function missing(fault: Fault): undefined {
  fault('value', fieldRequired);
  return undefined;
}

function numberRange(value: unknown, fault: Fault): OperatorValue | undefined {
  const [low, high] = pairOf(value);
  if (!isNumber(low) || !isNumber(high)) {
    fault('value', bothNumbersRequired);
    return undefined;
  }
  if (Number(low) === Number(high)) {
    fault('value', numbersMustDiffer);
    return undefined;
  }
  return { ...noValue, pair: [String(low), String(high)] };
}

function pairOf(value: unknown): [unknown, unknown] {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : [undefined, undefined];
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
