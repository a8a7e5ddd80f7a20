import { invalidInput } from '@margay/kit';
import type { FieldType } from '@margay/model';

import type { Argument, Parameter } from '../../functions/define.ts';
import { calledFunction } from '../../functions/index.ts';
import type { InternalFunction } from '../../functions/internal/define.ts';
import { arrayOf, boolean, commonType, json, text } from '../../ir/types.ts';
import {
  asArray,
  asBoolean,
  asDocument,
  asInteger,
  asJson,
  asNumber,
  asScalar,
  asText,
  asTextArray,
  asTimestamp,
  convertTo,
} from './coerce.ts';
import type { Value } from './value.ts';
import { isNullConstant, jsonText, native } from './value.ts';

export function definitionOf(name: string): InternalFunction {
  const definition = calledFunction(name);
  if (!definition) throw invalidInput(`There is no function ${JSON.stringify(name)}.`);
  return definition;
}

export function returnTypeOf(definition: InternalFunction, types: FieldType[]): FieldType {
  return typeof definition.returns === 'function' ? definition.returns(types) : definition.returns;
}

/** Functions give native values, except where the type travels as JSON text. */
export function resultOf(sql: string, type: FieldType): Value {
  return type.kind === 'json' || type.kind === 'object' ? jsonText(sql, type) : native(sql, type);
}

/** Arguments as the function wants them, and the types its result type is made from. */
export function convertArguments(
  definition: InternalFunction,
  values: Value[],
): { converted: Argument[]; types: FieldType[] } {
  const unified = definition.unify ? commonOf(values) : undefined;
  const native =
    unified === undefined ? values : values.map((value) => convertTo(value, nativeForm(unified)));
  const converted = native.map((value, index) => {
    const param = definition.params[index] ?? definition.params.at(-1);
    if (!param) throw invalidInput(`${definition.name} takes no arguments.`);
    return convertArgument(param, value, values[index]!);
  });
  return { converted, types: converted.map((argument) => argument.type) };
}

/** Functions over several values of one type see arrays and objects as JSON text. */
export function nativeForm(type: FieldType): FieldType {
  return type.kind === 'object' || type.kind === 'array' ? json : type;
}

function convertArgument(param: Parameter, value: Value, original: Value): Argument {
  const constant = original.kind === 'scalar' ? original.constant?.value : undefined;
  switch (param.type) {
    case 'text':
    case 'literalText':
      return { sql: asText(value), type: text, constant };
    case 'unit':
      return { sql: "''", type: text, constant };
    case 'number':
    case 'literalNumber': {
      const number = asNumber(value);
      return { sql: number.sql, type: number.type, constant };
    }
    case 'integer':
      return { sql: asInteger(value), type: { kind: 'bigint' }, constant };
    case 'boolean':
      return { sql: asBoolean(value), type: boolean, constant };
    case 'timestamp':
      return { sql: asTimestamp(value), type: { kind: 'timestamp' }, constant };
    case 'array': {
      const array = asArray(value);
      return { sql: array.sql, type: array.type };
    }
    case 'textArray':
      return { sql: asTextArray(value), type: arrayOf(text) };
    case 'json':
      return { sql: asJson(value), type: json, constant };
    case 'document':
      return { sql: asDocument(value), type: json, constant };
    case 'any': {
      const scalar = asScalar(value);
      const isArrayText = scalar.type.kind === 'array' && scalar.form === 'json';
      return { sql: scalar.sql, type: isArrayText ? json : scalar.type, constant };
    }
    case 'lambda':
      throw invalidInput(`The ${param.name} must be a function such as x -> x.`);
  }
}

export function commonOf(values: Value[]): FieldType {
  const typed = values.filter((value) => !isNullConstant(value));
  const first = typed[0];
  return first ? typed.slice(1).reduce((type, value) => commonType(type, value.type), first.type) : text;
}
