import { refuse } from '../../../diagnostics.ts';
import type { Expression } from '../../../ir/expression.ts';
import { boolean, commonType, json, text } from '../../../ir/types.ts';
import type { FlowType, Typed } from '../typed.ts';
import {
  asDocumentValue,
  call,
  familyOf,
  fieldTypeOf,
  isDocument,
  isNumeric,
  nothing,
  nullOf,
  typed,
} from '../typed.ts';

const units: Record<string, string> = {
  year: 'year',
  y: 'year',
  month: 'month',
  day: 'day',
  d: 'day',
  hour: 'hour',
  h: 'hour',
  minute: 'minute',
  m: 'minute',
  second: 'second',
  s: 'second',
};

export const unitWords = Object.keys(units);

export function unitNamed(word: string): string | undefined {
  return Object.hasOwn(units, word) ? units[word] : undefined;
}

/** What `make` gives for the unit; for a unit that differs by row, one branch per unit. */
export function byUnit(unit: Typed, type: FlowType, make: (unit: Expression) => Typed): Typed {
  const literal = (word: string): Expression => ({ kind: 'literal', value: word, type: text });
  if (unit.constant?.value === null) return nullOf(type);
  if (unit.constant) return make(literal(units[String(unit.constant.value)] ?? 'day'));
  const branches = Object.entries(units).map(([word, name]) => ({
    when: { kind: 'call' as const, fn: 'eq', args: [unit.expression, literal(word)] },
    result: make(literal(name)).expression,
  }));
  return typed({ kind: 'case', branches }, type);
}

/** The values in one type: their own when they are of one family, JSON when they are not. */
export function unified(values: Typed[]): { type: FlowType; values: Typed[] } {
  const known = values.filter((value) => value.type.kind !== 'null');
  const first = known[0];
  if (!first) return { type: nothing, values };
  const isOneFamily = known.every((value) => familyOf(value.type) === familyOf(first.type));
  if (!isOneFamily || isDocument(first.type))
    return { type: json, values: values.map((value) => asDocumentValue(value)) };
  if (!isNumeric(first.type)) return { type: first.type, values };
  const type = known.reduce(
    (common, value) => commonType(common, fieldTypeOf(value.type)),
    fieldTypeOf(first.type),
  );
  return { type, values };
}

/** First result whose condition is true. */
export function choice(branches: { when: Typed; result: Typed }[], otherwise: Typed): Typed {
  const { type, values } = unified([...branches.map(({ result }) => result), otherwise]);
  const expressions = values.map((value) => value.expression);
  return typed(
    {
      kind: 'case',
      branches: branches.map(({ when }, index) => ({ when: when.expression, result: expressions[index]! })),
      otherwise: expressions.at(-1)!,
    },
    type,
  );
}

/** A constant that the function cannot accept. */
export function invalid(value: Typed, message: string, suggestion?: string): never {
  return refuse(value.span, 'value.invalid', message, suggestion);
}

export function aggregate(fn: string, type: FlowType, args: Typed[], { distinct = false } = {}): Typed {
  const of = { fn, args: args.map((arg) => arg.expression) };
  return typed({ kind: 'aggregate', ...of, ...(distinct ? { distinct } : {}) }, type);
}

/**
 * Whether equal values of the type are written in one way only, so that the engine may compare what is stored. A value of
 * unknown type may not be, and a number with a fraction may be none at all, which counts as null.
 */
export function hasOneSpelling({ type }: Typed): boolean {
  return !isDocument(type) && type.kind !== 'null' && type.kind !== 'float';
}

/** A JSON result as the type the value had before. */
export function restored(result: Typed, type: FlowType): Typed {
  if (isDocument(type) || type.kind === 'null') return result;
  return typed({ kind: 'cast', value: result.expression, to: fieldTypeOf(type) }, type);
}

/** The value as text, whatever it is. */
export function textForm(value: Typed): Typed {
  if (value.type.kind === 'string') return value;
  const isPlain = value.type.kind === 'timestamp' || value.type.kind === 'timespan';
  if (isPlain) return typed({ kind: 'cast', value: value.expression, to: text }, text);
  return call('json_to_text', text, [value]);
}

/** An array of texts that the engine can use as it is; undefined for any other array. */
export function textArray(value: Typed): Expression | undefined {
  if (value.type.kind === 'array' && value.type.element.kind === 'string') return value.expression;
  const isTexts = value.elements?.every((element) => element.constant && element.type.kind === 'string');
  if (!isTexts || value.elements!.length === 0) return undefined;
  return { kind: 'array', elements: value.elements!.map((element) => element.expression) };
}

/** The truth value where all arrays are there, else null. */
export function whereThere(arrays: Typed[], result: Expression): Typed {
  const tests = arrays
    .filter((array) => !array.constant)
    .map((array): Expression => ({ kind: 'call', fn: 'isNotNull', args: [array.expression] }));
  if (tests.length === 0) return typed(result, boolean);
  const when: Expression = tests.length === 1 ? tests[0]! : { kind: 'call', fn: 'and', args: tests };
  return typed({ kind: 'case', branches: [{ when, result }] }, boolean);
}
