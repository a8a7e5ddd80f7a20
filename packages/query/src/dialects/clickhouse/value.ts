import type { ColumnStorage, FieldType } from '@margay/model';

import { fieldNamed, json, text } from '../../ir/types.ts';
import { quoteIdentifier, quoteText } from './quoting.ts';

/**
 * A value on its way through SQL. `scalar`: one SQL expression, either of the engine's own type (`native`; arrays
 * hold scalars or JSON texts) or JSON text (`json`). `object`: known fields, each a value of its own, so that an
 * object passes through subqueries without being put together and taken apart.
 */
export type Value = ScalarValue | ObjectValue;

export interface ScalarValue {
  kind: 'scalar';
  sql: string;
  type: FieldType;
  form: 'native' | 'json';
  /** Set for constants. */
  constant?: { value: string | number | boolean | null };
  /** Straight from storage, where an empty array also stands for an absent one. */
  isStored?: boolean;
}

export interface ObjectValue {
  kind: 'object';
  type: FieldType;
  fields: ObjectField[];
  /** Null where the object is; without it an object without values is null. */
  presence?: ScalarValue | undefined;
}

export interface ObjectField {
  name: string;
  value: Value;
  /** SQL of `"name":` where the name is a person's and therefore bound. */
  keySql?: string;
}

export function native(sql: string, type: FieldType): ScalarValue {
  return { kind: 'scalar', sql, type, form: 'native' };
}

export function jsonText(sql: string, type: FieldType = json): ScalarValue {
  return { kind: 'scalar', sql, type, form: 'json' };
}

export function nullValue(type: FieldType = text): ScalarValue {
  return {
    kind: 'scalar',
    sql: "CAST(NULL, 'Nullable(String)')",
    type,
    form: 'json',
    constant: { value: null },
  };
}

export function isNullConstant(value: Value): boolean {
  return value.kind === 'scalar' && value.constant?.value === null;
}

/** A stored column as a value. `alias` is the table's alias in the SQL. */
export function storedValue(storage: ColumnStorage, type: FieldType, alias: string): Value {
  if (storage.kind === 'leaves') return objectFromLeaves(storage.leaves, type, alias);
  const sql = `${alias}.${quoteIdentifier(storage.column)}`;
  if (storage.kind === 'json') return { ...jsonText(emptyAsNull(sql), type), isStored: true };
  return fromEngineColumn(sql, storage.engineType, type);
}

/** A JSON column may hold an empty text for "nothing". */
function emptyAsNull(sql: string): string {
  return `nullIf(${sql}, '')`;
}

function objectFromLeaves(leaves: Record<string, ColumnStorage>, type: FieldType, alias: string): Value {
  const known = type.kind === 'object' ? type.fields : [];
  const fields = Object.entries(leaves).map(([name, storage]) => ({
    name,
    value: storedValue(storage, fieldNamed(known, name)?.type ?? json, alias),
  }));
  return { kind: 'object', type, fields };
}

function fromEngineColumn(sql: string, engineType: string, type: FieldType): Value {
  if (type.kind === 'object' && engineType.startsWith('Tuple(')) {
    const fields = type.fields.map((field) => ({
      name: field.name,
      value: fromEngineColumn(`tupleElement(${sql}, ${quoteText(field.name)})`, 'String', field.type),
    }));
    return { kind: 'object', type, fields };
  }
  const isText = /^(LowCardinality\()?(Nullable\()?String/.test(engineType);
  if (type.kind === 'json' || type.kind === 'object')
    return { ...jsonText(isText ? emptyAsNull(sql) : `toJSONString(${sql})`, type), isStored: true };
  if (type.kind === 'array' && !/^Array\((?!Tuple|Map|JSON)/.test(engineType))
    return { ...jsonText(isText ? emptyAsNull(sql) : `toJSONString(${sql})`, type), isStored: true };
  return { ...native(sql, type), isStored: true };
}
