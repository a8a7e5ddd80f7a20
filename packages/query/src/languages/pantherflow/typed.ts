import type { FieldType } from '@margay/model';

import { noSpan } from '../../diagnostics.ts';
import type { Span } from '../../diagnostics.ts';
import type { Expression, Literal } from '../../ir/expression.ts';
import { boolean, float, integer, isInteger, isNumber, json, text, timestamp } from '../../ir/types.ts';

/** Types of PantherFlow: those of fields, time spans (whole microseconds in the tree) and that of the word null. */
export type FlowType = FieldType | { kind: 'timespan' } | { kind: 'null' };

export const timespan: FlowType = { kind: 'timespan' };
export const nothing: FlowType = { kind: 'null' };

/** An expression with what is known of it before any row is read. */
export interface Typed {
  expression: Expression;
  type: FlowType;
  span: Span;
  /** Set for constants: the value (arrays and objects as JSON text) and its JSON text. */
  constant?: { value: string | number | boolean | null; json: string };
  /** Set for array literals. */
  elements?: Typed[];
  /** Set for anonymous functions. */
  lambda?: { params: string[]; body: Typed };
}

export function typed(expression: Expression, type: FlowType, span: Span = noSpan): Typed {
  return { expression, type, span };
}

export function call(fn: string, type: FlowType, args: Typed[]): Typed {
  return typed({ kind: 'call', fn, args: args.map((arg) => arg.expression) }, type);
}

/** The type a value of this kind has in the tree. */
export function fieldTypeOf(type: FlowType): FieldType {
  if (type.kind === 'timespan') return integer;
  return type.kind === 'null' ? text : type;
}

/** A constant. `value` of an int beyond 2^53 is decimal text, of a timestamp UTC text, of a timespan microseconds. */
export function constant(
  value: string | number | boolean | null,
  type: FlowType,
  span: Span = noSpan,
): Typed {
  const literal: Literal = { kind: 'literal', value, type: fieldTypeOf(type) };
  return { expression: literal, type, span, constant: { value, json: jsonOf(value, type) } };
}

export const nullConstant = (span: Span = noSpan): Typed => constant(null, nothing, span);
export const intConstant = (value: string | number, span?: Span): Typed => constant(value, integer, span);
export const textConstant = (value: string, span?: Span): Typed => constant(value, text, span);
export const boolConstant = (value: boolean, span?: Span): Typed => constant(value, boolean, span);

function jsonOf(value: string | number | boolean | null, type: FlowType): string {
  if (value === null) return 'null';
  if (isDocument(type)) return String(value);
  return type.kind === 'string' || type.kind === 'timestamp' ? JSON.stringify(value) : String(value);
}

/** What travels as JSON: values of unknown type, arrays and objects. */
export function isDocument(type: FlowType): boolean {
  return type.kind === 'json' || type.kind === 'array' || type.kind === 'object';
}

export function isNumeric(
  type: FlowType,
): type is Extract<FieldType, { kind: 'int' | 'smallint' | 'bigint' | 'float' }> {
  return isNumber(type as FieldType);
}

export function isInt(type: FlowType): boolean {
  return isInteger(type as FieldType);
}

/** Groups of types whose values compare with each other. */
export type Family = 'number' | 'string' | 'bool' | 'timestamp' | 'timespan' | 'any' | 'null';

export function familyOf(type: FlowType): Family {
  switch (type.kind) {
    case 'string':
    case 'timestamp':
    case 'timespan':
    case 'null':
      return type.kind;
    case 'boolean':
      return 'bool';
    case 'int':
    case 'smallint':
    case 'bigint':
    case 'float':
      return 'number';
    case 'json':
    case 'array':
    case 'object':
      return 'any';
  }
}

/** The type's name as PantherFlow has it. */
export function typeName(type: FlowType): string {
  switch (type.kind) {
    case 'int':
    case 'smallint':
    case 'bigint':
      return 'int';
    case 'float':
      return 'double';
    case 'boolean':
      return 'bool';
    case 'json':
      return 'any';
    default:
      return type.kind;
  }
}

/** Name of a constant's type; arrays and objects are told apart by their text. */
export function constantTypeName(value: Typed): string {
  if (value.type.kind !== 'json' || !value.constant) return typeName(value.type);
  return value.constant.json.startsWith('[') ? 'array' : 'object';
}

/** The value as text where it is text; a number or truth value of a field becomes text; anything else is null. */
export function asTextValue(value: Typed): Typed {
  switch (familyOf(value.type)) {
    case 'string':
      return value;
    case 'any':
      return isKnownDocument(value)
        ? nullOf(text, value)
        : keep(call('json_scalar_text', text, [value]), value);
    case 'number':
    case 'bool':
      return keep(call('json_scalar_text', text, [value]), value);
    default:
      return nullOf(text, value);
  }
}

export function asNumberValue(value: Typed): Typed {
  if (isNumeric(value.type)) return value;
  return value.type.kind === 'json' ? keep(call('json_number', float, [value]), value) : nullOf(float, value);
}

/** Whole numbers; doubles lose their fraction. */
export function asIntValue(value: Typed): Typed {
  if (isInt(value.type)) return value;
  const number = asNumberValue(value);
  if (number.constant?.value === null) return nullOf(integer, value);
  return keep(typed({ kind: 'cast', value: number.expression, to: integer }, integer), value);
}

export function asBoolValue(value: Typed): Typed {
  if (value.type.kind === 'boolean') return value;
  return value.type.kind === 'json'
    ? keep(call('json_boolean', boolean, [value]), value)
    : nullOf(boolean, value);
}

/** Tables of different schemas united may hold times as text. */
export function asTimeValue(value: Typed): Typed {
  if (value.type.kind === 'timestamp') return value;
  return value.type.kind === 'json'
    ? keep(call('json_timestamp', timestamp, [value]), value)
    : nullOf(timestamp, value);
}

export function asSpanValue(value: Typed): Typed {
  return value.type.kind === 'timespan' ? value : nullOf(timespan, value);
}

/** The value as JSON. */
export function asDocumentValue(value: Typed): Typed {
  if (value.constant)
    return { ...constant(value.constant.value === null ? null : value.constant.json, json, value.span) };
  return value.type.kind === 'json' ? value : keep(call('json_of', json, [value]), value);
}

function isKnownDocument(value: Typed): boolean {
  return value.type.kind === 'array' || value.type.kind === 'object';
}

function keep(made: Typed, from: Typed): Typed {
  return { ...made, span: from.span };
}

export function nullOf(type: FlowType, from?: Typed): Typed {
  return constant(null, type, from?.span);
}

/** Whether conversions to numbers and truth values make sense of the type at all. */
export function isReadable(value: Typed): boolean {
  return value.type.kind !== 'timestamp' && value.type.kind !== 'timespan' && value.type.kind !== 'null';
}
