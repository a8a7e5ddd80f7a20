import type { FieldType } from '@margay/model';

import { isInteger, isNumber, json } from '../../ir/types.ts';
import { engineTypeOf } from './parameters.ts';
import { quoteText } from './quoting.ts';
import type { ObjectField, ObjectValue, ScalarValue, Value } from './value.ts';
import { isNullConstant, jsonText, native, nullValue } from './value.ts';

/**
 * Conversions between logical types. All of them give null where a value does not fit; none of them can make the
 * engine fail, because a query over millions of events must not end at one odd value.
 */
export function asText(value: Value): string {
  if (isNullConstant(value)) return "CAST(NULL, 'Nullable(String)')";
  if (value.kind === 'object') return asJson(value);
  if (value.form === 'json')
    return value.type.kind === 'array' || value.type.kind === 'object'
      ? value.sql
      : `JSONExtract(${value.sql}, 'Nullable(String)')`;
  if (value.type.kind === 'string') return value.sql;
  return value.type.kind === 'array' ? asDocument(value) : `toString(${value.sql})`;
}

export function asNumber(value: Value): ScalarValue {
  if (isNullConstant(value)) return native("CAST(NULL, 'Nullable(Float64)')", { kind: 'float' });
  if (value.kind === 'scalar' && value.form === 'native') {
    if (isNumber(value.type)) return value;
    if (value.type.kind === 'string') return asFloat(`toFloat64OrNull(${plainText(value.sql)})`);
    if (value.type.kind === 'boolean') return native(`toInt64(${value.sql})`, { kind: 'bigint' });
    if (value.type.kind === 'timestamp') return asFloat(`(toUnixTimestamp64Nano(${value.sql}) / 1000000000)`);
  }
  return asFloat(`JSONExtract(${asJson(value)}, 'Nullable(Float64)')`);
}

const asFloat = (sql: string) => native(sql, { kind: 'float' });

/** The engine's `…OrNull` readers do not take low-cardinality columns in every version. */
function plainText(sql: string): string {
  return `toString(${sql})`;
}

export function asInteger(value: Value): string {
  if (value.kind === 'scalar' && value.form === 'native' && isInteger(value.type)) return value.sql;
  if (value.kind === 'scalar' && value.form === 'native' && value.type.kind === 'string')
    return `accurateCastOrNull(trunc(toFloat64OrNull(${plainText(value.sql)})), 'Int64')`;
  if (value.kind === 'scalar' && value.form === 'json' && !isNullConstant(value))
    return `coalesce(JSONExtract(${value.sql}, 'Nullable(Int64)'), accurateCastOrNull(trunc(JSONExtract(${value.sql}, 'Nullable(Float64)')), 'Int64'))`;
  const number = asNumber(value);
  return isInteger(number.type) ? number.sql : `accurateCastOrNull(trunc(${number.sql}), 'Int64')`;
}

export function asBoolean(value: Value): string {
  if (isNullConstant(value)) return "CAST(NULL, 'Nullable(Bool)')";
  if (value.kind === 'scalar' && value.form === 'native') {
    if (value.type.kind === 'boolean') return value.sql;
    if (isNumber(value.type)) return `(${value.sql} != 0)`;
  }
  const content = `lower(${asText(value)})`;
  return `multiIf(${content} IN ('true', '1'), true, ${content} IN ('false', '0'), false, NULL)`;
}

export function asTimestamp(value: Value): string {
  if (isNullConstant(value)) return "CAST(NULL, 'Nullable(DateTime64(9, \\'UTC\\'))')";
  if (value.kind === 'scalar' && value.form === 'native') {
    if (value.type.kind === 'timestamp') return value.sql;
    if (isInteger(value.type)) return `fromUnixTimestamp64Nano(toInt64(${value.sql}) * 1000000000, 'UTC')`;
    if (isNumber(value.type)) return `fromUnixTimestamp64Nano(toInt64(${value.sql} * 1000000000), 'UTC')`;
  }
  return `parseDateTime64BestEffortOrNull(${asText(value)}, 9, 'UTC')`;
}

/** An engine array; null and anything that is no array become an empty one. */
export function asArray(value: Value): ScalarValue {
  if (value.kind === 'scalar' && value.type.kind === 'array' && !isNullConstant(value)) {
    if (value.form === 'native') return value;
    const { element } = value.type;
    const isPlain = element.kind !== 'json' && element.kind !== 'object' && element.kind !== 'array';
    if (isPlain && element.kind !== 'timestamp')
      return native(
        `JSONExtract(ifNull(${value.sql}, ''), 'Array(Nullable(${engineTypeOf(element)}))')`,
        value.type,
      );
  }
  return native(`JSONExtractArrayRaw(ifNull(${asJson(value)}, ''))`, { kind: 'array', element: json });
}

/** An engine array of texts, whatever the elements are. */
export function asTextArray(value: Value): string {
  const array = asArray(value);
  const element = array.type.kind === 'array' ? array.type.element : json;
  if (element.kind === 'string') return array.sql;
  if (element.kind === 'json' || element.kind === 'object' || element.kind === 'array')
    return `arrayMap(item -> JSONExtract(item, 'Nullable(String)'), ${array.sql})`;
  return `arrayMap(item -> toString(item), ${array.sql})`;
}

/** JSON text; null stays null. Fields of objects that are null are left out. */
export function asJson(value: Value): string {
  if (isNullConstant(value)) return "CAST(NULL, 'Nullable(String)')";
  if (value.kind === 'object') return objectJson(value);
  if (value.form === 'json') return value.sql;
  if (value.type.kind === 'array') return arrayJson(value.sql, value.type.element);
  if (value.type.kind === 'timestamp') return `toJSONString(toString(${value.sql}))`;
  if (value.type.kind === 'boolean') return `toString(CAST(${value.sql}, 'Nullable(Bool)'))`;
  return isNumber(value.type) ? numberJson(value.sql, value.type) : `toJSONString(${value.sql})`;
}

/** Numbers are written by us, because the engine may be set to put 64-bit integers into quotes. */
function arrayJson(sql: string, element: FieldType): string {
  if (element.kind === 'timestamp') return `toJSONString(arrayMap(item -> toString(item), ${sql}))`;
  if (element.kind === 'string' || element.kind === 'boolean') return `toJSONString(${sql})`;
  const item = isNumber(element) ? numberJson('item', element) : 'item';
  return `concat('[', arrayStringConcat(arrayMap(item -> ifNull(${item}, 'null'), ${sql}), ','), ']')`;
}

/** Neither infinity nor "not a number" exists in JSON. */
function numberJson(sql: string, type: FieldType): string {
  return type.kind === 'float' ? `if(isFinite(${sql}), toString(${sql}), NULL)` : `toString(${sql})`;
}

function objectJson({ fields, presence }: ObjectValue): string {
  if (fields.length === 0 && !presence) return "'{}'";
  const parts = fields.map(
    ({ name, value, keySql }) =>
      `concat(${keySql ?? quoteText(`${JSON.stringify(name)}:`)}, ${asDocument(value)})`,
  );
  const present = `arrayFilter(part -> isNotNull(part), [${parts.join(', ')}])`;
  const text = fields.length === 0 ? "'{}'" : `concat('{', arrayStringConcat(${present}, ','), '}')`;
  return presence ? `if(isNull(${presence.sql}), NULL, ${text})` : `nullIf(${text}, '{}')`;
}

/** JSON text; null stays null, and so does an empty stored array, which also stands for an absent one. */
export function asDocument(value: Value): string {
  const sql = asJson(value);
  return value.kind === 'scalar' && value.isStored && value.type.kind === 'array' && value.form === 'native'
    ? `nullIf(${sql}, '[]')`
    : sql;
}

/** One SQL expression for the value: objects become JSON text. */
export function asScalar(value: Value): ScalarValue {
  return value.kind === 'object' ? jsonText(asJson(value), value.type) : value;
}

/** The value as this type, in the form every value of the type has after a union or cast. */
export function convertTo(value: Value, type: FieldType): Value {
  if (isNullConstant(value)) return typedNull(type);
  switch (type.kind) {
    case 'string':
      return native(asText(value), type);
    case 'int':
    case 'smallint':
    case 'bigint':
      return native(asInteger(value), type);
    case 'float':
      return native(`toFloat64(${asNumber(value).sql})`, type);
    case 'boolean':
      return native(`CAST(${asBoolean(value)}, 'Nullable(Bool)')`, type);
    case 'timestamp':
      return native(asTimestamp(value), type);
    case 'array':
      return convertArray(value, type);
    case 'object':
      return value.kind === 'object' ? convertObject(value.fields, type) : jsonText(asJson(value), type);
    case 'json':
      return jsonText(asJson(value));
  }
}

/** Arrays of texts are the engine's; all others go as JSON text, which can say null. */
function convertArray(value: Value, type: Extract<FieldType, { kind: 'array' }>): Value {
  if (type.element.kind !== 'string') return jsonText(asJson(value), type);
  const isStored = value.kind === 'scalar' ? value.isStored : undefined;
  return { ...native(`CAST(${asTextArray(value)}, 'Array(Nullable(String))')`, type), isStored };
}

function convertObject(fields: ObjectField[], type: Extract<FieldType, { kind: 'object' }>): Value {
  const converted = type.fields.map((field) => {
    const own = fields.find((candidate) => candidate.name === field.name);
    return {
      ...own,
      name: field.name,
      value: own ? convertTo(own.value, field.type) : typedNull(field.type),
    };
  });
  return { kind: 'object', type, fields: converted };
}

export function typedNull(type: FieldType): Value {
  switch (type.kind) {
    case 'json':
      return nullValue(type);
    case 'array':
      return type.element.kind === 'string'
        ? { ...native("CAST([], 'Array(Nullable(String))')", type), isStored: true }
        : { ...jsonText("CAST(NULL, 'Nullable(String)')", type) };
    case 'object':
      return {
        kind: 'object',
        type,
        fields: type.fields.map((field) => ({ name: field.name, value: typedNull(field.type) })),
      };
    default:
      return native(`CAST(NULL, ${quoteText(`Nullable(${engineTypeOf(type)})`)})`, type);
  }
}
